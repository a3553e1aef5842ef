import { setTimeout as delay } from 'node:timers/promises';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical } from '../../../schemas/json/values.js';
import type { Snapshot } from '../../catalog/index.js';
import { type BackOff, pauseAfter } from '../../concurrency/back-off.js';
import { LongTimer } from '../../concurrency/long-timer.js';
import { within } from '../../concurrency/signals.js';
import { Semaphore } from '../../concurrency/turns.js';
import type { PollPlan, TriggerPlan } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import type { NewEvent, RunEngine } from '../../runs/contract.js';
import type { Write } from '../../storage/index.js';
import type { TriggerKey } from '../items/trigger-key.js';
import { type PolledSource, toItemEvent } from './item-event.js';
import type { PollState, PollStore } from './poll-store.js';
import { comparePositions } from './positions.js';
import { type ItemList, maxItems, maxPages, type NewItem, readItems } from './read-items.js';

/** The call of an action on behalf of a trigger. */
interface PollCall {
  branch: string;
  connection: string;
  environment: string | undefined;
  trigger: string;
  action: string;
  input: JsonObject;
}

export interface PollsOptions {
  store: PollStore;
  /** Production and the active branches. */
  branches: readonly string[];
  peek(branch: string): Snapshot | undefined;
  /** Returns the ids of the paused triggers of a branch. */
  paused(branch: string): Promise<Pick<ReadonlySet<string>, 'has'>>;
  /** Calls an action that only reads. @throws Problem */
  read(call: PollCall, signal: AbortSignal): Promise<Json>;
  events: Pick<RunEngine['events'], 'collect' | 'committed'>;
  /** Called when the polls of a trigger begin to fail, fail in another way, or succeed again (without an error). */
  changed(key: TriggerKey, error: unknown): void;
  retries?: BackOff;
  now?: () => number;
}

interface Polled extends PolledSource {
  key: TriggerKey;
  plan: PollPlan;
  /** Changes with everything that a poll depends on. */
  digest: string;
}

interface Running {
  polled: Polled;
  stopping: AbortController;
  /** The last one that is known. */
  state: PollState | undefined;
  ended: Promise<void>;
}

/** Polls at the same time. */
const atOnce = 8;
/** The time of one poll with all its pages, in ms. */
const maxPollMs = 5 * 60_000;
/** Items that start the flow in one poll, and that are accepted in one transaction. */
const maxStarted = 500;
const acceptedAtOnce = 100;
const maxAcceptedBytes = 1 << 20;
/** The pause before the items that a poll has left. */
const soonMs = 5_000;
const usualRetries: BackOff = { firstMs: 5_000, maxMs: 15 * 60_000 };
/** One failure may be a restart of the application. */
const failuresBeforeAlarm = 3;
/** A server that asks for a longer pause is asked after a day. */
const maxRetryAfterMs = 24 * 3_600_000;

/**
 * Polls the applications of all triggers that ask for it. A new item becomes an event of the branch in the transaction that
 * notes its key: it starts one run, whatever happens to the process. Only the leading node polls; what was seen is in
 * the database, so that the next one goes on.
 */
export class Polls {
  readonly #running = new Map<string, Running>();
  readonly #places = new Semaphore(atOnce);
  #isStopped = false;
  #syncing: Promise<void> = Promise.resolve();

  constructor(private readonly options: PollsOptions) {}

  /** Forgets the branches that poll no more, and begins with the others. */
  async start(): Promise<void> {
    const { store, branches } = this.options;
    const gone = (await store.list()).filter(({ branch }) => !branches.includes(branch));
    for (const key of gone) await store.storage.commit(store.forget(key));
    await Promise.all(branches.map((branch) => this.sync(branch)));
  }

