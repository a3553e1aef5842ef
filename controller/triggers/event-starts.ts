import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import type { Snapshot } from '../catalog/index.js';
import { type EventTrigger, type FlowPlan, isOwnType, type TriggerPlan } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { BranchEvent } from '../runs/contract.js';
import type { Write } from '../storage/index.js';
import type { TriggersOptions } from './contract.js';
import type { Collected, CollectionBatch } from './event-collections.js';

/** The run that events start. */
export interface Start {
  /** The same for the same events. */
  id: string;
  branch: string;
  flow: string;
  principal: string;
  input: Json;
  causes: readonly string[];
  environment?: string;
  /** The id of the trigger; messages of svc before 0.2 have none. */
  trigger?: string;
}

/** A start that events may cause: a flow by its own schedule, or by a trigger. */
interface EventFlow {
  /** The name of the trigger, or `flow.<name>`. */
  id: string;
  /** The name of the flow. */
  name: string;
  trigger: EventTrigger | undefined;
  /** The text of the schedule, which decides whether collected events still fit. */
  schedule: string;
  /** Of a flow: true for a type that a task of it may listen for. */
  listensFor?: FlowPlan['mayListenFor'];
  /** Of a trigger. */
  plan?: TriggerPlan;
}

/** Kept per snapshot, which is immutable: each accepted event asks for them. */
const known = new WeakMap<Snapshot, EventFlow[]>();

/** Returns the flows of a snapshot that can run, and its triggers with an event. */
export function flowsOf(snapshot: Snapshot): EventFlow[] {
  const found = known.get(snapshot) ?? [
    ...snapshot.list('flow').flatMap(({ name, compiled }): EventFlow[] => {
      const plan = compiled as FlowPlan | undefined;
      if (!plan) return [];
      const schedule = JSON.stringify(plan.definition?.['schedule'] ?? null);
      const listensFor = (type: string) => plan.mayListenFor?.(type);
      return [{ id: `flow.${name}`, name, trigger: plan.trigger, schedule, listensFor }];
    }),
    ...snapshot.list('trigger').flatMap(({ name, compiled }): EventFlow[] => {
      const plan = compiled as TriggerPlan | undefined;
      if (!plan?.event || !plan.enabled) return [];
      return [{ id: name, name: plan.flow, trigger: plan.event, schedule: '', plan }];
    }),
  ];
  known.set(snapshot, found);
  return found;
}

type Options = Pick<TriggersOptions, 'snapshots' | 'branches' | 'longestChain' | 'paused' | 'report'>;

/** Returns the runs that events start, each with what it is to be started with, and the writes of events that wait. */
export async function startsOf(
  options: Options,
  batch: CollectionBatch,
  events: readonly BranchEvent[],
): Promise<{ starts: Start[]; writes: Write[] }> {
  const starts: Start[] = [];
  const flows = new Map<string, EventFlow[]>();
  for (const event of events) {
    const { branch, origin } = event;
    if (!options.branches.includes(branch)) continue;
    const present = flows.get(branch) ?? (await presentFlows(options, branch));
    flows.set(branch, present);
    for (const flow of present) {
      if (origin.flows?.includes(flow.name) === false) continue;
      const found = await startOf(options, batch, flow, event);
      if (found) starts.push(found);
    }
  }
  return { starts, writes: batch.writes() };
}

/** Returns the flows that events may start; none on a branch that is gone. */
async function presentFlows({ snapshots, paused }: Options, branch: string): Promise<EventFlow[]> {
  try {
    const present = flowsOf(await snapshots.fresh(branch)).filter(({ trigger }) => trigger !== undefined);
    const resting = present.length > 0 ? await paused(branch) : new Set();
    return present.filter(({ id }) => !resting.has(id));
  } catch (error) {
    if (error instanceof Problem && error.code === 'branch_not_found') return [];
    throw error;
  }
}

async function startOf(
  options: Options,
  batch: CollectionBatch,
  { id, name, trigger, schedule, plan }: EventFlow,
  { branch, event, origin }: BranchEvent,
): Promise<Start | undefined> {
  const { causes = [] } = origin;
  const own = `trigger/${branch}/${plan ? id : name}`;
  const principal = plan ? own : (origin.principal ?? own);
  const type = String(event['type']);
  if (!trigger?.mayConsume(type)) return undefined;
  if (!trigger.collects) {
    const input = trigger.offer([], event)?.input;
    if (!input || isLoop(options, { branch, name, type, id: String(event['id']) }, causes)) return undefined;
    const start = { id: idOf([event]), branch, flow: name, principal, input, causes, trigger: id };
    return plan ? byTrigger(options, start, plan, event) : start;
  }
  const flow = { branch, name, schedule, trigger };
  const done = await batch.offer(flow, event, causes);
  if (done === 'full') {
    const detail = `The flow \`${name}\` of ${branch} has too many events that wait for others`;
    options.report(new Problem('event_collection_full', detail), { id: String(event['id']) });
    return undefined;
  }
  if (!done || isLoop(options, { branch, name, type, id: String(event['id']) }, done.causes))
    return undefined;
  const start = { branch, flow: name, principal, trigger: id };
  return { ...start, id: idOf(done.events), input: done.input, causes: done.causes };
}

/** Returns the start of a trigger, with its environment and input; undefined when its expressions fail. */
function byTrigger(
  { report }: Options,
  start: Start & { trigger: string },
  { environment, inputOf }: TriggerPlan,
  event: JsonObject,
): Start | undefined {
  const place = environment === undefined ? {} : { environment };
  if (!inputOf) return { ...start, ...place };
  try {
    const input = inputOf({ time: event['time'] ?? null, trigger: start.trigger, event });
    return { ...start, ...place, input };
  } catch (error) {
    report(error, { id: String(event['id']) });
    return undefined;
  }
}

/** The identity of events is their sources and ids; that of one event is the same as before svc 0.2. */
function idOf(events: Collected['events']): string {
  const keys = events.map(({ source, id }) => [String(source), String(id)]);
  return hash('sha256', JSON.stringify(keys.length === 1 ? keys[0] : keys));
}

/**
 * Refuses a start that could go on without end: a flow by an event about its own runs, or about runs that it led to, and
 * any flow after a long chain of flows.
 */
function isLoop(
  { longestChain, report }: Options,
  { branch, name, type, id }: { branch: string; name: string; type: string; id: string },
  causes: readonly string[],
): boolean {
  const isOwn = isOwnType(type) && causes.includes(name);
  if (!isOwn && causes.length < longestChain) return false;
  const why = isOwn
    ? `the event \`${type}\` comes from a run that it led to`
    : `${causes.length} flows started each other by events, and \`Limits.RunNesting\` allows no more`;
  report(new Problem('event_loop', `The flow \`${name}\` of ${branch} was not started: ${why}`), { id });
  return true;
}
