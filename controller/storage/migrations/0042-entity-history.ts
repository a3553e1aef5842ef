import { type Kysely, type Migration, sql } from 'kysely';

export const migrations: Record<string, Migration> = {
  /**
   * The index of the history holds changes of the mode too, and no renames, which the names of entities tell. It is built
   * again from the repository.
   */
  '0042-entity-history': {
    async up(db: Kysely<unknown>) {
      await sql`delete from history_changes`.execute(db);
      await sql`delete from history_commits`.execute(db);
      await db.schema.alterTable('history_changes').dropColumn('previous_path').execute();
      // Searched with each history of an entity: the table has a row for each change of each file.
      await db.schema
        .createIndex('history_deletions')
        .on('history_changes')
        .column('ordinal')
        .where(sql.ref('after_blob'), 'is', null)
        .execute();
    },
  },
};
