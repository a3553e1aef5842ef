import { Problem } from '../problems/index.js';
import { TimeLimit } from '../signals/index.js';
import type { LogEntry, Run, RunFilter, TaskRecord } from './contract.js';
import type { Floor } from './floor.js';
import { follow } from './follow.js';
import type { JournalEntry } from './journal.js';
import { isFinal, type RunState, toRun } from './state.js';
import { toLogEntry, toTasks } from './views.js';

/** What can be seen of runs: in memory where they are under way, in the database otherwise. */
export class Reading {
  constructor(private readonly floor: Floor) {}

  async find(id: string): Promise<RunState | undefined> {
    const { dispatcher, store } = this.floor;
    return (dispatcher.active(id) ?? dispatcher.waiting(id))?.state ?? (await store.find(id));
  }

  /** @throws Problem run_not_found */
  async state(id: string): Promise<RunState> {
    const state = await this.find(id);
    if (!state) throw new Problem('run_not_found', `There is no run \`${id}\``);
    return state;
  }

  async get(id: string): Promise<Run> {
    return this.#view(await this.state(id));
  }

  async list(filter: RunFilter): Promise<{ items: Run[]; nextCursor: string | null }> {
    const states = await this.floor.store.list(filter);
    const page = states.slice(0, filter.limit);
    const items = page.map((state) => this.#view(this.floor.dispatcher.active(state.id)?.state ?? state));
    return { items, nextCursor: states.length > filter.limit ? (page.at(-1)?.id ?? null) : null };
  }

  /** The run as another run sees it, with secrets, once its end is durable. @throws the signal's reason */
  async ended(id: string, signal: AbortSignal): Promise<RunState> {
    const { live, store } = this.floor;
    let stop = (): void => {};
    let onAbort = (): void => {};
    const end = new Promise<void>((resolve, reject) => {
      stop = live.listen(id, { ended: resolve });
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    // An abort while the database is asked is noticed by the `await` below.
    end.catch(() => {});
    try {
      const stored = await store.find(id);
      if (stored && isFinal(stored.status)) return store.reveal(stored);
      signal.throwIfAborted();
      await end;
      return store.reveal(await this.state(id));
    } finally {
      stop();
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** See `RunService.wait`. */
  async wait(id: string, ms: number, signal?: AbortSignal): Promise<Run> {
    const run = await this.get(id);
    if (isFinal(run.status) && !this.floor.dispatcher.active(id)) return run;
    const limit = new TimeLimit(ms, signal);
    try {
      return this.#view(await this.ended(id, limit.signal));
    } catch (error) {
      if (limit.signal.aborted) return this.get(id);
      throw error;
    } finally {
      limit.release();
    }
  }

  async tasks(id: string): Promise<TaskRecord[]> {
    return toTasks(await this.#entries(id, 0));
  }

  async logs(id: string, after: number, limit: number): Promise<LogEntry[]> {
    const lines = (await this.#entries(id, after)).map(toLogEntry).filter((entry) => entry !== undefined);
    return lines.slice(0, limit);
  }

  follow(id: string, after: number, signal: AbortSignal): AsyncIterable<LogEntry> {
    const sources = {
      live: this.floor.live,
      entriesOf: (runId: string, from: number) => this.#entries(runId, from),
      stateOf: (runId: string) => this.state(runId),
    };
    return follow(sources, id, after, signal);
  }

  #view(state: RunState): Run {
    return toRun(state, this.floor.surroundings.sealing);
  }

  async #entries(id: string, after: number): Promise<JournalEntry[]> {
    await this.state(id);
    const unwritten = this.floor.dispatcher.active(id)?.pending().slice() ?? [];
    const stored = await this.floor.store.journal(id, after);
    const last = stored.at(-1)?.seq ?? after;
    return [...stored, ...unwritten.filter((entry) => entry.seq > last)];
  }
}
