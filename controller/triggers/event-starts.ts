import { hash } from 'node:crypto';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import { type EventTrigger, isOwnType, type TriggerPlan } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { BranchEvent } from '../runs/contract.js';
import type { Write } from '../storage/index.js';
import type { BranchFlows, EventFlow } from './branch-flows.js';
import type { TriggersOptions } from './contract.js';
import { attempt, type CollectedEvents, type CollectionBatch, findCollector } from './event-collections.js';
import { omittedAttribute } from './messages/message-event.js';
import type { OccurrenceLog } from './schedules/occurrence-log.js';

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
  /** `id` comes from the trigger's expression: events that give the same one may differ. */
  isDeduped?: true;
  /** The message of a connection, which is parked when its run cannot be started. */
  message?: { connection: string; event: JsonObject };
}

type Options = Pick<
  TriggersOptions,
  'branches' | 'maxChainLength' | 'paused' | 'occurrences' | 'parked' | 'report'
>;
type BranchOptions = Options & { flows: BranchFlows };

/** The outcome of events: runs to start, and the writes of events that wait for others. */
export interface Starts {
  starts: Start[];
  writes: Write[];
  /** The position of the first event that is left to the next call. */
  next: number | undefined;
  /** Branches whose flows cannot be read, with the error: their events are to come again. */
  behind: Map<string, unknown>;
}

/** Returns what events start. An event that fails by a defect is reported and passed, so that the others go on. */
export async function getStarts(
  options: BranchOptions,
  batch: CollectionBatch,
  events: readonly BranchEvent[],
): Promise<Starts> {
  const starts: Start[] = [];
  const writes: Write[] = [];
  const behind = new Map<string, unknown>();
  const flows = await getStartable(options, events);
  let next: number | undefined;
  for (const event of events) {
    const { branch, origin } = event;
    if (!options.branches.includes(branch) || behind.has(branch)) continue;
    if (batch.isFull) {
      next = event.seq;
      break;
    }
    const flowsOfBranch = flows.get(branch) ?? [];
    if (!Array.isArray(flowsOfBranch)) {
      behind.set(branch, flowsOfBranch.error);
      continue;
    }
    for (const flow of flowsOfBranch) {
      if (origin.flows?.includes(flow.name) === false) continue;
      if (isTurnOver()) await nextTurn();
      const start = await findStart(options, batch, flow, event);
      if (start && 'fate' in start) writes.push(...fateWrites(options, flow, event, start.fate));
      else if (start) starts.push(start);
    }
  }
  return { starts, writes: [...writes, ...batch.writes()], next, behind };
}

type Fate = Parameters<OccurrenceLog['write']>[2];

/** Records an event that starts nothing; a message of a connection that failed is parked. */
function fateWrites(
  { occurrences, parked }: Options,
  { id: trigger, plan }: EventFlow,
  { branch, event }: BranchEvent,
  fate: Fate,
): Write[] {
  const record = occurrences.write({ branch, id: trigger }, 'event', fate);
  if (plan?.from === undefined || !('problem' in fate)) return [record];
  return [record, parked.park({ branch, trigger, connection: plan.from, event }, fate.problem, 1)];
}

/**
 * Returns the start of a trigger by a message.
 * @throws Problem parameters_invalid when the trigger does not take the message, or its expressions fail
 */
export async function startOfMessage(
  options: Options,
  flow: EventFlow,
  { branch, event, origin }: Omit<BranchEvent, 'seq'>,
): Promise<Start> {
  const { id, name, trigger, plan } = flow;
  const done = trigger && (await findInput(options, trigger, event));
  if (!plan || !done?.input) {
    const detail = `The trigger \`${id}\` does not take the message: its \`with\` does not fit`;
    throw new Problem('parameters_invalid', detail);
  }
  const { causes = [] } = origin;
  const principal = `trigger/${branch}/${id}`;
  const start = { id: getId([event]), branch, flow: name, principal, input: done.input, causes, trigger: id };
  return byTrigger(start, plan, event);
}

/** Reads the branches of events at once, so that those that do not answer hold up the others only once. */
async function getStartable(options: BranchOptions, events: readonly BranchEvent[]) {
  const present = new Set(
    events.map(({ branch }) => branch).filter((each) => options.branches.includes(each)),
  );
  const read = [...present].map(async (branch) => [branch, await startable(options, branch)] as const);
  return new Map(await Promise.all(read));
}

