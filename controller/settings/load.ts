import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  findFaults,
  isValid,
  type Json,
  type JsonObject,
  type Settings,
  schema,
} from '../../schemas/index.js';
import { isObject } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { Problem } from '../problems/index.js';
import { credentialSettings } from './credentials.js';
import { type EnvironmentOverrides, readEnvironment } from './environment.js';
import { readSettingsFile, type SettingsFile } from './file.js';
import { inferSettings } from './inferred.js';
import { notifyFaults } from './notify.js';
import type { LoadedSettings } from './origins.js';
import { completeServer, serverFaults } from './server.js';

export interface LoadOptions {
  /** The folder to serve. Its `svc.yaml` is used if it has one; further settings are inferred from the folder. */
  dir?: string;
  /** A settings file in another folder; relative paths in the file start at that folder. */
  configFile?: string;
  env: NodeJS.ProcessEnv;
}

/** All defaults of the schema, with relative paths. */
export const defaultSettings: Settings = deepFreeze(
  withDefaults(schema('settings'), {}) as unknown as Settings,
);

/**
 * Returns the settings of an installation: checked, complete and immutable, with absolute paths. Without `dir` and
 * `configFile`, the working directory is served.
 * @throws Problem settings_invalid, which names each wrong key with its place in the file or its variable
 */
export function loadSettings(options: LoadOptions): LoadedSettings {
  const { configFile, dir = configFile === undefined ? '.' : undefined } = options;
  const directory = dir === undefined ? undefined : existingFolder(dir);
  const path = configFile === undefined ? settingsFileIn(directory ?? '.') : resolve(configFile);
  const file = path === undefined ? undefined : readSettingsFile(path);
  const environment = readEnvironment(options.env);
  const mergedSettings = merge(withoutEmptySections(file?.value ?? {}), environment.value);
  refuseInvalid(mergedSettings, file, environment);
  const inferred = merge(
    credentialSettings(options.env),
    inferSettings(directory, mergedSettings as JsonObject),
  ) as JsonObject;
  const settings = withDefaults(schema('settings'), merge(inferred, mergedSettings)) as unknown as Settings;
  const layers = {
    folder: inferred,
    file: withoutEmptySections(file?.value ?? {}) as JsonObject,
    environment: environment.value,
  };
  const base = path === undefined ? resolve(directory ?? '.') : dirname(path);
  return deepFreeze({ ...absolute(settings, base), layers });
}

function existingFolder(path: string): string {
  const folder = resolve(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new Problem('settings_invalid', `${folder}: there is no such folder`, {
    hints: ['Name an existing folder with `--dir`.'],
  });
}

function settingsFileIn(directory: string): string | undefined {
  const path = join(directory, 'svc.yaml');
  return existsSync(path) ? path : undefined;
}

function refuseInvalid(
  settings: Json,
  file: SettingsFile | undefined,
  environment: EnvironmentOverrides,
): void {
  const errors = [...environment.errors];
  const faults = isValid('settings', settings)
    ? [...serverFaults(settings), ...notifyFaults(settings)]
    : settingFaults(settings);
  for (const { pointer, message } of faults) {
    const variable = environment.findVariable(pointer);
    const name = variable ?? (pointer.slice(1).replaceAll('/', '.') || 'the settings');
    const place = variable === undefined && file ? file.place(pointer) : {};
    errors.push({ pointer, ...place, message: `${name}: ${message}` });
  }
  if (errors.length === 0) return;
  const detail = errors.map(({ file: name, line, column, message }) =>
    name === undefined ? message : `${name}:${line}:${column}: ${message}`,
  );
  throw new Problem('settings_invalid', detail.join('\n'), { errors });
}

/** Returns the faults of settings, with suggestions for misspelt keys. */
export function settingFaults(settings: Json): { pointer: string; message: string }[] {
  return findFaults(schema('settings'), settings).map(({ pointer, message, knownNames }) => {
    const meant = knownNames && nearest(pointer.slice(pointer.lastIndexOf('/') + 1), knownNames);
    return { pointer, message: meant === undefined ? message : `${message}; did you mean \`${meant}\`?` };
  });
}

/** Leaves out sections whose keys are all commented out: YAML reads them as null. */
function withoutEmptySections(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null));
}

