import { effectiveConfig, readConfig, requireServerName, storeServer } from '../client/config-file.js';
import { requireApiKey } from '../client/credential.js';
import { readSecret } from '../client/read-secret.js';
import { ApiClient } from '../client/rest/api-client.js';
import { httpTransport } from '../client/rest/http-transport.js';
import { isSameServer, isUnencrypted, serverAddress } from '../client/rest/server-address.js';
import { type Command, isSet, text } from '../contract/command.js';
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
  summary: 'check an API key with a server, and store it',
  names: ['server'],
  description:
    'Reads an API key from standard input, or asks for it; it is stored only if the server accepts it.\n' +
    'The server is an address or a stored name; without it, the server in use. It is in use from then on.',
  options: [{ flags: '--name <name>', description: 'store the server under this name' }],
  examples: [
    'svc login https://svc.example.com',
    'svc login https://staging.example.com --name staging',
    'svc login staging < key.txt',
  ],
  async run(io, [server], options) {
    const address = getAddress(io, server);
    const name = getName(io, server, address, text(options, 'name'));
    if (isUnencrypted(address)) {
      const { yellow } = paletteFor(io.stderr, io.env);
      io.stderr.write(`${yellow('warning:')} the key travels to ${address} unencrypted; use https\n`);
    }
    const key = await requireApiKey(await readSecret(io, `API key for ${address}: `));
    const me = await new ApiClient(httpTransport(address), key).call<Me>('/api/v1/platform/auth/me');
    storeServer(io.env, name, { server: address, 'api-key': key }, true);
    const until = me.expiresAt === null ? '' : `, until ${me.expiresAt}`;
    if (isSet(options, 'json'))
      io.stdout.write(`${JSON.stringify({ server: address, name, ...me }, null, 2)}\n`);
    else io.stderr.write(`Signed in to ${address} as ${me.id}, ${me.role}${until}\n`);
    return exitCodes.done;
  },
};

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
