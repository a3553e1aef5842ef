import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import { type EventTrigger, isOwnType, type TriggerPlan } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { BranchEvent } from '../runs/contract.js';
import type { Write } from '../storage/index.js';
import type { BranchFlows, EventFlow } from './branch-flows.js';
import type { TriggersOptions } from './contract.js';
import { attempt, type Collected, type CollectionBatch, collectorOf } from './event-collections.js';
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
}

type Options = Pick<TriggersOptions, 'branches' | 'longestChain' | 'paused' | 'occurrences' | 'report'> & {
  flows: BranchFlows;
};

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
export async function startsOf(
  options: Options,
  batch: CollectionBatch,
  events: readonly BranchEvent[],
): Promise<Starts> {
  const starts: Start[] = [];
  const writes: Write[] = [];
  const behind = new Map<string, unknown>();
  const flows = await startableOf(options, events);
  let next: number | undefined;
  for (const event of events) {
    const { branch, origin } = event;
    if (!options.branches.includes(branch) || behind.has(branch)) continue;
    if (batch.isFull) {
      next = event.seq;
      break;
    }
    const known = flows.get(branch) ?? [];
    if (!Array.isArray(known)) {
      behind.set(branch, known.error);
      continue;
    }
    for (const flow of known) {
      if (origin.flows?.includes(flow.name) === false) continue;
      if (isTurnOver()) await nextTurn();
      const found = await startOf(options, batch, flow, event);
      if (found && 'fate' in found)
        writes.push(options.occurrences.write({ branch, id: flow.id }, 'event', found.fate));
      else if (found) starts.push(found);
    }
  }
  return { starts, writes: [...writes, ...batch.writes()], next, behind };
}

/** Reads the branches of events at once, so that those that do not answer hold up the others only once. */
async function startableOf(options: Options, events: readonly BranchEvent[]) {
  const present = new Set(
    events.map(({ branch }) => branch).filter((each) => options.branches.includes(each)),
  );
  const read = [...present].map(async (branch) => [branch, await startable(options, branch)] as const);
  return new Map(await Promise.all(read));
}

/** Returns the flows that events may start now, or the error by which the branch cannot be read. */
async function startable(options: Options, branch: string): Promise<EventFlow[] | { error: unknown }> {
  let found: EventFlow[];
  try {
    found = (await options.flows.present(branch)) ?? [];
  } catch (error) {
    return { error };
  }
  const present = found.filter(({ trigger }) => trigger !== undefined);
  if (present.length === 0) return present;
  const resting = await options.paused(branch);
  return present.map((each) => (resting.has(each.id) ? { ...each, skipped: 'paused' } : each));
}

async function startOf(
  options: Options,
  batch: CollectionBatch,
  { id, name, trigger, schedule, plan, skipped }: EventFlow,
  { branch, event, origin }: BranchEvent,
): Promise<Start | { fate: Parameters<OccurrenceLog['write']>[2] } | undefined> {
  const own = `trigger/${branch}/${plan ? id : name}`;
  const principal = plan ? own : (origin.principal ?? own);
  const type = String(event['type']);
  if (!trigger?.mayConsume(type) || (skipped && trigger.collects)) return undefined;
  const about = { branch, name, type, id: String(event['id']) };
  const { causes = [] } = origin;
  const done = trigger.collects
    ? await batch.offer({ branch, name, schedule, trigger }, event, causes)
    : { ...(await inputOf(options, trigger, event)), events: [event], causes };
  if (done === 'full') {
    const detail = `The flow \`${name}\` of ${branch} has too many events that wait for others`;
    options.report(new Problem('event_collection_full', detail), about);
    return undefined;
  }
  if (!done?.input || isLoop(options, about, done.causes)) return undefined;
  if (skipped) return { fate: { skipped } };
  const { events, input } = done;
  const start = { id: idOf(events), branch, flow: name, principal, input, causes: done.causes, trigger: id };
  if (!plan) return start;
  try {
    return byTrigger(start, plan, event);
  } catch (problem) {
    options.report(problem, about);
    return { fate: { problem } };
  }
}

/** Returns the input of the run that one event starts. */
async function inputOf({ report }: Options, trigger: EventTrigger, event: JsonObject) {
  const collector = await collectorOf(trigger, [], report);
  if (!collector) return undefined;
  return attempt(report, event, () => ({ input: collector.fits(event) ? collector.take(event) : undefined }));
}

/** Returns the start of a trigger, with its environment and input. May throw as its expressions do. */
function byTrigger(start: Start, { environment, inputOf }: TriggerPlan, event: JsonObject): Start {
  const trigger = start.trigger ?? null;
  // The list of what was read has one event.
  const [read = null] = Array.isArray(start.input) ? start.input : [];
  const input = inputOf ? inputOf({ time: event['time'] ?? null, trigger, event }) : read;
  return { ...start, input, ...(environment === undefined ? {} : { environment }) };
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
