import {
  effectiveConfig,
  forgetKey,
  readConfig,
  requireServerName,
  storeServer,
} from '../client/config-file.js';
import { requireApiKey } from '../client/credential.js';
import { signInWithBrowser, takesBrowsers } from '../client/device-sign-in.js';
import { readSecret } from '../client/read-secret.js';
import { ApiClient } from '../client/rest/api-client.js';
import { httpTransport } from '../client/rest/http-transport.js';
import { isSameServer, isUnencrypted, serverAddress } from '../client/rest/server-address.js';
import type { Transport } from '../client/rest/transport.js';
import { storeSignIn } from '../client/sign-in.js';
import { type Command, isSet, type Options, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { paletteFor } from '../output/terminal/palette.js';

interface Me {
  id: string;
  role: string;
  expiresAt: string | null;
}

export const login: Command = {
  usage: 'login [server]',
  summary: 'sign in to a server with a browser, or with an API key',
  names: ['server'],
  description:
    'On a terminal, prints an address: open it in a browser on any machine, sign in there and allow the terminal.\n' +
    'With --key, or where standard input is no terminal, reads an API key; it is stored only if the server accepts it.\n' +
    'The server is an address or a stored name; without it, the server in use. It is in use from then on.',
  options: [
    { flags: '--name <name>', description: 'store the server under this name' },
    { flags: '--browser', description: 'sign in with a browser, where standard input is no terminal too' },
    { flags: '--key', description: 'read an API key, on a terminal too' },
  ],
  examples: [
    'svc login https://svc.example.com',
    'svc login https://staging.example.com --name staging',
    'svc login https://svc.example.com --key',
    'svc login staging < key.txt',
  ],
  async run(io, [server], options) {
    const address = getAddress(io, server);
    const name = getName(io, server, address, text(options, 'name'));
    if (isUnencrypted(address)) {
      const { yellow } = paletteFor(io.stderr, io.env);
      io.stderr.write(`${yellow('warning:')} the credential travels to ${address} unencrypted; use https\n`);
    }
    const transport = httpTransport(address);
    const isByBrowser = await choosesBrowser(io, options, transport);
    const signIn = isByBrowser ? await signInWithBrowser(io, transport) : undefined;
    const key = signIn ? undefined : await requireApiKey(await readSecret(io, `API key for ${address}: `));
    const credential = signIn?.accessToken ?? key;
    const me = await new ApiClient(transport, credential).call<Me>('/api/v1/platform/auth/me');
    storeServer(io.env, name, { server: address, ...(key === undefined ? {} : { 'api-key': key }) }, true);
    if (key === undefined) forgetKey(io.env, name);
    storeSignIn(io.env, address, signIn);
    // The access of a sign-in is renewed by itself.
    const until = me.expiresAt === null || signIn ? '' : `, until ${me.expiresAt}`;
    if (isSet(options, 'json'))
      io.stdout.write(`${JSON.stringify({ server: address, name, ...me }, null, 2)}\n`);
    else io.stderr.write(`Signed in to ${address} as ${me.id}, ${me.role}${until}\n`);
    return exitCodes.done;
  },
};

/** A person at a terminal signs in with a browser, where the server has pages for that. @throws Failure */
async function choosesBrowser(
  io: Io & { stdin: { isTTY?: boolean } },
  options: Options,
  transport: Transport,
): Promise<boolean> {
  if (isSet(options, 'browser') && isSet(options, 'key'))
    throw misuse('`--browser` and `--key` exclude each other', 'Leave one of them out.');
  if (isSet(options, 'browser')) return true;
  if (isSet(options, 'key') || io.stdin.isTTY !== true) return false;
  return takesBrowsers(transport);
}

function getAddress(io: Io, server: string | undefined): string {
  const serverName = effectiveConfig(io.env, server).server;
  if (serverName !== undefined) return serverAddress(serverName);
  throw misuse('No server is named', 'Name its address: `svc login https://svc.example.com`.');
}

/** Returns the name to store a server under: the given one, or the one that it has, or that of the server in use. */
function getName(io: Io, server: string | undefined, address: string, name: string | undefined): string {
  if (name !== undefined) return requireServerName(name);
  const { current, servers } = readConfig(io.env);
  if (server !== undefined && Object.hasOwn(servers, server)) return server;
  const same = Object.entries(servers).find(
    ([, config]) => config.server && isSameServer(config.server, address),
  );
  if (same) return same[0];
  const inUse = servers[current]?.server;
  if (inUse === undefined) return current;
  throw misuse(
    `The server in use is ${inUse}, and ${address} has no name yet`,
    `Give it one: \`svc login ${address} --name <name>\`.`,
  );
}
