import { sql } from 'kysely';
import { parseJsonText } from '../../../schemas/json/json-text.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { Sealing } from '../../security/vault/contract.js';
import {
  bind,
  insertOnceStatement,
  insertStatement,
  type Storage,
  updateStatement,
  upsertStatement,
  type Write,
  type WriteUnit,
} from '../../storage/index.js';
import { cutAnswer, type JournalEntry, opened, Recorded, toTexts } from './journal-entry.js';
import { fromRow, type RunState, reveal, toRow } from './run-state.js';
import { UnfinishedRuns } from './unfinished-runs.js';

/** The part of `RunDocuments` that is stored. */
interface Pinned {
  readonly id: string;
  readonly text: string;
  releaseText(): void;
}

/** The number of the first entry in the next row of a journal. */
const next = sql<
  number | null
>`(select min(later.first_seq) from journal later where later.run_id = journal.run_id and later.first_seq > journal.first_seq)`.as(
  'next',
);

/** Rows of a journal that are read at once: a run that calls much has thousands, of a few entries each. */
const pageRows = 256;
/** Bytes of the rows that are read at once, unless one row has more. */
const pageBytes = 512 * 1024;
const entryBytes = sql<number>`octet_length(entries)`.as('bytes');

/** How often a member stores the documents of its runs again. */
const touchEveryMs = 3_600_000;

/** The SQL of runs, compiled once. Methods that write return the writes for the caller to commit. */
export class RunStore {
  readonly #insertRun;
  readonly #updateRun;
  readonly #insertJournal;
  readonly #updateJournal;
  readonly #insertDocuments;
  readonly #touchDocuments;
  readonly #removeDocuments;
  /** Ids of documents that are on disk, with the time at which this process last stored them. */
  readonly #stored = new BoundedMap<string, number>(4_096);
  readonly unfinished: UnfinishedRuns;
  /** The id of this node where it is a member, which has its runs for itself; null for any other node. */
  readonly owner: string | null;

