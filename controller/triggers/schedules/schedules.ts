import type { Snapshots } from '../../catalog/index.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { Timetable, TriggerPlan } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { isConstraintViolation } from '../../storage/index.js';
import type { TriggerKey } from '../items/trigger-key.js';
import type { Subscriptions } from '../messages/subscriptions.js';
import type { PollState, PollStore } from '../polls/poll-store.js';
import type { Polls } from '../polls/polls.js';
import type {
  Backfilled,
  BackfillSpan,
  OccurrenceView,
  TriggerPage,
  TriggerService,
  TriggerView,
} from './contract.js';
import { findDefinition, orderedDefinitions, type TriggerDefinition } from './definitions.js';
import { getOccurrence, stepTo } from './firing.js';
import type { Scheduler } from './scheduler.js';
import type { OccurrenceRow, TriggerRow } from './trigger-store.js';

export interface SchedulesOptions {
  scheduler: Scheduler;
  snapshots: Pick<Snapshots, 'fresh'>;
  /** Production and the active branches. */
  branches: readonly string[];
  /** True while no trigger starts anything. */
  isHeld(): boolean;
  subscriptions: Pick<Subscriptions, 'sync' | 'state'>;
  polls: Pick<Polls, 'sync'>;
  pollStore: Pick<PollStore, 'some'>;
  /** Returns the address of a webhook by its path. */
  hookAddress(branch: string, path: string): string;
}

const shownTimes = 3;
const shownOccurrences = 10;
/** The most times of one backfill. */
const maxBackfilled = 100;

/** Shows and controls the triggers of branches. */
export class Schedules implements TriggerService {
  constructor(private readonly options: SchedulesOptions) {}

