import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { writePrivateFile } from './private-file.js';
import { isSameServer } from './rest/server-address.js';

/** The keys that `svc config` stores for a server, each with the environment variable that overrides it. */
export const configKeys = {
  server: 'SVC_SERVER',
  'api-key': 'SVC_API_KEY',
  branch: 'SVC_BRANCH',
} as const;
export type ConfigKey = keyof typeof configKeys;
export type Config = Partial<Record<ConfigKey, string>>;

/** The content of the file: servers by name, and the name of the one in use. */
export interface StoredConfig {
  current: string;
  servers: Readonly<Record<string, Config>>;
}

/** The server of `svc config set server <address>`, without a name. */
const defaultServer = 'default';
const serverName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** `$XDG_CONFIG_HOME/svc/config.json`, on Windows under `%APPDATA%`. */
export function configPath(env: Io['env']): string {
  const base =
    env['XDG_CONFIG_HOME'] ||
    (process.platform === 'win32' && env['APPDATA']) ||
    join(env['HOME'] || homedir(), '.config');
  return join(base, 'svc', 'config.json');
}

/** Reads the stored configuration, without the environment. @throws Failure for a file that cannot be read */
export function readConfig(env: Io['env']): StoredConfig {
  const path = configPath(env);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(value)) return { current: defaultServer, servers: {} };
    const { current, servers } = value;
    // Versions before named servers kept the keys of the only server at the top.
    if (!isObject(servers)) return { current: defaultServer, servers: { [defaultServer]: getKeys(value) } };
    const entries = Object.entries(servers).map(([name, server]) => [name, getKeys(server)]);
    return {
      current: typeof current === 'string' ? current : defaultServer,
      servers: Object.fromEntries(entries),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: defaultServer, servers: {} };
    throw misuse(`${path} cannot be read: ${(error as Error).message}`, 'Correct or remove the file.');
  }
}

function getKeys(value: unknown): Config {
  const entries = Object.entries(value ?? {}).filter(
    (entry): entry is [ConfigKey, string] =>
      Object.hasOwn(configKeys, entry[0]) && typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

/**
 * Returns the configuration in effect: the environment, then the file.
 * @param server the name or address of a server; without it that of the environment, then the one in use. A stored key is
 *   returned only with the server that it was stored for.
 */
export function effectiveConfig(env: Io['env'], server = env[configKeys.server]): Config {
  const { current, servers } = readConfig(env);
  const config = { ...getConfig(servers, current, server || undefined) };
  for (const key of ['api-key', 'branch'] as const) {
    const value = env[configKeys[key]];
    if (value) config[key] = value;
  }
  return config;
}

function getConfig(servers: StoredConfig['servers'], current: string, name: string | undefined): Config {
  const inUse = Object.hasOwn(servers, current) ? (servers[current] ?? {}) : {};
  if (name === undefined) return inUse;
  if (Object.hasOwn(servers, name)) return servers[name] ?? {};
  const same = Object.values(servers).find(
    ({ server }) => server !== undefined && isSameServer(server, name),
  );
  const withoutAddress = inUse.server === undefined ? inUse : {};
  return { ...(same ?? withoutAddress), server: name };
}

export function writeConfig(env: Io['env'], config: StoredConfig): void {
  writePrivateFile(configPath(env), config);
}

/** Stores values for a server. A new address discards the key: it was meant for the server at the old one. */
export function storeServer(env: Io['env'], name: string, changes: Config, use = false): void {
  const stored = readConfig(env);
  const { 'api-key': key, ...before }: Config = Object.hasOwn(stored.servers, name)
    ? (stored.servers[name] ?? {})
    : {};
  const moved =
    before.server !== undefined &&
    changes.server !== undefined &&
    !isSameServer(before.server, changes.server);
  const kept = moved || key === undefined ? before : { ...before, 'api-key': key };
  const isFirst = Object.keys(stored.servers).length === 0;
  writeConfig(env, {
    current: use || isFirst ? name : stored.current,
    servers: { ...stored.servers, [name]: { ...kept, ...changes } },
  });
}

/** Takes the stored key of a server away. */
export function forgetKey(env: Io['env'], name: string): void {
  const stored = readConfig(env);
  const { 'api-key': _key, ...others }: Config = stored.servers[name] ?? {};
  writeConfig(env, { ...stored, servers: { ...stored.servers, [name]: others } });
}

/** Checks the name of a server. @throws Failure */
export function requireServerName(name: string): string {
  if (serverName.test(name)) return name;
  throw misuse(
    `\`${name}\` is not a name for a server`,
    'Use small letters, digits and hyphens, at most 63, such as `production`.',
  );
}

/** Checks the name of a stored server. @throws Failure that names the nearest one */
export function requireStoredServer(env: Io['env'], name: string): string {
  const names = Object.keys(readConfig(env).servers);
  if (names.includes(name)) return name;
  const near = nearest(name, names);
  const hint = near
    ? `Did you mean \`${near}\`?`
    : `Store it with \`svc config set server ${name} <address>\`.`;
  throw misuse(`No server is stored under the name \`${name}\``, hint);
}

/** Checks the name of a key. @throws Failure that names the nearest key */
export function requireConfigKey(key: string): ConfigKey {
  if (Object.hasOwn(configKeys, key)) return key as ConfigKey;
  const names = Object.keys(configKeys);
  const near = nearest(key, names);
  throw new Failure(exitCodes.usage, `There is no configuration key \`${key}\``, [
    near ? `Did you mean \`${near}\`?` : `The keys are ${names.join(', ')}.`,
  ]);
}