  /** Begins and ends the polls that the newest snapshot of a branch asks for; one call follows the other. Never rejects. */
  sync(branch: string): Promise<void> {
    this.#syncing = this.#syncing
      .then(() => this.#sync(branch))
      .catch((error) => this.options.changed({ branch, id: '' }, error));
    return this.#syncing;
  }

  /** The number of triggers that poll, and those whose polls failed several times, or leave items out. */
  summary(): { polling: number; failing: { branch: string; trigger: string; detail: string }[] } {
    const all = [...this.#running.values()];
    const failing = all.flatMap(({ polled: { key }, state }) => {
      const { problem = null, failures = 0 } = state ?? {};
      if (problem === null || (failures > 0 && failures < failuresBeforeAlarm)) return [];
      return [{ branch: key.branch, trigger: key.id, detail: JSON.parse(problem).detail as string }];
    });
    return { polling: all.length, failing };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { stopping } of this.#running.values()) stopping.abort(ending);
    await this.#syncing;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  async #sync(branch: string): Promise<void> {
    const { branches, peek, paused, store } = this.options;
    const snapshot = branches.includes(branch) ? peek(branch) : undefined;
    if (!snapshot || this.#isStopped) return;
    const all = getPolled(snapshot);
    const resting = all.length === 0 ? new Set<string>() : await paused(branch);
    const expected = new Map(
      all
        .filter(({ isEnabled, key }) => isEnabled && !resting.has(key.id))
        .map((each) => [each.key.id, each]),
    );
    const replaced = new Set<string>();
    for (const [name, running] of this.#running) {
      const { key, digest } = running.polled;
      if (key.branch !== branch || expected.get(key.id)?.digest === digest) continue;
      this.#running.delete(name);
      running.stopping.abort(ending);
      await running.ended;
      replaced.add(key.id);
    }
    const names = new Set(all.map(({ key }) => key.id));
    for (const key of await store.list())
      if (key.branch === branch && !names.has(key.id)) await store.storage.commit(store.forget(key));
    if (this.#isStopped) return;
    for (const each of expected.values()) {
      const name = toJsonText([branch, each.key.id]);
      if (!this.#running.has(name)) this.#running.set(name, this.#begin(each, replaced.has(each.key.id)));
    }
  }

  #begin(polled: Polled, isReplaced: boolean): Running {
    const running: Running = {
      polled,
      stopping: new AbortController(),
      state: undefined,
      ended: Promise.resolve(),
    };
    running.ended = this.#keep(running, isReplaced);
    return running;
  }

  /** Polls until the trigger rests. What fails inside of svc is tried again. */
  async #keep(running: Running, isReplaced: boolean): Promise<void> {
    const { polled, stopping } = running;
    const { signal } = stopping;
    let state: PollState | undefined;
    for (let failures = 0; !signal.aborted; ) {
      try {
        state ??= await this.#open(polled, isReplaced);
        running.state = state;
        await until(state.next_at, signal);
        state = await this.#places.run(async () => this.#poll(running, state as PollState), signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        state = undefined;
        failures += 1;
        this.options.changed(polled.key, error);
        const pause = pauseAfter(failures, this.options.retries ?? usualRetries);
        await delay(pause, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Reads what the trigger has seen. Another connection, action, key or `since` begins from now. */
  async #open({ key, plan }: Polled, isReplaced: boolean): Promise<PollState> {
    const { store } = this.options;
    const now = this.#now();
    const before = await store.find(key);
    if (before?.digest === plan.digest) {
      // A correction is tried at once, and a shorter pause holds at once; a server that asked for a pause gets it.
      const isTried = isReplaced && before.problem !== null;
      const latest = isTried ? now : now + plan.everyMs;
      return {
        ...before,
        next_at: before.problem !== null && !isTried ? before.next_at : Math.min(before.next_at, latest),
      };
    }
    const state: PollState = {
      branch: key.branch,
      trigger_id: key.id,
      digest: plan.digest,
      begun_at: Math.max(now, (before?.begun_at ?? 0) + 1),
      was_changed: before ? 1 : 0,
      has_list: 0,
      since: null,
      next_at: now,
      polled_at: null,
      items: 0,
      failures: 0,
      problem: null,
      note: null,
    };
    await store.storage.commit([...store.forgetKeys(key), store.save(state)]);
    return state;
  }

  /** Makes one poll, and stores what came of it. @throws errors of the database, and of a trigger that rests */
  async #poll(running: Running, state: PollState): Promise<PollState> {
    const { polled, stopping } = running;
    const now = this.#now();
    let list: ItemList;
    try {
      list = await within(maxPollMs, stopping.signal, (signal) => this.#read(polled, state, now, signal));
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      return this.#save(running, this.#afterFailure(state, toProblem(error)));
    }
    return this.#save(running, await this.#take(polled, state, list, now));
  }

  async #save(running: Running, state: PollState): Promise<PollState> {
    const { store } = this.options;
    await store.storage.commit([store.save(state)]);
    const { problem } = state;
    const isReported = problem === running.state?.problem;
    running.state = state;
    if (isReported) return state;
    const { code, detail } = problem === null ? {} : JSON.parse(problem);
    this.options.changed(running.polled.key, problem === null ? undefined : new Problem(code, detail));
    return state;
  }

  #read({ key, plan, ...source }: Polled, state: PollState, now: number, signal: AbortSignal) {
    const { store, read } = this.options;
    const { connection, action, environment } = source;
    return readItems({
      plan,
      progress: {
        since: state.since,
        start: new Date(state.begun_at).toISOString(),
        time: new Date(now).toISOString(),
      },
      call: (input) =>
        read({ branch: key.branch, trigger: key.id, connection, action, environment, input }, signal),
      findKnown: (hashes) => store.findKnown(state, hashes),
      isPassed: isPassed(plan, state),
    });
  }

  /** Notes the new items of a list as seen, or makes them events. @returns the state after it, for the caller to store */
  async #take(polled: Polled, state: PollState, list: ItemList, now: number): Promise<PollState> {
    const { plan } = polled;
    const isSeen = isPassed(plan, state);
    const taken = isSeen ? await this.#pass(state, list, now) : await this.#accept(polled, state, list, now);
    if (list.fresh.length > 0) await this.options.store.trim(taken, list.listed);
    const left = isSeen ? 0 : Math.max(list.fresh.length - maxStarted, 0);
    const hasMoved = !isSame(taken.since, state.since);
    const isPart = !list.isWhole && list.isAscending && hasMoved;
    const problem = findProblem(list, isPart || isSeen);
    return {
      ...taken,
      // The items that were there at the beginning may be more than one poll reads.
      has_list: isSeen && isPart ? 0 : 1,
      next_at: this.#now() + (left > 0 || isPart ? soonMs : plan.everyMs),
      polled_at: now,
      failures: 0,
      problem: problem === undefined ? null : toJsonText({ code: problem.code, detail: problem.message }),
      note: getNote(left, isPart),
    };
  }

  /** Notes all items of the list as seen. */
  async #pass(state: PollState, { fresh, greatest }: ItemList, now: number): Promise<PollState> {
    const { store } = this.options;
    const passed = { ...state, since: greater(state.since, greatest) };
    await store.storage.commit([
      ...fresh.map(({ hash }) => store.addKey(passed, hash, now)),
      store.save(passed),
    ]);
    return passed;
  }

  /** Makes events of new items: an event, its key and the place of the last item are one transaction. */
  async #accept(polled: Polled, state: PollState, list: ItemList, now: number): Promise<PollState> {
    const { store, events } = this.options;
    // Items of a list that goes on would be left out for good, were their places passed.
    const mayMove = list.isWhole || list.isAscending;
    let accepted = state;
    for (const chunk of inChunks(list.fresh.slice(0, maxStarted))) {
      const last = chunk.at(-1)?.position ?? null;
      const next: PollState = {
        ...accepted,
        items: accepted.items + chunk.length,
        since: mayMove ? greater(accepted.since, last) : accepted.since,
      };
      const created: NewEvent[] = chunk.map((item) => toItemEvent(item, state, polled, now));
      const seen: Write[] = chunk.map(({ hash }) => store.addKey(state, hash, now));
      await store.storage.commit({ collect: () => [...events.collect(created), ...seen, store.save(next)] });
      events.committed();
      accepted = next;
    }
    return accepted;
  }

  #afterFailure(state: PollState, problem: Problem): PollState {
    const failures = state.failures + 1;
    const requested = Math.min((problem.retryAfter ?? 0) * 1_000, maxRetryAfterMs);
    const pause = Math.max(pauseAfter(failures, this.options.retries ?? usualRetries), requested);
    const { code, message: detail } = problem;
    return {
      ...state,
      next_at: this.#now() + pause,
      failures,
      problem: toJsonText({ code, detail: detail.slice(0, maxDetailLength) }),
    };
  }

