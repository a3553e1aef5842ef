import type { JsonObject } from '../../../schemas/json/types.js';
import type { KeyedMutex } from '../../concurrency/turns.js';
import { Problem } from '../../problems/index.js';
import type { Run, RunService } from '../../runs/contract.js';
import { isConstraintViolation, type Write } from '../../storage/index.js';
import type { TriggerKey } from '../items/trigger-key.js';
import type { TriggerDefinition } from './definitions.js';
import type { OccurrenceRow, Step, TriggerRow, TriggerStore } from './trigger-store.js';

export interface FiringOptions {
  store: TriggerStore;
  runs: Pick<RunService, 'start' | 'cancel'>;
  /** By branch and id: a trigger acts, and is changed, by one caller at a time. */
  turns: KeyedMutex;
  now(): number;
  /** Called when the end of a run decides the next start of a trigger. */
  awaits(runId: string): void;
  /** Called with each occurrence that has started a run or is skipped. */
  settled(outcome: 'started' | 'skipped'): void;
  /** Called with each occurrence that starts no run because of a problem. */
  failed(key: TriggerKey, at: number, problem: unknown): void;
  /** Called when occurrences were missed and start no run. */
  missed(key: TriggerKey, from: number, to: number): void;
}

/** The most occurrences that start after a time without the service, and the most that wait for a run to end. */
export const maxMissed = 100;
const maxQueued = 100;
/** The pause before another attempt while the queue of runs is full, and the shortest one after a start was refused. */
const retryMs = 5_000;

/** Acts on occurrences: each is recorded in the transaction that accepts its run and moves the trigger on. */
export class Firing {
  constructor(private readonly options: FiringOptions) {}

  /**
   * Acts on a trigger that is due.
   * @param servedSince occurrences that were due before it were missed
   */
  async act(row: TriggerRow, definition: TriggerDefinition, servedSince: number): Promise<void> {
    const { timetable } = definition.plan;
    const at = row.next_at;
    if (!timetable || at === null) return;
    // `due_at` may have been put off since.
    const isMissed = at + timetable.getJitter(`${row.branch} ${row.id}`, at) < servedSince;
    const refusal = findRefusal(row, definition);
    if (isMissed && (refusal !== undefined || timetable.rules.missed === 'skip')) {
      if (refusal === undefined) this.options.missed(row, at, servedSince);
      return this.#commit([this.#advance(row, definition, timetable.next(Math.max(at, servedSince - 1)))]);
    }
    if (refusal !== undefined) return this.#skip(row, definition, at, refusal, timetable.next(at));
    if (!isMissed) return this.#start(row, definition, at, timetable.next(at));
    const limit = timetable.rules.missed === 'all' ? maxMissed : 1;
    const [first = at, second] = timetable.last(at, servedSince - 1, limit);
    if (first > at) this.options.missed(row, at, first);
    return this.#start(row, definition, first, second ?? timetable.next(Math.max(first, servedSince - 1)));
  }

  /** Acts on a trigger that waited for the end of a run. @param endedAt null if the run is no longer kept */
  async released(row: TriggerRow, definition: TriggerDefinition, endedAt: number | null): Promise<void> {
    const { store, now, awaits } = this.options;
    const { after } = definition.plan.timetable?.rules ?? {};
    if (after !== undefined) {
      return this.#commit([this.#advance(row, definition, (endedAt ?? now()) + after, null)]);
    }
    const step = { ...getStep(row), awaited_run: null };
    const refusal = findRefusal(row, definition);
    if (refusal !== undefined)
      return this.#commit([store.skipQueued(row, refusal, now()), store.advance(row, step)]);
    const running = (await store.unfinished(row)).at(-1);
    if (running !== undefined) {
      awaits(running);
      return this.#commit([store.advance(row, { ...step, awaited_run: running })]);
    }
    for (const queued of await store.withStatus(row, 'queued', maxQueued))
      if (await this.#startQueued(row, definition, queued)) return;
    await this.#commit([store.advance(row, step)]);
  }

  /** @returns false when the occurrence cannot start, which is recorded @throws Problem that may pass */
  async #startQueued(
    row: TriggerRow,
    definition: TriggerDefinition,
    queued: OccurrenceRow,
  ): Promise<boolean> {
    const { store, now } = this.options;
    try {
      await this.run(row, definition, queued, (started) => [
        store.replace(started),
        store.advance(row, { ...getStep(row), awaited_run: started.run_id }),
      ]);
      return true;
    } catch (error) {
      if (mayPass(error)) throw error;
      const outcome = getOutcome(error);
      if (outcome.status === 'failed') this.options.failed(row, queued.at, error);
      await this.#commit([store.replace({ ...queued, ...outcome, recorded_at: now() })]);
      return false;
    }
  }

