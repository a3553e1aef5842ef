import {
  type Config,
  type ConfigKey,
  configKeys,
  configPath,
  effectiveConfig,
  readConfig,
  requireConfigKey,
  requireServerName,
  requireStoredServer,
  storeServer,
  writeConfig,
} from '../client/config-file.js';
import { requireApiKey } from '../client/credential.js';
import { readSecret } from '../client/read-secret.js';
import { isUnencrypted, serverAddress } from '../client/rest/server-address.js';
import { type Command, isSet, type Options } from '../contract/command.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { getTable } from '../output/table.js';
import { paletteFor } from '../output/terminal/palette.js';

const actions = { set, get, list, use } as const;
const keys = Object.keys(configKeys);

export const config: Command = {
  usage: 'config <action> [key] [server] [value]',
  summary: 'set, get or list the settings of this client',
  names: [{ choices: Object.keys(actions) }, { choices: keys }, 'server'],
  description:
    `Actions: set <key> [server] <value>, get <key>, use <server>, list. Keys: ${keys.join(', ')}.\n` +
    'A server may have a name; without one, a value belongs to the server in use. `-` as the value reads standard input,\n' +
    'so that a key is in no history and in no list of processes.\n' +
    'The settings are in a file that only you can read. SVC_SERVER, SVC_API_KEY and SVC_BRANCH override them.',
  options: [],
  examples: [
    'svc config set server https://svc.example.com',
    'svc config set server staging https://staging.example.com',
    'svc config set api-key -',
    'svc config use staging',
    'svc config list',
  ],
  async run(io, [action = '', ...args], options) {
    if (!Object.hasOwn(actions, action)) {
      const hint = 'Use `svc config set <key> <value>`, `get <key>`, `use <server>` or `svc config list`.';
      throw misuse(`There is no action \`svc config ${action}\``, hint);
    }
    return actions[action as keyof typeof actions](io, options, args);
  },
};

async function set(io: Io, _options: Options, args: readonly string[]): Promise<number> {
  const [named, ...rest] = args;
  const lastValue = rest.at(-1);
  if (named === undefined || !lastValue) throw incomplete('svc config set <key> [server] <value>');
  const key = requireConfigKey(named);
  const name = getServer(io, key, rest.length > 1 ? rest[0] : undefined);
  const before = readConfig(io.env).servers[name]?.['api-key'];
  const value = await checked(key, lastValue === '-' ? await readSecret(io, `${key}: `) : lastValue);
  storeServer(io.env, name, { [key]: value });
  const stored = readConfig(io.env).servers[name] ?? {};
  io.stderr.write(`Stored \`${key}\` of server \`${name}\` in ${configPath(io.env)}\n`);
  if (before !== undefined && stored['api-key'] === undefined)
    io.stderr.write('Its API key is discarded, because it was for the former address: use `svc login`.\n');
  warnUnencrypted(io, stored);
  return exitCodes.done;
}

/** Returns the name of the server that a value is for. @throws Failure for one without an address */
function getServer(io: Io, key: ConfigKey, name: string | undefined): string {
  if (name === undefined) return readConfig(io.env).current;
  return key === 'server' ? requireServerName(name) : requireStoredServer(io.env, name);
}

async function checked(key: ConfigKey, value: string): Promise<string> {
  if (key === 'api-key') return requireApiKey(value);
  return key === 'server' ? serverAddress(value) : value;
}

function warnUnencrypted(io: Io, { server, 'api-key': key }: Config): void {
  if (server === undefined || key === undefined || !isUnencrypted(server)) return;
  const { yellow } = paletteFor(io.stderr, io.env);
  io.stderr.write(`${yellow('warning:')} the key travels to ${server} unencrypted; use https\n`);
}

async function get(io: Io, options: Options, [name]: readonly string[]): Promise<number> {
  if (name === undefined) throw incomplete('svc config get <key>');
  const value = effectiveConfig(io.env)[requireConfigKey(name)];
  if (value === undefined) {
    throw new Failure(exitCodes.faulted, `\`${name}\` is not set`, [
      `Set it with \`svc config set ${name} <value>\`.`,
    ]);
  }
  io.stdout.write(`${isSet(options, 'json') ? JSON.stringify(value) : value}\n`);
  return exitCodes.done;
}

async function use(io: Io, _options: Options, [name]: readonly string[]): Promise<number> {
  if (name === undefined) throw incomplete('svc config use <server>');
  writeConfig(io.env, { ...readConfig(io.env), current: requireStoredServer(io.env, name) });
  io.stderr.write(`Commands use the server \`${name}\` from now on\n`);
  const variable = configKeys.server;
  if (io.env[variable]) io.stderr.write(`${variable} is set, and overrides it\n`);
  return exitCodes.done;
}

async function list(io: Io, options: Options): Promise<number> {
  const { current, servers } = readConfig(io.env);
  const shown = Object.entries(servers).map(([name, server]) => ({ name, ...masked(server) }));
  const inEffect = masked(effectiveConfig(io.env));
  if (isSet(options, 'json')) {
    io.stdout.write(`${JSON.stringify({ ...inEffect, current, servers: shown }, null, 2)}\n`);
    return exitCodes.done;
  }
  for (const [key, value] of Object.entries(inEffect)) io.stdout.write(`${key} = ${value}\n`);
  if (shown.length > 1 || (shown[0] !== undefined && shown[0].name !== current)) {
    const table = getTable(
      shown,
      [
        { title: 'server', value: ({ name }) => `${name === current ? '* ' : ''}${name}`, isWhole: true },
        { title: 'address', value: ({ server }) => server },
        { title: 'api key', value: (row) => row['api-key'] },
        { title: 'branch', value: ({ branch }) => branch },
      ],
      '',
    );
    io.stdout.write(`\n${table.render(io.stdout, paletteFor(io.stdout, io.env))}\n`);
  }
  return exitCodes.done;
}

function incomplete(usage: string): Failure {
  return misuse(`An argument is missing: ${usage}`, `The keys are ${keys.join(', ')}.`);
}

/** Shows enough of a key to tell it from another. */
function masked(config: Config): Config {
  const { 'api-key': key } = config;
  if (key === undefined) return config;
  return { ...config, 'api-key': key.length > 16 ? `${key.slice(0, 12)}…` : '…' };
}