  constructor(
    private readonly storage: Storage,
    private readonly sealing: Sealing,
  ) {
    const changing = [
      'status',
      'output',
      'error',
      'started_at',
      'ended_at',
      'waiting_for',
      'wake_at',
      'sealed',
      'owner',
      'failed_task',
      'error_type',
      'error_status',
      'path',
    ] as const;
    const fixed = [
      'id',
      'flow',
      'branch',
      'revision',
      'branch_revision',
      'environment',
      'trigger',
      'principal',
      'input',
      'created_at',
      'parent_run_id',
      'closure',
      'idempotency_key',
      'request_digest',
      'trace',
      'causes',
      'retry_of',
      'single_results',
    ] as const;
    this.#insertRun = storage.statement<ReturnType<typeof toRow>>((db, p) => {
      const row = Object.fromEntries([...fixed, ...changing].map((name) => [name, p[name]])) as typeof p;
      const before = sql<number | null>`(select max(seq) from branch_events)`;
      return db.insertInto('runs').values({ ...row, events_before: before });
    });
    this.#updateRun = updateStatement(storage, 'runs', changing, ['id']);
    this.#insertJournal = insertStatement(storage, 'journal', ['run_id', 'first_seq', 'entries']);
    this.#updateJournal = updateStatement(storage, 'journal', ['entries'], ['run_id', 'first_seq']);
    this.#insertDocuments = insertOnceStatement(storage, 'closures', ['id', 'content']);
    this.unfinished = new UnfinishedRuns(storage);
    this.owner = storage.node?.role === 'member' ? storage.node.id : null;
    this.#touchDocuments = upsertStatement(storage, 'closures', ['id'], ['content', 'touched_at']);
    this.#removeDocuments = storage.statement<{ id: string; before: number }>((db, p) =>
      db
        .deleteFrom('closures')
        .where('id', '=', p.id)
        .where(({ or, eb }) => or([eb('touched_at', 'is', null), eb('touched_at', '<', p.before)]))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('runs').select('id').where('closure', '=', p.id))),
        ),
    );
  }

  insertRun(state: RunState): Write {
    return bind(this.#insertRun, toRow(state, this.sealing));
  }

  updateRun(state: RunState): Write {
    return bind(this.#updateRun, toRow(state, this.sealing));
  }

  /** The state with its secrets, which only runs may see. */
  reveal(state: RunState): RunState {
    return reveal(state, this.sealing);
  }

  /** The whole journal with secrets, for a run that continues. Requests are answered while it is read. */
  async recorded(runId: string): Promise<Recorded> {
    const recorded = new Recorded();
    for await (const piece of this.#pieces(runId)) {
      recorded.size += piece.length;
      recorded.maxRowSize = Math.max(recorded.maxRowSize, piece.length);
      for (const entry of parseJsonText(piece) as JournalEntry[]) recorded.add(opened(entry, this.sealing));
      if (isTurnOver()) await nextTurn();
    }
    return recorded;
  }

  /** The number of the last entry of the journal; 0 for an empty journal. */
  async lastSeq(runId: string): Promise<number> {
    const rows = this.storage.db.selectFrom('journal').where('run_id', '=', runId).select('entries');
    const row = await rows.orderBy('first_seq', 'desc').limit(1).executeTakeFirst();
    return row === undefined ? 0 : ((parseJsonText(row.entries) as JournalEntry[]).at(-1)?.seq ?? 0);
  }

  /** The stored form of entries. */
  toText(entries: readonly JournalEntry[]): string {
    return toTexts(entries, this.sealing);
  }

  /** @param entries the stored form of entries, numbered from `firstSeq` without a gap */
  appendJournal(runId: string, firstSeq: number, entries: string): Write {
    return bind(this.#insertJournal, { run_id: runId, first_seq: firstSeq, entries });
  }

  /**
   * Returns the writes that replace the stored answers of a run by marks.
   * @param maxBytes of the JSON of an answer that is kept; -1 for none
   */
  async cutAnswers(runId: string, maxBytes: number): Promise<Write[]> {
    const writes: Write[] = [];
    for await (const piece of this.#pieces(runId)) {
      const entries = parseJsonText(piece) as JournalEntry[];
      const kept = entries.map((entry) => {
        const whole = opened(entry, this.sealing);
        const cut = cutAnswer(whole, maxBytes);
        return cut === whole ? entry : cut;
      });
      const first = entries[0]?.seq;
      if (first !== undefined && kept.some((entry, index) => entry !== entries[index]))
        writes.push(
          bind(this.#updateJournal, { run_id: runId, first_seq: first, entries: this.toText(kept) }),
        );
      if (isTurnOver()) await nextTurn();
    }
    return writes;
  }

  /** The write that a new run needs before its own; none when the documents are on disk. */
  insertDocuments(documents: Pinned): Write[] {
    const { id } = documents;
    const storedAt = this.#stored.get(id);
    if (this.owner === null) {
      // The text is made again at each reading, and seldom needed.
      return storedAt !== undefined ? [] : [bind(this.#insertDocuments, { id, content: documents.text })];
    }
    // The leader removes what no run is pinned to; it waits for twice this time.
    const now = Date.now();
    if (storedAt !== undefined && now - storedAt < touchEveryMs) return [];
    return [bind(this.#touchDocuments, { id, content: documents.text, touched_at: now })];
  }

  /** Notes that a run with these documents is on disk. */
  markStored(documents: Pinned): void {
    const storedAt = this.#stored.get(documents.id);
    const isLate = this.owner !== null && storedAt !== undefined && Date.now() - storedAt >= touchEveryMs;
    if (storedAt !== undefined && !isLate) return;
    this.#stored.set(documents.id, Date.now());
    documents.releaseText();
  }

  /**
   * Removes documents that no run is pinned to when the transaction begins. Runs that are accepted from now on store them
   * again, so that a run in the same transaction has its documents, before or after this write.
   */
  removeDocuments(id: string): Write {
    this.#stored.delete(id);
    return bind(this.#removeDocuments, { id, before: Date.now() - 2 * touchEveryMs });
  }

  /** Documents with ids above `after`, in their order. @returns `isUsed`: a run is pinned to them */
  async listDocuments(after: string, limit: number): Promise<{ id: string; isUsed: boolean }[]> {
    const rows = await this.storage.db
      .selectFrom('closures')
      .select('id')
      .select(({ exists, selectFrom }) =>
        exists(selectFrom('runs').select('id').whereRef('closure', '=', 'closures.id')).as('used'),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, used }) => ({ id, isUsed: Boolean(used) }));
  }

  /** Commits writes, or those that the unit has when the transaction begins. */
  commit(unit: WriteUnit | readonly Write[]): Promise<void> {
    return this.storage.commit(unit);
  }

  async find(id: string): Promise<RunState | undefined> {
    const row = await this.storage.db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
    return row && fromRow(row);
  }

  async findByIdempotencyKey(key: string): Promise<RunState | undefined> {
    const row = await this.storage.db
      .selectFrom('runs')
      .selectAll()
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    return row && fromRow(row);
  }

  /** The content of stored `RunDocuments`. */
  async documents(id: string): Promise<string | undefined> {
    const row = await this.storage.db
      .selectFrom('closures')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.content;
  }

  /** The whole journal with secrets, entry by entry. */
  async *entries(runId: string): AsyncGenerator<JournalEntry> {
    for await (const piece of this.journalPieces(runId))
      for (const entry of piece) yield opened(entry, this.sealing);
  }

  /**
   * Entries with a number above `after`, as they were written: a reader holds one piece at a time, and may stop.
   * @param mayMatter decides by the JSON of a piece whether it is read; true for a piece that has none of the entries costs time only
   */
  async *journalPieces(
    runId: string,
    after = 0,
    mayMatter: (text: string) => boolean = () => true,
  ): AsyncGenerator<JournalEntry[]> {
    // Parsing takes most of the time of a long journal.
    for await (const piece of this.#pieces(runId, after))
      if (mayMatter(piece)) yield (parseJsonText(piece) as JournalEntry[]).filter(({ seq }) => seq > after);
  }

  /**
   * Entries as they were written, in pieces from the last one back to the first; the entries of a piece are in their order.
   * @param mayMatter as that of `journalPieces`
   * @param before the first piece is the one with the entries before this number; it may have later ones
   */
  async *lastPieces(
    runId: string,
    mayMatter: (text: string) => boolean,
    before = Number.MAX_SAFE_INTEGER,
  ): AsyncGenerator<JournalEntry[]> {
    const rows = this.storage.db.selectFrom('journal').where('run_id', '=', runId);
    for (let end = before; ; ) {
      const earlier = rows.where('first_seq', '<', end);
      const sized = earlier.select(['first_seq', entryBytes]).orderBy('first_seq', 'desc').limit(pageRows);
      const first = findLastOfPage(await sized.execute());
      if (first === undefined) return;
      const page = await earlier
        .select('entries')
        .where('first_seq', '>=', first)
        .orderBy('first_seq', 'desc')
        .execute();
      for (const { entries } of page) if (mayMatter(entries)) yield parseJsonText(entries) as JournalEntry[];
      end = first;
    }
  }

  /** The JSON texts of the rows that hold entries with a number above `after`. */
  async *#pieces(runId: string, after = 0): AsyncGenerator<string> {
    const rows = this.storage.db.selectFrom('journal').where('run_id', '=', runId);
    const holder = rows.select('first_seq').where('first_seq', '<=', after + 1);
    // The row that the next entry is in; rows that hold only earlier entries are not read.
    const firstRow =
      after === 0 ? undefined : await holder.orderBy('first_seq', 'desc').limit(1).executeTakeFirst();
    // Most journals have one row.
    const row = await rows
      .select(['entries', next])
      .where('first_seq', '>=', firstRow?.first_seq ?? after)
      .orderBy('first_seq')
      .limit(1)
      .executeTakeFirst();
    if (row) yield row.entries;
    for (let from = row?.next ?? undefined; from !== undefined; ) {
      const later = rows.where('first_seq', '>=', from);
      const sized = later.select(['first_seq', entryBytes]).orderBy('first_seq').limit(pageRows);
      const last = findLastOfPage(await sized.execute());
      if (last === undefined) return;
      const page = await later
        .select('entries')
        .where('first_seq', '<=', last)
        .orderBy('first_seq')
        .execute();
      for (const { entries } of page) yield entries;
      from = last + 1;
    }
  }
}

/** Returns the `first_seq` of the last row that is read together with those before it; undefined without rows. */
function findLastOfPage(rows: readonly { first_seq: number; bytes: number }[]): number | undefined {
  let last: number | undefined;
  let bytes = 0;
  for (const row of rows) {
    bytes += row.bytes;
    if (last !== undefined && bytes > pageBytes) break;
    last = row.first_seq;
  }
  return last;
}