/** Returns the flows that events may start now, or the error by which the branch cannot be read. */
async function startable(options: BranchOptions, branch: string): Promise<EventFlow[] | { error: unknown }> {
  let matches: EventFlow[];
  try {
    matches = (await options.flows.present(branch)) ?? [];
  } catch (error) {
    return { error };
  }
  const present = matches.filter(({ trigger }) => trigger !== undefined);
  if (present.length === 0) return present;
  const resting = await options.paused(branch);
  return present.map((each) => (resting.has(each.id) ? { ...each, skipped: 'paused' } : each));
}

async function findStart(
  options: Options,
  batch: CollectionBatch,
  { id, name, trigger, schedule, plan, skipped }: EventFlow,
  { branch, event, origin }: BranchEvent,
): Promise<Start | { fate: Fate } | undefined> {
  if (!isFrom(id, plan, origin)) return undefined;
  const own = `trigger/${branch}/${plan ? id : name}`;
  const principal = plan ? own : (origin.principal ?? own);
  const type = String(event['type']);
  if (!trigger?.mayConsume(type) || (skipped && trigger.collects)) return undefined;
  const about = { branch, name, type, id: String(event['id']) };
  const { causes = [] } = origin;
  const done = trigger.collects
    ? await batch.offer({ branch, name, schedule, trigger }, event, causes)
    : { ...(await findInput(options, trigger, event)), events: [event], causes };
  if (done === 'full') {
    const detail = `The flow \`${name}\` of ${branch} has too many events that wait for others`;
    options.report(new Problem('event_collection_full', detail), about);
    return undefined;
  }
  if (!done?.input || isLoop(options, about, done.causes)) return undefined;
  if (skipped) return { fate: { skipped } };
  const { events, input } = done;
  const start = { id: getId(events), branch, flow: name, principal, input, causes: done.causes, trigger: id };
  if (!plan) return start;
  try {
    return await byTrigger(start, plan, event);
  } catch (problem) {
    options.report(problem, about);
    return { fate: { problem } };
  }
}

/**
 * True for the messages of a trigger's connection, and for the items that its own poll found; one that names no connection takes
 * the events of the service.
 */
function isFrom(
  id: string,
  plan: TriggerPlan | undefined,
  { connection, environment, trigger }: BranchEvent['origin'],
): boolean {
  if (!plan) return true;
  if (plan.from !== connection || trigger !== (plan.poll && id)) return false;
  return plan.from === undefined || plan.environment === environment;
}

/** Returns the input of the run that one event starts. */
async function findInput({ report }: Options, trigger: EventTrigger, event: JsonObject) {
  const collector = await findCollector(trigger, [], report);
  if (!collector) return undefined;
  return attempt(report, event, async () => ({
    input: (await collector.fits(event)) ? await collector.take(event) : undefined,
  }));
}

/**
 * Returns the start of a trigger, with its environment and input. May throw as its expressions do.
 * @throws Problem message_too_large for a message whose content was not taken
 */
async function byTrigger(
  start: Start,
  { environment, toInput: inputOf, getEventKey, from }: TriggerPlan,
  event: JsonObject,
): Promise<Start> {
  const { trigger = null } = start;
  const omitted = event[omittedAttribute];
  if (from !== undefined && typeof omitted === 'string') throw new Problem('message_too_large', omitted);
  // The list of what was read has one event.
  const [read = null] = Array.isArray(start.input) ? start.input : [];
  const input = inputOf ? await inputOf({ time: event['time'] ?? null, trigger, event }) : read;
  const key = (await getEventKey?.(event)) ?? null;
  return {
    ...start,
    input,
    ...(from === undefined ? {} : { message: { connection: from, event } }),
    ...(environment === undefined ? {} : { environment }),
    ...(key === null || key === ''
      ? {}
      : { id: hash('sha256', toJsonText(['dedupe', key])), isDeduped: true }),
  };
}

/** The identity of events is their sources and ids; that of one event is the same as before svc 0.2. */
function getId(events: CollectedEvents['events']): string {
  const keys = events.map(({ source, id }) => [String(source), String(id)]);
  return hash('sha256', toJsonText(keys.length === 1 ? keys[0] : keys));
}

/**
 * Refuses a start that could go on without end: a flow by an event about its own runs, or about runs that it led to, and
 * any flow after a long chain of flows.
 */
function isLoop(
  { maxChainLength, report }: Options,
  { branch, name, type, id }: { branch: string; name: string; type: string; id: string },
  causes: readonly string[],
): boolean {
  const isOwn = isOwnType(type) && causes.includes(name);
  if (!isOwn && causes.length < maxChainLength) return false;
  const why = isOwn
    ? `the event \`${type}\` comes from a run that it led to`
    : `${causes.length} flows started each other by events, and \`Limits.RunNesting\` allows no more`;
  report(new Problem('event_loop', `The flow \`${name}\` of ${branch} was not started: ${why}`), { id });
  return true;
}
