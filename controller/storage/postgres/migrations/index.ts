import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { Problem } from '../../../problems/index.js';
import { newestMigration, shared } from '../../migrations/index.js';
import type { Tables } from '../../tables/index.js';
import { migrations as first } from './0036-first.js';

const migrations: Record<string, Migration> = { ...first, ...shared };

/**
 * Brings the database to the newest schema. The caller holds a lock.
 * @param options.isInTransaction the caller has begun a transaction and ends it; otherwise, migrations have one of their own
 * @throws Problem database_unsupported for a schema of a later version; the failed migration's error
 */
export async function migratePostgres(
  db: Kysely<Tables>,
  place: string,
  { isInTransaction = false } = {},
): Promise<void> {
  const newer = await laterThan(db, newestMigration);
  if (newer !== undefined) throw tooNew(place, newer);
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const migrator = new Migrator({
    db,
    // Without it, the tables of another installation, in another schema of the database, are taken for those of this one.
    ...(rows[0] && { migrationTableSchema: rows[0].name }),
    provider: { getMigrations: async () => migrations },
    disableTransactions: isInTransaction,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** True when the database has the schema of this version. */
export async function isNewest(db: Kysely<Tables>): Promise<boolean> {
  if ((await laterThan(db, newestMigration)) !== undefined) return false;
  const { rows } = await sql<{ found: number }>`select 1 as found from kysely_migration
    where name = ${newestMigration} and to_regclass('versions') is not null`.execute(db);
  return rows.length > 0;
}

/** The newest migration that the database has seen, if it is later than `version`. */
async function laterThan(db: Kysely<Tables>, version: string): Promise<string | undefined> {
  const { rows: seen } = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (!seen[0]?.name) return undefined;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows
    .map(({ name }) => name)
    .filter((name) => name > version)
    .sort()
    .at(-1);
}

function tooNew(place: string, newer: string): Problem {
  const detail = `The database ${place} was made by a later version of svc: its schema is ${newer}, and this version knows ${newestMigration}`;
  return new Problem('database_unsupported', detail, {
    hints: [
      'Start the version of svc that was last used with this database, or restore a backup into an empty database.',
    ],
  });
}
