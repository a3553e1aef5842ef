import { Inbox, missed } from '../../concurrency/inbox.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { type Abortable, BoundedWait, untilAborted } from '../../concurrency/signals.js';
import { Problem } from '../../problems/index.js';
import type { Sealing } from '../../security/vault/contract.js';
import { type JournalEntry, opened } from '../journal/journal-entry.js';
import type { RunFollowers } from '../journal/journal-writer.js';
import { isFinal, type Run, type RunState, toRun } from '../journal/run-state.js';
import type { RunStore } from '../journal/run-store.js';
import type { EndWatch } from './end-watch.js';
import {
  findLastFault,
  LatestTasks,
  type ListedTask,
  type LogEntry,
  type TaskRecord,
  type TaskSelection,
  Timeline,
  toLogEntry,
} from './journal-views.js';
import type { RunFilter, RunList } from './run-list.js';
import { TaskLines } from './task-lines.js';

interface RunInMemory {
  readonly state: RunState;
  readonly journal: { readonly unwritten: readonly JournalEntry[] };
}

/** The runs in memory, which are newer than their rows in the database. */
interface RunsInMemory {
  /** A run that executes. */
  active(id: string): RunInMemory | undefined;
  /** A run in the queue. */
  waiting(id: string): RunInMemory | undefined;
}

interface RunReaderOptions {
  store: RunStore;
  stored: RunList;
  inMemory: RunsInMemory;
  followers: RunFollowers;
  sealing: Pick<Sealing, 'maskJson' | 'open'>;
  /** Finds the ends of runs that other nodes have; undefined where there are none. */
  elsewhere?: EndWatch | undefined;
}

/** A page of the executions of a run. */
export interface TaskPage {
  items: ListedTask[];
  /** `after` of the next page; undefined on the last one. */
  next: number | undefined;
}

/** The lines of a log that are read. */
export interface LogSelection {
  /** Only lines with a number above this one. */
  after?: number | undefined;
  /** Only lines with a number below this one. */
  before?: number | undefined;
  limit: number;
  /** True for the last of these lines; the first ones when left out. */
  last?: boolean | undefined;
  /** The name or the reference of a task, or the key of one execution: only its lines. */
  task?: string | undefined;
}

/** How often the log of a run that another node has is read. */
const lookEveryMs = 300;

/** Reads runs, from memory while they execute and from the database otherwise. */
export class RunReader {
  readonly stored: RunList;

  constructor(private readonly options: RunReaderOptions) {
    this.stored = options.stored;
  }

  async find(id: string): Promise<RunState | undefined> {
    const { inMemory, store } = this.options;
    return (inMemory.active(id) ?? inMemory.waiting(id))?.state ?? (await store.find(id));
  }

  /** @throws Problem run_not_found */
  async state(id: string): Promise<RunState> {
    const state = await this.find(id);
    if (!state) throw new Problem('run_not_found', `There is no run \`${id}\``);
    return state;
  }

  async get(id: string): Promise<Run> {
    return this.view(await this.state(id));
  }

  async list(filter: RunFilter): Promise<{ items: Run[]; nextCursor: string | null }> {
    const { inMemory } = this.options;
    const page = await this.stored.list(filter);
    const items = page.items.map((state) => this.view(inMemory.active(state.id)?.state ?? state));
    return { items, nextCursor: page.nextCursor };
  }

  /** Resolves with the run and its secrets, for another run, once its end is durable. @throws the signal's reason */
  async ended(id: string, signal: AbortSignal): Promise<RunState> {
    const { end, stop } = this.#followEnd(id);
    try {
      return this.options.store.reveal(await untilAborted(end, signal));
    } finally {
      stop();
    }
  }

  /** The run, once its end is durable; pending for ever after `stop`. */
  #followEnd(id: string): { readonly end: Promise<RunState>; stop(): void } {
    const { followers, store } = this.options;
    let unwatch = (): void => {};
    let unfollow = (): void => {};
    const waitForEnd = new Promise<RunState | undefined>((resolve, reject) => {
      const left = () => {
        unwatch();
        unwatch = this.#watch(id, () => resolve(undefined));
      };
      unfollow = followers.add(id, { ended: resolve, left });
      if (this.#isHere(id)) return;
      // A run in memory reports its end; any other may have ended before.
      left();
      store.find(id).then((state) => state && isFinal(state.status) && resolve(state), reject);
    });
    const stop = () => {
      unfollow();
      unwatch();
    };
    return { end: waitForEnd.then((state) => state ?? this.state(id)), stop };
  }

