import { type BackOff, pauseAfter } from '../../back-off/index.js';
import { Problem } from '../../problems/index.js';
import { bind, type Storage, type Write } from '../../storage/index.js';
import type { StatusSink } from '../clients/open-forge.js';
import type { CommitStatus } from '../contract.js';

/** `pending` is told only when nothing better is known by then. */
const PENDING_AFTER_MS = 1_000;
const pauses: BackOff = { firstMs: 1_000, longestMs: 600_000 };
/** With the pauses above, about a day. */
const MAX_ATTEMPTS = 150;
const KEPT_MS = 30 * 24 * 3_600_000;

export interface StatusOutboxOptions {
  storage: Storage;
  sink: StatusSink;
  /** Called when the forge will not be told, and with each failed attempt. */
  onFailure(status: CommitStatus, problem: unknown, isFinal: boolean): void;
  /** The pause after the n-th failure, in milliseconds. */
  retryDelay?: (attempts: number) => number;
}

/** Tells a forge about commits: in its own time, again after a failure or a restart, only the newest word on each. */
export interface StatusOutbox {
  /**
   * For the transaction that notes what the statuses are about; `wake` when it is on disk. What has been told already is
   * not told again.
   */
  writes(statuses: readonly CommitStatus[]): readonly Write[];
  /** Has what is on disk told without delay. */
  wake(): void;
  /** What kept the last attempt from being taken; undefined once one was. */
  readonly trouble: StatusTrouble | undefined;
  /** Ends what is under way; the rest is told after the next start. */
  close(): Promise<void>;
}

export interface StatusTrouble {
  status: CommitStatus;
  problem: unknown;
  /** It is not tried again. */
  isFinal: boolean;
}

export function openStatusOutbox(options: StatusOutboxOptions): StatusOutbox {
  return new DurableStatusOutbox(options);
}

class DurableStatusOutbox implements StatusOutbox {
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  /** Something has come while others were being sent. */
  #hasMore = false;
  /** The forge wants to be left alone until then; ms since the epoch. */
  #restUntil = 0;
  #trouble: StatusTrouble | undefined;
  readonly #upsert;
  readonly #settle;
  readonly #forget;

  constructor(private readonly options: StatusOutboxOptions) {
    const { storage } = options;
    this.#upsert = storage.statement<{
      revision: string;
      branch: string;
      state: string;
      description: string;
      due_at: number;
      updated_at: number;
      attempts: number;
    }>((db, p) =>
      db
        .insertInto('commit_statuses')
        .values({
          revision: p.revision,
          branch: p.branch,
          state: p.state,
          description: p.description,
          due_at: p.due_at,
          updated_at: p.updated_at,
          attempts: p.attempts,
        })
        .onConflict((conflict) =>
          conflict
            .column('revision')
            .doUpdateSet({
              branch: p.branch,
              state: p.state,
              description: p.description,
              due_at: p.due_at,
              updated_at: p.updated_at,
              attempts: p.attempts,
            })
            .where((is) =>
              is.or([
                is('commit_statuses.state', '<>', is.ref('excluded.state')),
                is('commit_statuses.description', '<>', is.ref('excluded.description')),
              ]),
            ),
        ),
    );
    this.#settle = storage.statement<{
      due_at: number | null;
      attempts: number;
      revision: string;
      state: string;
      description: string;
    }>((db, p) =>
      db
        .updateTable('commit_statuses')
        .set({ due_at: p.due_at, attempts: p.attempts })
        .where('revision', '=', p.revision)
        // A newer word on the commit stays due.
        .where('state', '=', p.state)
        .where('description', '=', p.description),
    );
    this.#forget = storage.statement<{ before: number }>((db, p) =>
      db.deleteFrom('commit_statuses').where('updated_at', '<', p.before),
    );
    this.#wakeIn(0);
  }

  writes(statuses: readonly CommitStatus[]): readonly Write[] {
    if (statuses.length === 0) return [];
    const now = Date.now();
    const upserts = statuses.map((status) => {
      const dueAt = status.state === 'pending' ? now + PENDING_AFTER_MS : now;
      return bind(this.#upsert, { ...status, due_at: dueAt, updated_at: now, attempts: 0 });
    });
    return [...upserts, bind(this.#forget, { before: now - KEPT_MS })];
  }

  wake(): void {
    this.#wakeIn(0);
  }

  get trouble(): StatusTrouble | undefined {
    return this.#trouble;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#sending;
  }

  #wakeIn(ms: number): void {
    if (this.#closing.signal.aborted) return;
    if (this.#sending) {
      this.#hasMore = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#sending = this.#sendDue()
        // The database is away: looked at again a little later.
        .catch(() => pauses.longestMs / 10)
        .then((next) => {
          this.#sending = undefined;
          if (this.#hasMore || next !== undefined) this.#wakeIn(this.#hasMore ? 0 : (next ?? 0));
          this.#hasMore = false;
        });
    }, ms).unref();
  }

  /** Sends what is due, and answers with how long it is to the next; undefined when there is none. */
  async #sendDue(): Promise<number | undefined> {
    for (;;) {
      const next = await this.options.storage.db
        .selectFrom('commit_statuses')
        .selectAll()
        .where('due_at', 'is not', null)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      if (!next || next.due_at === null) return undefined;
      const wait = Math.max(next.due_at, this.#restUntil) - Date.now();
      if (wait > 0) return wait;
      const { revision, branch, description, attempts } = next;
      await this.#sendOne(
        { revision, branch, description, state: next.state as CommitStatus['state'] },
        attempts,
      );
      if (this.#closing.signal.aborted) return undefined;
    }
  }

  async #sendOne(status: CommitStatus, attempts: number): Promise<void> {
    const {
      sink,
      storage,
      onFailure,
      retryDelay = (failures) => pauseAfter(failures, pauses),
    } = this.options;
    let dueAt: number | null = null;
    try {
      await sink.setStatus(status, this.#closing.signal);
      this.#trouble = undefined;
    } catch (problem) {
      if (this.#closing.signal.aborted) return;
      const isHopeless = problem instanceof Problem && problem.code === 'forge_refused';
      const isFinal = isHopeless || attempts + 1 >= MAX_ATTEMPTS;
      if (problem instanceof Problem && problem.retryAfter !== undefined)
        this.#restUntil = Date.now() + problem.retryAfter * 1_000;
      if (!isFinal) dueAt = Date.now() + retryDelay(attempts + 1);
      this.#trouble = { status, problem, isFinal };
      onFailure(status, problem, isFinal);
    }
    const { revision, state, description } = status;
    const settled = { due_at: dueAt, attempts: attempts + 1, revision, state, description };
    await storage.commit({ collect: () => [bind(this.#settle, settled)] });
  }
}