  /**
   * Starts the run of an occurrence. The writes of `record`, which has the occurrence as started, are made with the run, or
   * neither is.
   * @throws Problem as `RunService.start`; the database's error when the writes break a constraint
   */
  async run(
    { branch, id }: TriggerKey,
    { plan }: TriggerDefinition,
    occurrence: OccurrenceRow,
    record: (started: OccurrenceRow & { run_id: string }) => readonly Write[],
  ): Promise<Run> {
    const { runs, now, awaits } = this.options;
    const { at, cause } = occurrence;
    const time = plan.timetable?.zone.toInstantText(at) ?? new Date(at).toISOString();
    const about: JsonObject = { time, trigger: id, cause };
    const isAwaited = plan.timetable?.rules.overlap === 'queue' || plan.timetable?.rules.after !== undefined;
    const input = ((await plan.toInput?.(about)) ?? {}) as JsonObject;
    const run = await runs.start({
      branch,
      flow: plan.flow,
      principal: `trigger/${branch}/${id}`,
      trigger: 'schedule',
      input,
      ...(plan.environment === undefined ? {} : { environment: plan.environment }),
      writesWith: (runId) => {
        if (isAwaited) awaits(runId);
        const started = { status: 'started', reason: null, problem: null, run_id: runId, recorded_at: now() };
        return record({ ...occurrence, ...started });
      },
    });
    this.options.settled('started');
    return run;
  }

  async #start(row: TriggerRow, definition: TriggerDefinition, at: number, next: number | undefined) {
    const { store, now } = this.options;
    if (await this.#isHeldBack(row, definition, at, next)) return;
    const { overlap, after } = definition.plan.timetable?.rules ?? {};
    const occurrence = getOccurrence(row, at, now());
    try {
      await this.run(row, definition, occurrence, (started) => {
        const { run_id } = started;
        const awaited = overlap === 'queue' ? run_id : row.awaited_run;
        const isLast = after !== undefined;
        const moved = isLast
          ? store.advance(row, stepTo(now(), undefined, 0, run_id))
          : this.#advance(row, definition, next, awaited);
        return [store.record(started), moved];
      });
    } catch (error) {
      if (isConstraintViolation(error)) return this.#commit([this.#advance(row, definition, next)]);
      if (mayPass(error) && (next === undefined || next > now())) {
        return this.#commit([store.advance(row, { ...getStep(row), due_at: now() + retryMs })]);
      }
      if (error instanceof Problem && error.code === 'flow_disabled') {
        return this.#skip(row, definition, at, 'disabled', next);
      }
      this.options.failed(row, at, error);
      const failed = { ...occurrence, ...getOutcome(error) };
      // Without the end of a run to wait for, short delays would be a loop of failures.
      const later = after === undefined ? next : now() + Math.max(after, retryMs);
      return this.#commit([store.recordOnce(failed), this.#advance(row, definition, later)]);
    }
  }

