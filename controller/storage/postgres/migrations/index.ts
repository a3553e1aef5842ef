import { type Kysely, Migrator } from 'kysely';
import type { Tables } from '../../tables/index.js';
import { migrations as first } from './0036-first.js';

/** Brings the database to the newest schema. The caller holds a lock. @throws the failed migration's error */
export async function migratePostgres(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => first } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
