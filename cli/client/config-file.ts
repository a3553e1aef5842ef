import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { nearest } from '../../schemas/nearest.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';

/** The keys that `svc config` stores, each with the environment variable that overrides it. */
export const configKeys = {
  server: 'SVC_SERVER',
  'api-key': 'SVC_API_KEY',
  branch: 'SVC_BRANCH',
} as const;
type ConfigKey = keyof typeof configKeys;
export type Config = Partial<Record<ConfigKey, string>>;

/** `$XDG_CONFIG_HOME/svc/config.json`, on Windows under `%APPDATA%`. */
export function configPath(env: Io['env']): string {
  const base =
    env['XDG_CONFIG_HOME'] ||
    (process.platform === 'win32' && env['APPDATA']) ||
    join(env['HOME'] || homedir(), '.config');
  return join(base, 'svc', 'config.json');
}

/** Reads the stored configuration, without the environment. @throws Failure for a file that cannot be read */
export function readConfig(env: Io['env']): Config {
  const path = configPath(env);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const entries = Object.entries(value ?? {}).filter(
      (entry): entry is [ConfigKey, string] => entry[0] in configKeys && typeof entry[1] === 'string',
    );
    return Object.fromEntries(entries);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw misuse(`${path} cannot be read: ${(error as Error).message}`, 'Correct or remove the file.');
  }
}

/** Returns the configuration in effect: the environment, then the file. */
export function effectiveConfig(env: Io['env']): Config {
  const config = readConfig(env);
  for (const [key, variable] of Object.entries(configKeys)) {
    const value = env[variable];
    if (value) config[key as ConfigKey] = value;
  }
  return config;
}

/** Replaces the file atomically; only its owner can read it. */
export function writeConfig(env: Io['env'], config: Config): void {
  const path = configPath(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}.tmp`;
  writeFileSync(next, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

/** Checks the name of a key. @throws Failure that names the nearest key */
export function requireConfigKey(key: string): ConfigKey {
  if (Object.hasOwn(configKeys, key)) return key as ConfigKey;
  const known = Object.keys(configKeys);
  const near = nearest(key, known);
  throw new Failure(exitCodes.usage, `There is no configuration key \`${key}\``, [
    near ? `Did you mean \`${near}\`?` : `The keys are ${known.join(', ')}.`,
  ]);
}
