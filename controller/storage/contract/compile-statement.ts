import type { Compilable, Kysely } from 'kysely';
import type { Tables } from '../tables/index.js';
import type { SqlValue, Statement } from './statements.js';

class Placeholder {
  constructor(readonly name: string) {}
}

/** Compiles a write once, for the database of `db`. */
export function compileStatement<Parameters extends Record<string, SqlValue>>(
  db: Kysely<Tables>,
  build: (db: Kysely<Tables>, parameters: Parameters) => Compilable,
): Statement<Parameters> {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Parameters;
  const { sql, parameters } = build(db, placeholders).compile();
  const names = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.name;
    throw new TypeError(`A compiled write takes placeholders only, not ${JSON.stringify(parameter)}`);
  });
  return { sql, names };
}
