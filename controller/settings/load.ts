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
import { nearest, Problem } from '../problems/index.js';
import { type EnvironmentOverrides, readEnvironment } from './environment.js';
import { readSettingsFile, type SettingsFile } from './file.js';
import { inferSettings } from './inferred.js';
import type { LoadedSettings } from './origins.js';

export interface LoadOptions {
  /** The folder to serve: its own `svc.yaml` is used when there is one, and what is left unsaid is inferred from it. */
  dir?: string;
  /** A settings file elsewhere; relative paths in it start at its folder. */
  configFile?: string;
  env: NodeJS.ProcessEnv;
}

/** Every default of the schema; paths still relative. */
export const defaultSettings: Settings = deepFreeze(
  withDefaults(schema('settings'), {}) as unknown as Settings,
);

/**
 * The settings of an installation: checked, complete, immutable, all paths absolute. Without `dir` and `configFile` the
 * working directory is served.
 * @throws Problem settings_invalid naming each wrong key with its place in the file or its variable
 */
export function loadSettings(options: LoadOptions): LoadedSettings {
  const { configFile, dir = configFile === undefined ? '.' : undefined } = options;
  const directory = dir === undefined ? undefined : existingFolder(dir);
  const path = configFile === undefined ? settingsFileIn(directory ?? '.') : resolve(configFile);
  const file = path === undefined ? undefined : readSettingsFile(path);
  const environment = readEnvironment(options.env);
  const stated = merge(withoutEmptySections(file?.value ?? {}), environment.value);
  refuseInvalid(stated, file, environment);
  const inferred = inferSettings(directory, stated as JsonObject, file !== undefined);
  const settings = withDefaults(schema('settings'), merge(inferred, stated)) as unknown as Settings;
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
  stated: Json,
  file: SettingsFile | undefined,
  environment: EnvironmentOverrides,
): void {
  const errors = [...environment.errors];
  if (!isValid('settings', stated)) {
    for (const { pointer, message, known } of findFaults(schema('settings'), stated)) {
      const meant = known && nearest(pointer.slice(pointer.lastIndexOf('/') + 1), known);
      const suggestion = meant === undefined ? '' : `; did you mean \`${meant}\`?`;
      const variable = environment.variableOf(pointer);
      const name = variable ?? (pointer.slice(1).replaceAll('/', '.') || 'the settings');
      const place = variable === undefined && file ? file.place(pointer) : {};
      errors.push({ pointer, ...place, message: `${name}: ${message}${suggestion}` });
    }
  }
  if (errors.length === 0) return;
  const detail = errors.map(({ file: name, line, column, message }) =>
    name === undefined ? message : `${name}:${line}:${column}: ${message}`,
  );
  throw new Problem('settings_invalid', detail.join('\n'), { errors });
}

/** A section whose keys are all commented out is `null` to YAML. */
function withoutEmptySections(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null));
}

/**
 * The members of both, those of `over` winning; lists are replaced, not joined. A value where a section should be stays,
 * to be refused.
 */
function merge(under: Json, over: Json): Json {
  if (!isObject(over)) return over;
  if (!isObject(under)) return under;
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = Object.hasOwn(under, key) ? merge(under[key] ?? null, value) : value;
  }
  return merged;
}

/** Fills in the schema's defaults, those inside a defaulted section too. */
function withDefaults(rule: JsonObject, value: Json): Json {
  const properties = rule['properties'];
  if (!isObject(value) || !isObject(properties ?? null)) return value;
  const filled = { ...value };
  for (const [name, field] of Object.entries(properties as Record<string, JsonObject>)) {
    const found = Object.hasOwn(value, name) ? value[name] : field['default'];
    if (found !== undefined) filled[name] = withDefaults(field, structuredClone(found));
  }
  return filled;
}

/** Resolves every path against the folder of the settings; the production folder with Git off is that folder itself. */
function absolute(settings: Settings, base: string): Settings {
  const { Backups, Git, LocalOverlay, Secrets, Telemetry } = settings;
  const at = (path: string) => resolve(base, path);
  return {
    ...settings,
    DataDirectory: at(settings.DataDirectory),
    Git: {
      ...Git,
      ...(Git.Remote !== undefined ? { Remote: isAddress(Git.Remote) ? Git.Remote : at(Git.Remote) } : {}),
      ...(Git.CaFile !== undefined ? { CaFile: at(Git.CaFile) } : {}),
      Credentials: absoluteFiles(Git.Credentials, at),
      ...(!Git.Enabled || Git.Directory !== undefined ? { Directory: at(Git.Directory ?? '.') } : {}),
    },
    LocalOverlay: {
      ...LocalOverlay,
      ...(LocalOverlay.Directory !== undefined ? { Directory: at(LocalOverlay.Directory) } : {}),
    },
    Backups: {
      ...Backups,
      ...(Backups.Directory !== undefined ? { Directory: at(Backups.Directory) } : {}),
    },
    Telemetry: {
      ...Telemetry,
      ...(Telemetry.LogFile !== undefined ? { LogFile: at(Telemetry.LogFile) } : {}),
    },
    Secrets: {
      ...Secrets,
      ...(Secrets.MasterKeyFile !== undefined ? { MasterKeyFile: at(Secrets.MasterKeyFile) } : {}),
    },
  };
}

function absoluteFiles(
  credentials: Settings['Git']['Credentials'],
  at: (path: string) => string,
): Settings['Git']['Credentials'] {
  const { KeyFile, KnownHostsFile } = credentials;
  return {
    ...credentials,
    ...(KeyFile !== undefined ? { KeyFile: at(KeyFile) } : {}),
    ...(KnownHostsFile !== undefined ? { KnownHostsFile: at(KnownHostsFile) } : {}),
  };
}

/** `https://host/path`, `file:///path`, `user@host:path`: not a path of this machine. */
function isAddress(remote: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(remote) || /^[^/\\\s]+@[^/\\\s]+:/.test(remote);
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