  async list(
    branch: string,
    { limit, after = '', flow, isVisible }: TriggerPage,
  ): Promise<{ items: TriggerView[]; hasMore: boolean }> {
    const definitions: TriggerDefinition[] = [];
    const { all } = await orderedDefinitions(await this.options.snapshots.fresh(branch));
    for (const [id, definition] of all) {
      if (id <= after || (flow !== undefined && definition.plan.flow !== flow)) continue;
      if (isTurnOver()) await nextTurn();
      if (isVisible(id)) definitions.push(definition);
      if (definitions.length > limit) break;
    }
    const shown = definitions.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    const rows = new Map((await this.#store.some(branch, ids)).map((row) => [row.id, row]));
    const polls = await this.#polls(branch, shown);
    const items: TriggerView[] = [];
    for (const each of shown) {
      if (isTurnOver()) await nextTurn();
      const occurrences = await this.#store.last({ branch, id: each.id }, shownOccurrences);
      items.push(this.#view(branch, each, { row: rows.get(each.id), occurrences, poll: polls.get(each.id) }));
    }
    return { items, hasMore: definitions.length > limit };
  }

  async get(branch: string, name: string): Promise<TriggerView> {
    const definition = await this.#find(branch, name);
    const key = { branch, id: name };
    const occurrences = await this.#store.last(key, shownOccurrences);
    const poll = (await this.#polls(branch, [definition])).get(name);
    return this.#view(branch, definition, { row: await this.#store.find(key), occurrences, poll });
  }

  pause(branch: string, name: string, by: string): Promise<TriggerView> {
    return this.#change(branch, name, async (definition, row) => {
      if (row?.paused_at != null) return;
      const { scheduler } = this.options;
      const now = scheduler.now();
      const step = row ?? stepTo(now, undefined, 0, null);
      const key = { branch, id: name };
      const armed = row ? [] : [this.#store.arm(key, { timetable: definition.digest, ...step })];
      const { next_at, due_at, since, awaited_run } = step;
      const paused = { next_at, due_at, since, awaited_run, paused_at: now, paused_by: by };
      await this.#store.commit([...armed, this.#store.pause(key, paused)]);
    });
  }

  resume(branch: string, name: string): Promise<TriggerView> {
    return this.#change(branch, name, async ({ id, plan }, row) => {
      if (row?.paused_at == null) return;
      const now = this.options.scheduler.now();
      const { timetable } = plan;
      const { after } = timetable?.rules ?? {};
      const later = row.awaited_run === null && after !== undefined ? now + after : undefined;
      const next = later ?? timetable?.next(now);
      const jitter = next === undefined ? 0 : (timetable?.getJitter(`${branch} ${id}`, next) ?? 0);
      const step = stepTo(now, next, jitter, row.awaited_run);
      await this.#store.commit([this.#store.pause(row, { ...step, paused_at: null, paused_by: null })]);
    });
  }

  async fire(branch: string, name: string): Promise<OccurrenceView> {
    const { scheduler } = this.options;
    const { definition, timetable } = await this.#timed(branch, name);
    return scheduler.turns.run(`${branch} ${name}`, async () => {
      const key = { branch, id: name };
      const row = await this.#store.find(key);
      const after = timetable.rules.after !== undefined && row;
      for (let at = scheduler.now(); ; at++) {
        const occurrence = { ...getOccurrence(key, at, at), cause: 'fire' };
        try {
          const run = await scheduler.firing.run(key, definition, occurrence, (started) => [
            this.#store.record(started),
            ...(after ? [this.#store.advance(key, stepTo(at, undefined, 0, started.run_id))] : []),
          ]);
          return toView({ ...occurrence, run_id: run.id }, timetable);
        } catch (error) {
          // An occurrence of the same millisecond.
          if (!isConstraintViolation(error)) throw error;
        }
      }
    });
  }

  async backfill(branch: string, name: string, { from, to, dryRun }: BackfillSpan): Promise<Backfilled[]> {
    const { scheduler } = this.options;
    const { definition, timetable } = await this.#timed(branch, name);
    const key = { branch, id: name };
    const end = Math.min(Date.parse(to), scheduler.now());
    const times = timetable.following(Date.parse(from) - 1, maxBackfilled + 1).filter((at) => at <= end);
    if (times.length > maxBackfilled) {
      const detail = `The span has more than ${maxBackfilled} times of the trigger \`${name}\``;
      throw new Problem('backfill_too_large', detail);
    }
    return scheduler.turns.run(`${branch} ${name}`, async () => {
      const rows = await this.#store.between(key, Date.parse(from), end);
      const done = new Set(
        rows.filter(({ status }) => ['started', 'queued'].includes(status)).map(({ at }) => at),
      );
      const left = times.filter((at) => !done.has(at));
      const backfilled: Backfilled[] = [];
      for (const at of left) {
        const occurrence = { ...getOccurrence(key, at, scheduler.now()), cause: 'backfill' };
        const record = (started: OccurrenceRow) => [this.#store.replace(started)];
        const run = dryRun ? null : await scheduler.firing.run(key, definition, occurrence, record);
        backfilled.push({ time: timetable.zone.toInstantText(at), run: run?.id ?? null });
      }
      return backfilled;
    });
  }

  get #store() {
    return this.options.scheduler.store;
  }

  async #find(branch: string, name: string): Promise<TriggerDefinition> {
    const snapshot = await this.options.snapshots.fresh(branch);
    const definition = findDefinition(snapshot, name);
    if (definition) return definition;
    const detail = `There is no trigger \`${name}\` in service on the branch \`${branch}\``;
    const hints = [
      {
        text: 'List the triggers with {call}. The schedule of a flow is `flow.<name>`.',
        operation: 'list-trigger-states',
        arguments: { branch },
      },
    ];
    throw new Problem('trigger_not_found', detail, { hints });
  }

  /** Finds a trigger with times on a branch whose triggers fire. */
  async #timed(
    branch: string,
    name: string,
  ): Promise<{ definition: TriggerDefinition; timetable: Timetable }> {
    const definition = await this.#find(branch, name);
    const { timetable } = definition.plan;
    if (timetable && this.options.branches.includes(branch)) return { definition, timetable };
    const why = timetable ? `the triggers of \`${branch}\` do not fire` : 'it has no schedule';
    throw new Problem('trigger_not_scheduled', `The trigger \`${name}\` cannot be fired: ${why}`, {
      hints: [
        {
          text: 'Run its flow instead, with {call}.',
          operation: 'run-flow',
          arguments: { branch, flow: definition.plan.flow, parameters: {} },
        },
      ],
    });
  }

  async #change(
    branch: string,
    name: string,
    change: (definition: TriggerDefinition, row: TriggerRow | undefined) => Promise<void>,
  ): Promise<TriggerView> {
    const { scheduler } = this.options;
    const definition = await this.#find(branch, name);
    const key: TriggerKey = { branch, id: name };
    await scheduler.turns.run(`${branch} ${name}`, async () =>
      change(definition, await this.#store.find(key)),
    );
    void scheduler.wake();
    const { from, poll } = definition.plan;
    if (poll) await this.options.polls.sync(branch);
    else if (from !== undefined) await this.options.subscriptions.sync(branch);
    return this.get(branch, name);
  }

  /** The states of those triggers that poll, by their ids. */
  async #polls(branch: string, definitions: readonly TriggerDefinition[]): Promise<Map<string, PollState>> {
    const ids = definitions.filter(({ plan }) => plan.poll).map(({ id }) => id);
    return ids.length === 0 ? new Map() : this.options.pollStore.some(branch, ids);
  }

