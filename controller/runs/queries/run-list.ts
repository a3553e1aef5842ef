import type { ExpressionBuilder } from 'kysely';
import { nextTurn } from '../../concurrency/loop-turn.js';
import type { Storage, Tables } from '../../storage/index.js';
import { fromRow, type RunState, runColumnsWithoutData } from '../journal/run-state.js';
import { getConditions, getIdRange, getIndexedConditions, type RunSelection } from './run-filter.js';

export interface RunFilter extends RunSelection {
  /** False to leave input and output unread: they are null then. */
  hasData?: boolean;
  /** At least 1. */
  limit: number;
  cursor?: string;
}

/** Runs that a selection has. */
export interface RunCount {
  runs: number;
  /** False where there are more, or may be: the count ends at 10,000, and the search after a second. */
  isExact: boolean;
}

/** Runs of a flow that took the same path. */
export interface TakenPath {
  path: string;
  runs: number;
  /** The id of the newest of them. */
  newest: string;
}

/** Runs of a flow whose paths are compared, and paths of one answer. */
const maxPathRuns = 10_000;
const maxPaths = 100;

/** Ids in one statement. */
const idsOfQuery = 1_000;

/** Runs that one statement looks at: the first for lists whose first runs fit. */
const firstPart = 500;
const partSize = 5_000;
/** Runs that a search for a text looks at in one statement: each may have megabytes. */
const textPartSize = 50;
/** The bounds of one search: it goes on with the next page. */
const maxLookedAt = 100_000;
const maxSearchMs = 1_000;
/** Runs that are counted one by one. */
const maxCounted = 10_000;
/** Runs that a count looks at. */
const maxCountLookedAt = 1_000_000;

/** A part of an index: the runs before an id, from another one on. */
interface Part {
  readonly before: string | undefined;
  readonly from: string | undefined;
  readonly isLast: boolean;
}

/** Queries over the stored runs of an installation. */
export class RunList {
  constructor(private readonly storage: Pick<Storage, 'db'>) {}