  #now(): number {
    return this.options.now?.() ?? Date.now();
  }
}

const maxDetailLength = 1_000;
const ending = new Error('the polls of the trigger end');

/** @throws the error unless it is a problem of the application or the trigger: of the database, or a defect */
function toProblem(error: unknown): Problem {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  const detail = `The poll has not ended within ${maxPollMs / 60_000} minutes`;
  const problem = isLate ? new Problem('action_timeout', detail, { cause: error }) : error;
  if (!(problem instanceof Problem) || problem.code === 'storage_failed') throw error;
  return problem;
}

/** True for a first list whose items count as seen. */
function isPassed({ start }: PollPlan, { has_list, was_changed }: PollState): boolean {
  return has_list === 0 && (start === 'now' || was_changed === 1);
}

/** Returns what is wrong with a list, although its other items were taken. */
function findProblem(list: ItemList, isRead: boolean): Problem | undefined {
  const faults = [list.fault ?? []].flat();
  if (!list.isWhole && !isRead)
    faults.push(
      `The list is longer than one poll reads (${maxPages} pages, ${maxItems.toLocaleString('en')} items, 16 MiB of new items): what comes after that is not seen. Let \`arguments\` ask for items from \`.since\` on, the least first`,
    );
  return faults.length === 0 ? undefined : new Problem('poll_items_invalid', faults.join('. '));
}