  /** Applies the rule for overlaps. @returns true when the occurrence does not start now */
  async #isHeldBack(row: TriggerRow, definition: TriggerDefinition, at: number, next: number | undefined) {
    const { store, runs, now, awaits } = this.options;
    const { overlap } = definition.plan.timetable?.rules ?? {};
    if (overlap === undefined || overlap === 'allow') return false;
    const running = await store.unfinished(row);
    if (overlap === 'cancel') {
      await Promise.all(running.map((id) => runs.cancel(id).catch(ignoreEnded)));
      return false;
    }
    const queued = overlap === 'queue' ? await store.withStatus(row, 'queued', maxQueued) : [];
    const awaited = running.at(-1) ?? (queued.length > 0 ? row.awaited_run : null);
    if (awaited === null) return false;
    if (overlap === 'skip' || queued.length >= maxQueued) {
      await this.#skip(row, definition, at, 'overlap', next);
      return true;
    }
    awaits(awaited);
    const waiting = { ...getOccurrence(row, at, now()), status: 'queued' };
    await this.#commit([store.recordOnce(waiting), this.#advance(row, definition, next, awaited)]);
    return true;
  }

  async #skip(
    row: TriggerRow,
    definition: TriggerDefinition,
    at: number,
    reason: 'overlap' | 'paused' | 'disabled',
    next: number | undefined,
  ): Promise<void> {
    const skipped = { ...getOccurrence(row, at, this.options.now()), status: 'skipped', reason };
    await this.#commit([this.options.store.recordOnce(skipped), this.#advance(row, definition, next)]);
    this.options.settled('skipped');
  }

  /** @param next undefined for a schedule whose next time the end of a run decides: it is tried again then */
  #advance(
    row: TriggerRow,
    definition: TriggerDefinition,
    next: number | undefined,
    awaited: string | null = row.awaited_run,
  ): Write {
    const { store, now } = this.options;
    const { timetable } = definition.plan;
    const { after } = timetable?.rules ?? {};
    const at = next ?? (after === undefined ? undefined : now() + after);
    const jitter = at === undefined ? 0 : (timetable?.getJitter(`${row.branch} ${row.id}`, at) ?? 0);
    return store.advance(row, stepTo(now(), at, jitter, awaited));
  }

  #commit(writes: readonly Write[]): Promise<void> {
    return this.options.store.commit(writes);
  }
}

export function stepTo(now: number, at: number | undefined, jitter: number, awaited: string | null): Step {
  const due = at === undefined ? null : at + jitter;
  return { next_at: at ?? null, due_at: due, since: now, awaited_run: awaited };
}

function getStep({ next_at, due_at, since, awaited_run }: TriggerRow): Step {
  return { next_at, due_at, since, awaited_run };
}

export function getOccurrence({ branch, id }: TriggerKey, at: number, now: number): OccurrenceRow {
  const nothing = { reason: null, run_id: null, problem: null };
  return { branch, trigger_id: id, at, cause: 'schedule', status: 'started', ...nothing, recorded_at: now };
}

function findRefusal(
  { paused_at }: TriggerRow,
  { plan }: TriggerDefinition,
): 'paused' | 'disabled' | undefined {
  return paused_at !== null ? 'paused' : plan.enabled ? undefined : 'disabled';
}

/** A refusal that another attempt may not meet. */
function mayPass(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'queue_full' || error.code === 'storage_failed');
}

function getOutcome(error: unknown): Pick<OccurrenceRow, 'status' | 'reason' | 'problem'> {
  if (error instanceof Problem && error.code === 'flow_disabled')
    return { status: 'skipped', reason: 'disabled', problem: null };
  const isProblem = error instanceof Problem;
  const code = isProblem ? error.code : 'internal';
  const detail = isProblem ? error.message : 'The service failed; its log has the reason';
  return { status: 'failed', reason: null, problem: JSON.stringify({ code, detail }) };
}

function ignoreEnded(error: unknown): void {
  const isOver = error instanceof Problem && ['run_state_conflict', 'run_not_found'].includes(error.code);
  if (!isOver) throw error;
}