  /**
   * Newest first. A page is full unless it is the last, or the search has looked at 100,000 runs or for a second; `nextCursor` is null
   * for the last one alone.
   */
  async list(filter: RunFilter): Promise<{ items: RunState[]; nextCursor: string | null }> {
    const items: RunState[] = [];
    let cursor: string | null = null;
    for await (const part of this.#parts(filter, filter.cursor, maxLookedAt)) {
      items.push(...(await this.#read(filter, part, filter.limit + 1 - items.length)));
      const last = items[filter.limit - 1];
      if (items.length > filter.limit && last)
        return { items: items.slice(0, filter.limit), nextCursor: last.id };
      cursor = part.isLast ? null : (part.from ?? null);
    }
    return { items, nextCursor: cursor };
  }

  /** Counts runs, up to 10,000. @param isVisible decides about the runs of a flow; about all when left out */
  async count(
    selection: RunSelection,
    isVisible?: (run: { branch: string; flow: string; environment: string | null }) => boolean,
  ): Promise<RunCount> {
    let runs = 0;
    let isComplete = false;
    // The environment is in no index: only a caller who does not see all runs needs it.
    const environment = isVisible ? (['environment'] as const) : [];
    for await (const part of this.#parts(selection, undefined, maxCountLookedAt)) {
      // Grouped apart: SQLite would read a whole index in the order of the groups.
      const matches = this.#select(selection, part)
        .select(['branch', 'flow', ...environment])
        .orderBy('id', 'desc');
      const rows = await this.storage.db
        .selectFrom(matches.limit(partSize).as('matches'))
        .select(({ fn }) => ['branch', 'flow', ...environment, fn.countAll<number>().as('runs')])
        .groupBy(['branch', 'flow', ...environment])
        .execute();
      for (const { environment: name = null, ...row } of rows)
        if (!isVisible || isVisible({ ...row, environment: name })) runs += Number(row.runs);
      if (runs > maxCounted) return { runs: maxCounted, isExact: false };
      isComplete = part.isLast;
    }
    return { runs, isExact: isComplete };
  }

  /** The paths that the newest 10,000 runs of a flow took, the last one taken first; at most 100. @param since ms since the epoch */
  async paths(branch: string, flow: string, since: number): Promise<TakenPath[]> {
    const { from = '' } = getIdRange({ since: new Date(since).toISOString() });
    const { db } = this.storage;
    const newest = db
      .selectFrom('runs')
      .select(['id', 'branch', 'path'])
      .where('flow', '=', flow)
      .where('id', '>=', from)
      .orderBy('id', 'desc')
      .limit(maxPathRuns);
    const rows = await db
      .selectFrom(newest.as('newest'))
      .select(({ fn }) => ['path', fn.countAll<number>().as('runs'), fn.max('id').as('last')])
      .where('branch', '=', branch)
      .where('path', 'is not', null)
      .groupBy('path')
      .orderBy('last', 'desc')
      .limit(maxPaths)
      .execute();
    return rows.map(({ path, runs, last }) => ({ path: String(path), runs: Number(runs), newest: last }));
  }

  async #read(filter: RunFilter, part: Part, limit: number): Promise<RunState[]> {
    // The ids apart: SQLite would read the rows of all runs of the part in place of an index that has what is compared.
    const ids = this.#select(filter, part).select('id').orderBy('id', 'desc').limit(limit);
    const query = this.storage.db
      .selectFrom('runs')
      .select(runColumnsWithoutData)
      .where('id', 'in', this.storage.db.selectFrom(ids.as('matches')).select('id'))
      .orderBy('id', 'desc');
    if (filter.hasData !== false)
      return (await query.select(['input', 'output', 'sealed']).execute()).map(fromRow);
    return (await query.execute()).map((row) =>
      fromRow({ ...row, input: 'null', output: null, sealed: null }),
    );
  }

  /** The runs of a part that a selection has. */
  #select(selection: RunSelection, { before, from }: Omit<Part, 'isLast'>) {
    let query = this.storage.db.selectFrom('runs').where((eb) => eb.and(getConditions(eb, selection)));
    if (before !== undefined) query = query.where('id', '<', before);
    if (from !== undefined) query = query.where('id', '>=', from);
    return query;
  }

  /**
   * Yields the parts of the index that serves a selection, the newest runs first, so that no statement looks at many runs.
   * Ends early at the bounds of a search.
   */
  async *#parts(selection: RunSelection, cursor: string | undefined, max: number): AsyncGenerator<Part> {
    const { from: first, before: end } = getIdRange(selection);
    const endsAt = Date.now() + maxSearchMs;
    let before = [cursor, end].filter((id) => id !== undefined).sort()[0];
    const isText = selection.q !== undefined;
    for (let looked = 0, size = isText ? textPartSize : firstPart; looked < max; looked += size) {
      if (looked > 0) await nextTurn();
      if (Date.now() > endsAt) return;
      if (looked > 0 && !isText) size = partSize;
      const from = await this.#findEnd(selection, { before, from: first }, size);
      yield { before, from: from ?? first, isLast: from === undefined };
      if (from === undefined) return;
      before = from;
    }
  }

  /** The id of the last run of the next part; undefined where the rest is smaller. */
  async #findEnd(
    selection: RunSelection,
    { before, from }: Omit<Part, 'isLast'>,
    size: number,
  ): Promise<string | undefined> {
    const indexed = (eb: ExpressionBuilder<Tables, 'runs'>) => eb.and(getIndexedConditions(eb, selection));
    let query = this.storage.db.selectFrom('runs').select('id').where(indexed);
    if (before !== undefined) query = query.where('id', '<', before);
    if (from !== undefined) query = query.where('id', '>=', from);
    const row = await query
      .orderBy('id', 'desc')
      .limit(1)
      .offset(size - 1)
      .executeTakeFirst();
    return row?.id;
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