function getNote(left: number, isPart: boolean): string | null {
  const seconds = soonMs / 1_000;
  if (left > 0) {
    const items = left === 1 ? 'One more new item starts' : `${left} more new items start`;
    return `${items} the flow in polls of ${maxStarted}, the next one after ${seconds} s`;
  }
  return isPart ? `The list goes on, and is read further after ${seconds} s` : null;
}

function greater(left: Json, right: Json): Json {
  if (left === null || right === null) return left ?? right;
  return comparePositions(left, right) >= 0 ? left : right;
}

function isSame(left: Json, right: Json): boolean {
  return left === null || right === null ? left === right : comparePositions(left, right) === 0;
}

function* inChunks(items: readonly NewItem[]): Generator<readonly NewItem[]> {
  let chunk: NewItem[] = [];
  let bytes = 0;
  for (const item of items) {
    if (chunk.length >= acceptedAtOnce || (chunk.length > 0 && bytes + item.bytes > maxAcceptedBytes)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += item.bytes;
  }
  if (chunk.length > 0) yield chunk;
}

/** The triggers of a snapshot that poll. */
function getPolled(snapshot: Snapshot): (Polled & { isEnabled: boolean })[] {
  const { branch } = snapshot;
  return snapshot.list('trigger').flatMap(({ name: id, compiled, definition }) => {
    const { poll: plan, from: connection, environment, enabled } = (compiled ?? {}) as Partial<TriggerPlan>;
    if (plan === undefined || connection === undefined) return [];
    // Any environment may be the default one, which a setting decides.
    const environments = snapshot
      .list('environment')
      .filter(({ name }) => environment === undefined || name === environment);
    const parts = [
      definition['event'] ?? null,
      environment ?? null,
      snapshot.get('connection', connection)?.definition ?? null,
      environments.map((each) => each.definition),
    ];
    const about = { key: { branch, id }, plan, connection, action: plan.action, environment };
    return [{ ...about, digest: canonical(parts), isEnabled: enabled !== false }];
  });
}

/** Resolves at a time, ms since the epoch. @throws the reason of the signal */
function until(due: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = new LongTimer();
    const stop = (): void => {
      timer.stop();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    timer.start(due, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}