  #isHere(id: string): boolean {
    const { inMemory } = this.options;
    return inMemory.active(id) !== undefined || inMemory.waiting(id) !== undefined;
  }

  /** Calls `notify` when a run that another node may have has ended. */
  #watch(id: string, notify: () => void): () => void {
    return this.options.elsewhere?.add(id, notify) ?? (() => {});
  }

  /** See `RunService.wait`. */
  async wait(id: string, ms: number, signal?: Abortable): Promise<Run> {
    const state = await this.state(id);
    if (isFinal(state.status) && !this.options.inMemory.active(id)) return this.view(state);
    const { end, stop } = this.#followEnd(id);
    const wait = new BoundedWait(ms, signal);
    try {
      const ended = await Promise.race([end, wait.over]);
      return ended ? this.view(ended) : this.get(id);
    } finally {
      wait.release();
      stop();
    }
  }

  /** See `RunService.taskPage`. */
  async taskPage(id: string, selection: TaskSelection = {}): Promise<TaskPage> {
    const timeline = new Timeline(selection);
    const mayMatter = (text: string) => timeline.mayMatter(text);
    for await (const piece of this.#pieces(id, selection.after ?? 0, mayMatter)) {
      timeline.add(piece);
      if (timeline.isComplete || timeline.awaitsEnds) break;
      if (isTurnOver()) await nextTurn();
    }
    if (timeline.awaitsEnds) await this.#addEnds(id, timeline);
    return { items: timeline.records, next: timeline.hasMore ? timeline.lastSeq : undefined };
  }

  /** Looks for the ends of executions from the end of the journal: what a loop is in ended after all of its rounds. */
  async #addEnds(id: string, timeline: Timeline): Promise<void> {
    for await (const piece of this.#lastPieces(id, (text) => timeline.mayMatter(text))) {
      timeline.addEnds(piece);
      if (timeline.isComplete || (piece[0]?.seq ?? 0) <= timeline.lastSeq) return;
      if (isTurnOver()) await nextTurn();
    }
  }

  /** See `RunService.latestTasks`. */
  async latestTasks(id: string): Promise<ListedTask[]> {
    const latest = new LatestTasks();
    for await (const piece of this.#pieces(id, 0)) {
      latest.add(piece);
      if (isTurnOver()) await nextTurn();
    }
    return latest.records;
  }

  /** See `RunService.findFault`. */
  async findFault(id: string, reference: string): Promise<TaskRecord | undefined> {
    for await (const piece of this.#lastPieces(id, (text) => text.includes('"faulted"'))) {
      const fault = findLastFault(piece, reference);
      if (fault) return fault;
      if (isTurnOver()) await nextTurn();
    }
    return undefined;
  }

  /** See `RunService.logs`. */
  async logs(id: string, selection: LogSelection): Promise<LogEntry[]> {
    const { after = 0, before, limit, last = false, task } = selection;
    const selected = task === undefined ? undefined : new TaskLines(task);
    // Which lines are those of one execution is known from its beginning on.
    if (last && !selected?.isOfExecution) return this.#lastLines(id, selection, selected);
    const lines: LogEntry[] = [];
    const mayMatter = (text: string) => selected?.mayMatter(text) ?? true;
    for await (const piece of this.#pieces(id, selected?.isOfExecution ? 0 : after, mayMatter)) {
      for (const entry of piece) {
        if (before !== undefined && entry.seq >= before) break;
        const line = toLogEntry(entry);
        if (line && (selected?.take(line) ?? true) && line.seq > after) lines.push(line);
      }
      if (last) lines.splice(0, lines.length - limit);
      else if (lines.length >= limit) break;
      if (before !== undefined && (piece.at(-1)?.seq ?? 0) >= before) break;
      if (isTurnOver()) await nextTurn();
    }
    return lines.slice(0, limit);
  }

  /** The last lines, read from the end of the journal. */
  async #lastLines(
    id: string,
    { after = 0, before, limit }: LogSelection,
    selected: TaskLines | undefined,
  ): Promise<LogEntry[]> {
    const pieces: LogEntry[][] = [];
    let count = 0;
    let firstSeq = before ?? Number.POSITIVE_INFINITY;
    for await (const piece of this.#lastPieces(id, () => true, before)) {
      const lines = piece
        .filter(({ seq }) => seq > after && seq < firstSeq)
        .flatMap((entry) => toLogEntry(entry) ?? [])
        .filter((line) => selected?.take(line) ?? true);
      // Lines that were not on disk may be there by now.
      firstSeq = Math.min(firstSeq, piece[0]?.seq ?? firstSeq);
      pieces.unshift(lines);
      count += lines.length;
      if (count >= limit || firstSeq <= after + 1) break;
      if (isTurnOver()) await nextTurn();
    }
    return pieces.flat().slice(-limit);
  }

  /** See `RunService.follow`. Yields each line once and in order. @throws Problem run_not_found */
  async *follow(id: string, after: number, signal: AbortSignal, task?: string): AsyncGenerator<LogEntry> {
    const selected = task === undefined ? undefined : new TaskLines(task);
    const inbox = new Inbox<JournalEntry>();
    let unwatch = (): void => {};
    const elsewhere = () => {
      unwatch();
      const end = this.#watch(id, () => inbox.end());
      // Entries of another node are read from the database.
      const look = this.options.elsewhere && setInterval(() => inbox.miss(), lookEveryMs).unref();
      unwatch = () => {
        end();
        clearInterval(look);
      };
    };
    const unfollow = this.options.followers.add(id, {
      entry: (entry) => inbox.put(entry),
      ended: () => inbox.end(),
      left: elsewhere,
    });
    if (!this.#isHere(id)) elsewhere();
    let last = after;
    function* unseen(entries: readonly JournalEntry[]): Generator<LogEntry> {
      for (const entry of entries) {
        if (entry.seq <= last) continue;
        last = entry.seq;
        const line = toLogEntry(entry);
        if (line && (selected?.take(line) ?? true)) yield line;
      }
    }
    try {
      const state = await this.state(id);
      if (isFinal(state.status) && state.endedAt !== null) inbox.end();
      for await (const piece of this.#pieces(id, after)) yield* unseen(piece);
      for await (const entry of inbox.drain(signal)) {
        if (entry !== missed) yield* unseen([entry]);
        else for await (const piece of this.#pieces(id, last)) yield* unseen(piece);
      }
      // The last lines of a run that ended elsewhere.
      if (this.options.elsewhere && !signal.aborted)
        for await (const piece of this.#pieces(id, last)) yield* unseen(piece);
    } finally {
      unfollow();
      unwatch();
    }
  }

  /** The whole journal with secrets, entry by entry, including those that are not on disk yet. @throws Problem run_not_found */
  async *entries(id: string): AsyncGenerator<JournalEntry> {
    const { sealing } = this.options;
    for await (const piece of this.#pieces(id, 0)) {
      for (const entry of piece) yield opened(entry, sealing);
      if (isTurnOver()) await nextTurn();
    }
  }

  /** Entries with a number above `after`, including those that are not on disk yet. @throws Problem run_not_found */
  async *#pieces(
    id: string,
    after: number,
    mayMatter?: (text: string) => boolean,
  ): AsyncGenerator<readonly JournalEntry[]> {
    await this.state(id);
    const unwritten = this.options.inMemory.active(id)?.journal.unwritten.slice() ?? [];
    let last = after;
    for await (const piece of this.options.store.journalPieces(id, after, mayMatter)) {
      last = piece.at(-1)?.seq ?? last;
      yield piece;
    }
    yield unwritten.filter((entry) => entry.seq > last);
  }

  /** Pieces of the journal from its end back to its beginning, including what is not on disk yet. @throws Problem run_not_found */
  async *#lastPieces(
    id: string,
    mayMatter: (text: string) => boolean,
    before?: number,
  ): AsyncGenerator<readonly JournalEntry[]> {
    await this.state(id);
    const unwritten = this.options.inMemory.active(id)?.journal.unwritten.slice() ?? [];
    if (unwritten.length > 0) yield unwritten;
    yield* this.options.store.lastPieces(id, mayMatter, before);
  }

  /** The run as callers see it. */
  view(state: RunState): Run {
    return toRun(state, this.options.sealing);
  }
}
