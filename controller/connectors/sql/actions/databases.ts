import { hash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import type { EngineConfig, SqlConfig } from '../engine/config-schema.js';
import type { Engine } from '../engine/engine.js';
import { misconfigured } from '../engine/errors.js';
import type { NetworkRules } from '../engine/socket.js';

export interface DatabaseOptions {
  /** The folder of the SQLite files (`Connectors.Sql.Directory`), absolute; created on first use. */
  directory: string;
  /** True to allow files outside the folder (`Connectors.Sql.AllowAnyFile`). */
  allowAnyFile: boolean;
  network: NetworkRules;
}

/** The databases of one connector. */
export interface Engines {
  /** @throws ConnectorError for a configuration that cannot be used */
  engine(config: EngineConfig): Promise<Engine>;
}

/** The databases that connections reach; equal configurations share one. */
export interface Databases {
  /** @throws ConnectorError for a configuration that cannot be used */
  engine(config: EngineConfig, engine: SqlConfig['engine']): Promise<Engine>;
  close(): Promise<void>;
}

/** The most engines kept; a dropped engine closes its idle connections by itself. */
const maxKnown = 256;

export function createDatabases(options: DatabaseOptions): Databases {
  const cache = new BoundedMap<string, Promise<Engine>>(maxKnown);
  /** By the configuration: most calls of a connection pass the same object. */
  const identified = new WeakMap<EngineConfig, { key: string; whole: SqlConfig }>();
  const identify = (config: EngineConfig, engine: SqlConfig['engine']) => {
    const before = identified.get(config);
    if (before?.whole.engine === engine) return before;
    const whole = { ...config, engine };
    const databaseKey = { key: hash('sha256', JSON.stringify(whole)), whole };
    identified.set(config, databaseKey);
    return databaseKey;
  };
  return {
    engine(config, engine) {
      const { key, whole } = identify(config, engine);
      const opening = cache.get(key) ?? open(whole, options);
      cache.delete(key);
      cache.set(key, opening);
      // The cause of a failure may be removed, so the next use tries again.
      opening.catch(() => cache.delete(key));
      return opening;
    },
    async close() {
      const engines = await Promise.allSettled(cache.values());
      cache.clear();
      await Promise.all(engines.map((engine) => engine.status === 'fulfilled' && engine.value.close()));
    },
  };
}

async function open(config: SqlConfig, options: DatabaseOptions): Promise<Engine> {
  if (config.engine === 'sqlite') {
    const file = confine(config.file ?? '', options);
    const { SqliteEngine } = await import('../sqlite/engine.js');
    return new SqliteEngine(config, file);
  }
  if (config.engine === 'mysql') {
    const { MysqlEngine } = await import('../mysql/engine.js');
    return new MysqlEngine(config, options.network);
  }
  const { PostgresEngine } = await import('../postgres/engine.js');
  return new PostgresEngine(config, options.network);
}

/** Returns the file of a path, links followed. @throws ConnectorError for a file outside the allowed folder */
function confine(file: string, { directory, allowAnyFile }: DatabaseOptions): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const root = realpathSync(directory);
  const path = followed(resolve(root, file), file);
  const inside = relative(root, path);
  const isInside = inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  if (isInside || (allowAnyFile && isAbsolute(file))) return path;
  const otherwise = isAbsolute(file) ? ', or set `Connectors.Sql.AllowAnyFile: true`' : '';
  throw misconfigured(`\`file\` is outside the folder of the databases; write a path inside it${otherwise}`);
}

function followed(path: string, pathText: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The file may not exist yet.
  }
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    throw misconfigured(`The folder of \`file: ${pathText}\` does not exist`);
  }
}