/** Merges settings; a list of `over` replaces that of `under`. A value in place of a section stays, and is refused later. */
function merge(under: Json, over: Json): Json {
  if (!isObject(over)) return over;
  if (!isObject(under)) return under;
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = Object.hasOwn(under, key) ? merge(under[key] ?? null, value) : value;
  }
  return merged;
}

/** Fills in the defaults of the schema, also inside of a section that is a default itself and in the values of a map. */
function withDefaults(rule: JsonObject, value: Json): Json {
  const { properties = null, additionalProperties: member = null } = rule;
  if (!isObject(value)) return value;
  if (!isObject(properties))
    return isObject(member) ? mapped(value, (one) => withDefaults(member, one)) : value;
  const filled = { ...value };
  for (const [name, field] of Object.entries(properties as Record<string, JsonObject>)) {
    const fieldValue = Object.hasOwn(value, name) ? value[name] : field['default'];
    if (fieldValue !== undefined) filled[name] = withDefaults(field, structuredClone(fieldValue));
  }
  return filled;
}

/** Resolves all paths against the folder of the settings, which is also the production folder without Git. */
function absolute(settings: Settings, base: string): Settings {
  const { Backups, Flows, Git, LocalOverlay, Secrets, Server, Telemetry } = settings;
  const absolutePaths = <Section extends object>(section: Section, ...keys: (keyof Section)[]): Section => {
    const presentKeys = keys.filter((key) => section[key] !== undefined);
    const paths = presentKeys.map((key) => [key, resolve(base, String(section[key]))] as const);
    return { ...section, ...Object.fromEntries(paths) };
  };
  return {
    ...absolutePaths(settings, 'DataDirectory'),
    Server: {
      ...completeServer(Server),
      ...(Server.Tls ? { Tls: absolutePaths(Server.Tls, 'Certificate', 'Key') } : {}),
    },
    Git: {
      ...absolutePaths(Git, 'CaFile'),
      ...(Git.Remote === undefined || isAddress(Git.Remote) ? {} : { Remote: resolve(base, Git.Remote) }),
      Credentials: absolutePaths(Git.Credentials, 'KeyFile', 'KnownHostsFile'),
      ...(Git.SigningKey ? { SigningKey: absolutePaths(Git.SigningKey, 'KeyFile') } : {}),
      ...(!Git.Enabled || Git.Directory !== undefined
        ? { Directory: resolve(base, Git.Directory ?? '.') }
        : {}),
    },
    LocalOverlay: absolutePaths(LocalOverlay, 'Directory'),
    Backups: absolutePaths(Backups, 'Directory'),
    Flows: absolutePaths(Flows, 'Python'),
    Telemetry: absolutePaths(Telemetry, 'LogFile'),
    Secrets: {
      ...absolutePaths(Secrets, 'MasterKeyFile'),
      Providers: mapped(Secrets.Providers, (provider) => absoluteFiles(provider, base)),
    },
  };
}

/** The fields of providers of secrets that name a file or folder. */
const fileFields = new Set(['Folder', 'File', 'TokenFile', 'CaFile']);

function absoluteFiles<Value>(value: Value, base: string): Value {
  if (typeof value !== 'object' || value === null) return value;
  const each = ([name, inner]: [string, unknown]) =>
    fileFields.has(name) ? [name, resolve(base, String(inner))] : [name, absoluteFiles(inner, base)];
  return Object.fromEntries(Object.entries(value).map(each)) as Value;
}

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** True for `https://host/path`, `file:///path` and `user@host:path`, which are no paths of this machine. */
function isAddress(remote: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(remote) || /^[^/\\\s]+@[^/\\\s]+:/.test(remote);
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
