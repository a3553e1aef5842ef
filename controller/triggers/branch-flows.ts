import type { Snapshot } from '../catalog/index.js';
import { untilAborted } from '../concurrency/signals.js';
import type { EventTrigger, FlowPlan, TriggerPlan } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { TriggersOptions } from './contract.js';

/** A start that events may cause: a flow by its own schedule, or by a trigger. */
export interface EventFlow {
  /** The name of the trigger, or `flow.<name>`. */
  id: string;
  /** The name of the flow. */
  name: string;
  trigger: EventTrigger | undefined;
  /** The text of the schedule, which decides whether collected events still fit. */
  schedule: string;
  /** Of a flow: true for a type that a task of it may listen for. */
  listensFor?: FlowPlan['mayListenFor'];
  /** Set when it starts nothing now; its occurrences are recorded as such. */
  skipped?: 'paused' | 'disabled';
  /** Of a trigger. */
  plan?: TriggerPlan;
}

/** Kept per snapshot, which is immutable: each accepted event asks for them. */
const known = new WeakMap<Snapshot, EventFlow[]>();

/** The texts of flows that events may start or reach, perhaps with escapes: to compile all flows would take long. */
const mayConsumeEvents = /schedule|listen|\\/;

/** Returns the flows of a snapshot that can run and may consume events, and its triggers with an event. */
export function flowsOf(snapshot: Snapshot): EventFlow[] {
  const found = known.get(snapshot) ?? [
    ...snapshot.list('flow').flatMap((record): EventFlow[] => {
      if (!mayConsumeEvents.test(record.text)) return [];
      const { name } = record;
      const plan = record.compiled as FlowPlan | undefined;
      if (!plan) return [];
      const schedule = JSON.stringify(plan.definition?.['schedule'] ?? null);
      const listensFor = (type: string) => plan.mayListenFor?.(type);
      return [{ id: `flow.${name}`, name, trigger: plan.trigger, schedule, listensFor }];
    }),
    ...snapshot.list('trigger').flatMap(({ name, compiled }): EventFlow[] => {
      const plan = compiled as TriggerPlan | undefined;
      if (!plan?.event) return [];
      const skipped = plan.enabled ? {} : { skipped: 'disabled' as const };
      return [{ id: name, name: plan.flow, trigger: plan.event, schedule: '', plan, ...skipped }];
    }),
  ];
  known.set(snapshot, found);
  return found;
}

/** A branch that is being read for the first time holds up the events of the others no longer than this, in ms. */
const longestWait = 2_000;

/**
 * Returns the flows and triggers of a branch; undefined for a branch that is gone.
 * @throws Problem when the branch cannot be read at the moment
 */
export async function presentFlows(
  { snapshots }: Pick<TriggersOptions, 'snapshots'>,
  branch: string,
): Promise<EventFlow[] | undefined> {
  try {
    return flowsOf(await untilAborted(snapshots.fresh(branch), AbortSignal.timeout(longestWait)));
  } catch (error) {
    if (error instanceof Problem && error.code === 'branch_not_found') return undefined;
    throw error;
  }
}