  #view(
    branch: string,
    definition: TriggerDefinition,
    { row, occurrences, poll }: StoredTrigger,
  ): TriggerView {
    const { id, plan } = definition;
    const { timetable, flow, environment, enabled } = plan;
    const isActive = this.options.branches.includes(branch) && !this.options.isHeld();
    const paused = row?.paused_at ?? null;
    const state = paused !== null ? 'paused' : enabled ? 'active' : 'disabled';
    return {
      name: id,
      flow,
      kind: timetable ? 'schedule' : plan.webhook ? 'webhook' : 'event',
      state: isActive ? state : 'inactive',
      environment: environment ?? null,
      timeZone: timetable?.rules.timeZone ?? null,
      address: plan.webhook ? this.options.hookAddress(branch, plan.webhook.path) : null,
      next: isActive && state === 'active' ? this.#nextTimes(timetable, row, poll) : [],
      occurrences: occurrences.map((each) => toView(each, timetable)),
      messages: this.#messages(branch, plan),
      poll: toPollView(plan, poll, isActive && state === 'active'),
      pausedAt: paused === null ? null : new Date(paused).toISOString(),
      pausedBy: row?.paused_by ?? null,
    };
  }

  #messages(branch: string, { from: connection, environment, poll }: TriggerPlan): TriggerView['messages'] {
    if (connection === undefined || poll) return null;
    const key = { branch, connection, ...(environment === undefined ? {} : { environment }) };
    const state = this.options.subscriptions.state(key);
    const nothing = { status: 'stopped' as const, since: null, received: 0, detail: null };
    return { connection, ...(state ?? nothing) };
  }

  #nextTimes(
    timetable: Timetable | undefined,
    row: TriggerRow | undefined,
    poll: PollState | undefined,
  ): string[] {
    if (!timetable) return poll ? [new Date(poll.next_at).toISOString()] : [];
    const stored = row?.next_at ?? undefined;
    const times =
      timetable.rules.after !== undefined
        ? [stored].filter((at) => at !== undefined)
        : timetable.following((stored ?? this.options.scheduler.now()) - 1, shownTimes);
    return times.map((at) => timetable.zone.toInstantText(at));
  }
}

/** The rows of a trigger. */
interface StoredTrigger {
  row: TriggerRow | undefined;
  occurrences: readonly OccurrenceRow[];
  poll: PollState | undefined;
}

function toPollView(
  { from: connection = '', poll: plan }: TriggerPlan,
  state: PollState | undefined,
  isActive: boolean,
): TriggerView['poll'] {
  if (!plan) return null;
  const { action, digest } = plan;
  // The state of another action or key is about to be replaced.
  const current = state?.digest === digest ? state : undefined;
  const status = current?.has_list === 1 ? 'polling' : 'starting';
  const {
    problem = null,
    note = null,
    was_changed = 0,
    begun_at,
    polled_at = null,
    items = 0,
  } = current ?? {};
  const fault: string | null = problem === null ? null : JSON.parse(problem).detail;
  const begun = begun_at === undefined ? null : new Date(begun_at).toISOString();
  const changed = was_changed === 1 ? `${restarted} ${begun}` : null;
  return {
    connection,
    action,
    status: !isActive ? 'stopped' : problem === null ? status : 'failing',
    since: begun,
    polledAt: polled_at === null ? null : new Date(polled_at).toISOString(),
    items,
    detail: fault ?? note ?? changed,
  };
}

const restarted =
  'The connection, environment, action, `key` or `since` was changed: items that were there then count as seen, since';

function toView(row: OccurrenceRow, timetable: Timetable | undefined): OccurrenceView {
  const { at, cause, status, reason, run_id, problem } = row;
  return {
    time: timetable?.zone.toInstantText(at) ?? new Date(at).toISOString(),
    cause: cause as OccurrenceView['cause'],
    status: status as OccurrenceView['status'],
    reason: reason as OccurrenceView['reason'],
    run: run_id,
    problem: problem === null ? null : JSON.parse(problem),
  };
}
