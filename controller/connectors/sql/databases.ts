import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { SqlConfig } from './config-schema.js';
import type { Engine } from './engine.js';
import { misconfigured } from './errors.js';

export interface DatabaseOptions {
  /** Where the files of SQLite are (`Connectors.Sql.Directory`), absolute; made when it is first needed. */
  directory: string;
  /** Whether a file may be elsewhere (`Connectors.Sql.AllowAnyFile`). */
  allowAnyFile: boolean;
  /** `Flows.AllowPrivateNetworks`. */
  allowPrivateNetworks: boolean;
}

/** The databases that connections reach; equal configurations share one. */
export interface Databases {
  /** @throws ConnectorError for a configuration that cannot be used */
  engine(config: SqlConfig): Promise<Engine>;
  close(): Promise<void>;
}

/** How many are known at a time; one that is forgotten closes by itself when it idles. */
const mostKnown = 256;

export function createDatabases(options: DatabaseOptions): Databases {
  const known = new Map<string, Promise<Engine>>();
  return {
    engine(config) {
      const key = createHash('sha256').update(JSON.stringify(config)).digest('hex');
      const found = known.get(key) ?? open(config, options);
      known.delete(key);
      known.set(key, found);
      // What could not be opened may be put right.
      found.catch(() => known.delete(key));
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
      return found;
    },
    async close() {
      const engines = await Promise.allSettled(known.values());
      known.clear();
      await Promise.all(
        engines.map((found) => (found.status === 'fulfilled' ? found.value.close() : undefined)),
      );
    },
  };
}

async function open(config: SqlConfig, options: DatabaseOptions): Promise<Engine> {
  if (config.engine === 'sqlite') {
    requireFields(config, ['file']);
    const file = confine(config.file ?? '', options);
    const { SqliteEngine } = await import('./sqlite/engine.js');
    return new SqliteEngine(config, file);
  }
  requireFields(config, ['host', 'database', 'user']);
  const { PostgresEngine } = await import('./postgres/engine.js');
  return new PostgresEngine(config, options.allowPrivateNetworks);
}

function requireFields(config: SqlConfig, names: readonly (keyof SqlConfig)[]): void {
  const missing = names.filter((name) => config[name] === undefined);
  if (missing.length === 0) return;
  throw misconfigured(
    `\`engine: ${config.engine}\` needs ${missing.map((name) => `\`${name}\``).join(', ')}`,
  );
}

/** The file a path means, links followed, where it may be opened. @throws ConnectorError */
function confine(file: string, { directory, allowAnyFile }: DatabaseOptions): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const root = realpathSync(directory);
  const path = followed(resolve(root, file), file);
  const inside = relative(root, path);
  const isInside = inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  if (isInside || (allowAnyFile && isAbsolute(file))) return path;
  throw misconfigured(
    `\`file\` leads out of the folder of the databases; write a path inside of it${
      isAbsolute(file) ? ', or set `Connectors.Sql.AllowAnyFile: true`' : ''
    }`,
  );
}

function followed(path: string, written: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It may be about to be made.
  }
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    throw misconfigured(`The folder of \`file: ${written}\` does not exist`);
  }
}
