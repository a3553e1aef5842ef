import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** Characters of a text in an index: PostgreSQL refuses entries of more than 2,704 bytes. */
const maxIndexed = { error_type: 200, failed_task: 400 } as const;

export const migrations: Record<string, Migration> = {
  /** The failure of a faulted run, and the signature of the path of a run, with the indexes of lists. */
  '0048-run-filters': {
    async up(db: Kysely<unknown>) {
      for (const column of ['failed_task', 'error_type', 'path'])
        await db.schema.alterTable('runs').addColumn(column, 'text').execute();
      await db.schema.alterTable('runs').addColumn('error_status', 'integer').execute();
      await fillFailures(db);
      // Partial indexes, so that runs that complete and are no subflows cost one entry.
      await sql`create index runs_faulted on runs (id, branch, flow, failed_task, error_type, error_status)
        where status = 'faulted'`.execute(db);
      await sql`create index runs_of_parent on runs (parent_run_id, id) where parent_run_id is not null`.execute(
        db,
      );
      await db.schema.dropIndex('runs_of_flow').execute();
      await sql`create index runs_of_flow on runs (flow, id, branch, path)`.execute(db);
    },
  },
};

/** Fills the columns of runs that have faulted before. */
async function fillFailures(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter;
  const member = (name: string) =>
    isServer ? sql`((error::json) ->> ${sql.lit(name)})` : sql`json_extract(error, ${sql.lit(`$.${name}`)})`;
  const status = sql`cast(${member('status')} as text)`;
  await sql`update runs set
    failed_task = substr(${member('instance')}, 1, ${sql.lit(maxIndexed.failed_task)}),
    error_type = substr(${member('type')}, 1, ${sql.lit(maxIndexed.error_type)}),
    error_status = case when ${status} in (${sql.join(statuses)}) then cast(${status} as integer) end
    where status = 'faulted' and error is not null`.execute(db);
}

/** The statuses of HTTP, which nearly all errors have; others may be no integers. */
const statuses = Array.from({ length: 500 }, (_, index) => sql.lit(String(index + 100)));
