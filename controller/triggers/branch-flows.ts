import type { EntityRecord, Snapshot } from '../catalog/index.js';
import { type BackOff, pauseAfter } from '../concurrency/back-off.js';
import { untilAborted, within } from '../concurrency/signals.js';
import { type EventTrigger, type FlowPlan, ownTypes, type TriggerPlan } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { TriggersOptions } from './contract.js';
import { type Items, TriggerItems } from './items/trigger-items.js';

/** A start that events may cause: a flow by its own schedule, or by a trigger. */
export interface EventFlow {
  /** The name of the trigger, or `flow.<name>`. */
  id: string;
  /** The name of the flow. */
  name: string;
  trigger: EventTrigger | undefined;
  /** The text of the schedule, which decides whether collected events still fit. */
  schedule: string;
  /** The types of svc's own events that it starts by, or that a task of it may listen for. */
  own: readonly string[];
  /** Set when it starts nothing now; its occurrences are recorded as such. */
  skipped?: 'paused' | 'disabled';
  /** Of a trigger. */
  plan?: TriggerPlan;
}

/**
 * Matches the texts of flows that events may start, or that may listen for events; escapes of letters and of the end of a
 * line may hide the words. Other flows are not compiled, as that would take long for a large branch.
 */
const mayConsumeEvents = /schedule|listen|\\[xuU\r\n]/;

const eventFlows = new TriggerItems((kind, record) =>
  kind === 'flow' ? fromFlow(record) : fromTrigger(record),
);
/** By items, which many snapshots may share. */
const lists = new WeakMap<Items<EventFlow>, EventFlow[]>();

/** Returns the flows of a snapshot that can run and may consume events, and its triggers with an event. Takes turns. */
export async function getFlows(snapshot: Snapshot): Promise<EventFlow[]> {
  const items = await eventFlows.of(snapshot);
  const [failure] = items.failed.values();
  if (failure !== undefined) throw failure;
  const list = lists.get(items) ?? flowsFirst([...items.all.values()]);
  lists.set(items, list);
  return list;
}

/** An event starts the flows with a schedule of their own before those of triggers. */
function flowsFirst(all: readonly EventFlow[]): EventFlow[] {
  const isTrigger = ({ plan }: EventFlow): boolean => plan !== undefined;
  return [...all.filter((each) => !isTrigger(each)), ...all.filter(isTrigger)];
}

function fromFlow(record: EntityRecord): EventFlow | undefined {
  if (!mayConsumeEvents.test(record.text)) return undefined;
  const plan = record.compiled as FlowPlan | undefined;
  if (!plan) return undefined;
  const { name } = record;
  const { trigger } = plan;
  const schedule = JSON.stringify(plan.definition['schedule'] ?? null);
  // Keeps no plan: those of all flows would not fit into memory.
  const own = ownTypes.filter((type) => trigger?.mayConsume(type) || plan.mayListenFor(type));
  return { id: `flow.${name}`, name, trigger, schedule, own };
}

function fromTrigger({ name, compiled }: EntityRecord): EventFlow | undefined {
  const plan = compiled as TriggerPlan | undefined;
  const trigger = plan?.event;
  if (!trigger) return undefined;
  const skipped = plan.enabled ? {} : { skipped: 'disabled' as const };
  // The messages and items of a connection are no events of svc.
  const own = plan.from === undefined ? ownTypes.filter((type) => trigger.mayConsume(type)) : [];
  return { id: name, name: plan.flow, trigger, schedule: '', own, plan, ...skipped };
}

/** The longest time for which a branch that does not answer holds up the events of the others, in ms. */
const maxWaitMs = 2_000;
const retries: BackOff = { firstMs: 4_000, maxMs: 60_000 };

/** Reads the flows of branches. A branch that cannot be read, or does not answer, is asked again after a pause. */
export class BranchFlows {
  readonly #away = new Map<string, { error: unknown; failures: number; until: number }>();

  constructor(private readonly snapshots: Pick<TriggersOptions['snapshots'], 'fresh'>) {}

  /** True while a branch that could not be read is not asked again. */
  isAway(branch: string): boolean {
    return (this.#away.get(branch)?.until ?? 0) > performance.now();
  }

  /** Notes that a branch can be read. */
  answered(branch: string): void {
    this.#away.delete(branch);
  }

  /**
   * Returns the flows and triggers of a branch; undefined for a branch that is gone.
   * @throws Problem when the branch cannot be read at the moment, at once while `isAway`
   */
  async present(branch: string): Promise<EventFlow[] | undefined> {
    const before = this.#away.get(branch);
    if (before && this.isAway(branch)) throw before.error;
    const read = this.snapshots.fresh(branch).then(getFlows);
    // Also when the answer comes too late for this call.
    read.then(() => this.answered(branch)).catch(() => undefined);
    try {
      return await within(maxWaitMs, undefined, (signal) => untilAborted(read, signal));
    } catch (cause) {
      if (cause instanceof Problem && cause.code === 'branch_not_found') {
        this.answered(branch);
        return undefined;
      }
      const detail = `The branch \`${branch}\` did not answer within ${maxWaitMs / 1_000} s`;
      const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
      const error = isLate ? new Problem('not_ready', detail, { cause }) : cause;
      const failures = (before?.failures ?? 0) + 1;
      this.#away.set(branch, { error, failures, until: performance.now() + pauseAfter(failures, retries) });
      throw error;
    }
  }
}
