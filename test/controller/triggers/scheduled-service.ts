import { expect } from 'vitest';
import type { Snapshot } from '../../../controller/catalog/index.js';
import { trigger as triggerKind } from '../../../controller/kinds/trigger/kind.js';
import { Problem } from '../../../controller/problems/index.js';
import type { RunRequest } from '../../../controller/runs/contract.js';
import { createRowId, type Storage } from '../../../controller/storage/index.js';
import { Scheduler, Schedules } from '../../../controller/triggers/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { openStorage } from '../storage/engines.js';

export const minute = 60_000;
export const begin = Date.parse('2026-03-02T00:00:30Z');
const branches = ['main', 'next'];

/** The schedules of a service with a clock that tests set, and with runs that only begin. */
export class ScheduledService {
  now = begin;
  started: (RunRequest & { id: string })[] = [];
  cancelled: string[] = [];
  /** Problems of occurrences. */
  failed: unknown[] = [];
  /** Failures of the schedules themselves. */
  reported: unknown[] = [];
  refusal: Problem | undefined;
  /** The time of each commit. */
  committedAt: number | undefined;
  /** Branches without a snapshot. */
  readonly unreadable = new Set<string>();
  scheduler!: Scheduler;
  schedules!: Schedules;
  readonly #definitions = new Map<string, Map<string, unknown>>();
  readonly #snapshots = new Map<string, Snapshot>();
  #revision = 0;

  private constructor(readonly storage: Storage) {}

  static async create(): Promise<ScheduledService> {
    return new ScheduledService(await openStorage(':memory:'));
  }

  async close(): Promise<void> {
    await this.scheduler?.stop();
    await this.storage.close();
  }

  define(name: string, definition: JsonObject, branch = 'main'): void {
    const compiled = triggerKind.compile?.({ kind: 'trigger', name, flow: 'report', ...definition });
    expect(compiled?.findings).toEqual([]);
    this.set(name, compiled?.compiled, branch);
  }

  /** Puts a compiled trigger into service; undefined removes it. */
  set(name: string, compiled: unknown, branch = 'main'): void {
    const known = this.#definitions.get(branch) ?? new Map();
    if (compiled === undefined) known.delete(name);
    else known.set(name, compiled);
    this.#definitions.set(branch, known);
    this.#revision += 1;
  }

  compiled(name: string): unknown {
    return this.#definitions.get('main')?.get(name);
  }

  readonly #awaited = new Map<string, () => void>();

  /** Applies what was defined, as a pass over the branch does. */
  apply(branch = 'main'): Promise<void> {
    return this.scheduler.sync(this.#snapshot(branch));
  }

  /** Starts the service again: a process that ended without a stop is one that is left as it is. */
  async start(): Promise<void> {
    const snapshots = {
      peek: (branch: string) => (this.unreadable.has(branch) ? undefined : this.#snapshot(branch)),
      current: async (branch: string) => this.#read(branch),
      fresh: async (branch: string) => this.#read(branch),
    };
    this.scheduler = new Scheduler({
      storage: this.storage,
      snapshots,
      branches,
      now: () => this.now,
      runs: {
        start: (request) => this.#start(request),
        cancel: async (id) => this.cancelled.push(id) as never,
        onEnded: (id, listener) => void this.#awaited.set(id, listener),
      },
      committedAt: async () => this.committedAt,
      settled: () => {},
      missed: () => {},
      failed: (_, __, problem) => this.failed.push(problem),
      report: (error) => this.reported.push(error),
    });
    this.schedules = new Schedules({
      isHeld: () => false,
      hookAddress: (branch, path) => `https://svc.test/${branch}/${path}`,
      scheduler: this.scheduler,
      snapshots,
      branches,
      subscriptions: { sync: async () => {}, state: () => undefined },
      polls: { sync: async () => {} },
      pollStore: { some: async () => new Map() },
    });
    await this.scheduler.start();
  }

  async end(id: string | undefined): Promise<void> {
    await this.storage.commit([
      { sql: 'update runs set ended_at = ? where id = ?', values: [this.now, id ?? ''] },
    ]);
    this.#awaited.get(id ?? '')?.();
    await this.scheduler.wake();
  }

  async pass(ms: number): Promise<void> {
    for (const until = this.now + ms; this.now < until; ) {
      this.now = Math.min(until, this.now + minute);
      await this.scheduler.wake();
    }
  }

  times(): unknown[] {
    return this.started.map(({ input }) => (input as JsonObject)['time']);
  }

  async outcomes(name = 'nightly'): Promise<string[]> {
    const { occurrences } = await this.schedules.get('main', name);
    const texts = occurrences.map(
      ({ time, status, reason }) => `${time.slice(11, 16)} ${status}${reason === null ? '' : ` ${reason}`}`,
    );
    return texts.reverse();
  }

  #read(branch: string): Snapshot {
    if (this.unreadable.has(branch)) throw new Problem('branch_not_found', `There is no branch ${branch}`);
    return this.#snapshot(branch);
  }

  #snapshot(branch: string): Snapshot {
    const known = this.#snapshots.get(branch);
    if (known?.revision === String(this.#revision)) return known;
    const present = new Map(this.#definitions.get(branch));
    const list = [...present].map(([name, compiled]) => ({ name, compiled }));
    const snapshot = {
      branch,
      revision: String(this.#revision),
      changedNames: () => undefined,
      list: (kind: string) => (kind === 'trigger' ? list : []),
      get: (kind: string, name: string) =>
        kind === 'trigger' && present.has(name) ? { name, compiled: present.get(name) } : undefined,
    } as unknown as Snapshot;
    this.#snapshots.set(branch, snapshot);
    return snapshot;
  }

  async #start(request: RunRequest) {
    if (this.refusal) throw this.refusal;
    const id = createRowId();
    const sql = `insert into runs (id, flow, branch, revision, status, trigger, principal, input, created_at, closure)
      values (?, 'report', 'main', 'r', 'running', 'schedule', 'p', '{}', 0, 'c')`;
    await this.storage.commit([...(request.writesWith?.(id) ?? []), { sql, values: [id] }]);
    this.started.push({ ...request, id });
    return { id } as never;
  }
}
