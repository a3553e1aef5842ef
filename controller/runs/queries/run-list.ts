import type { Storage } from '../../storage/index.js';
import { fromRow, type RunState, type RunStatus, runColumnsWithoutData } from '../journal/run-state.js';

export interface RunFilter {
  branch?: string;
  flow?: string;
  status?: RunStatus;
  /** Only runs in one of these states. */
  statuses?: readonly RunStatus[];
  environment?: string;
  trigger?: string;
  /** RFC 3339, compared with `createdAt`. */
  since?: string;
  until?: string;
  /** False to leave input and output unread: they are null then. */
  hasData?: boolean;
  /** At least 1. */
  limit: number;
  cursor?: string;
}

/** Ids in one statement. */
const idsOfQuery = 1_000;

/** Queries over the stored runs of an installation. */
export class RunList {
  constructor(private readonly storage: Pick<Storage, 'db'>) {}

  /** Newest first. Returns up to one run more than `limit`; that one says that there is a next page. */
  async list(filter: RunFilter): Promise<RunState[]> {
    let query = this.storage.db.selectFrom('runs').select(runColumnsWithoutData);
    for (const column of ['branch', 'flow', 'status', 'environment', 'trigger'] as const) {
      const value = filter[column];
      if (value !== undefined) query = query.where(column, '=', value);
    }
    if (filter.statuses) query = query.where('status', 'in', filter.statuses);
    if (filter.since !== undefined) query = query.where('created_at', '>=', Date.parse(filter.since));
    if (filter.until !== undefined) query = query.where('created_at', '<', Date.parse(filter.until));
    if (filter.cursor !== undefined) query = query.where('id', '<', filter.cursor);
    query = query.orderBy('id', 'desc').limit(filter.limit + 1);
    if (filter.hasData !== false)
      return (await query.select(['input', 'output', 'sealed']).execute()).map(fromRow);
    return (await query.execute()).map((row) =>
      fromRow({ ...row, input: 'null', output: null, sealed: null }),
    );
  }

  /** Those of these runs that have ended. */
  async ended(ids: readonly string[]): Promise<string[]> {
    const query = this.storage.db.selectFrom('runs').select('id').where('id', 'in', ids);
    return (await query.where('ended_at', 'is not', null).execute()).map(({ id }) => id);
  }

  /** Those of these ids that belong to a run. */
  async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const existing = new Set<string>();
    for (let start = 0; start < ids.length; start += idsOfQuery) {
      const part = ids.slice(start, start + idsOfQuery);
      const rows = await this.storage.db.selectFrom('runs').select('id').where('id', 'in', part).execute();
      for (const { id } of rows) existing.add(id);
    }
    return existing;
  }

  /** Those of these runs that another one retries or replays. */
  async repeated(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const query = this.storage.db.selectFrom('runs').select('retry_of').distinct();
    const rows = await query.where('retry_of', 'in', ids).execute();
    return new Set(rows.map(({ retry_of }) => String(retry_of)));
  }

  /** The number of unfinished runs of a branch for each revision they are pinned to, largest number first. */
  async revisions(branch: string): Promise<{ revision: string; runs: number }[]> {
    return this.storage.db
      .selectFrom('runs')
      .select(({ fn }) => ['revision', fn.countAll<number>().as('runs')])
      .where('ended_at', 'is', null)
      .where('branch', '=', branch)
      .groupBy('revision')
      .orderBy('runs', 'desc')
      .execute();
  }
}
