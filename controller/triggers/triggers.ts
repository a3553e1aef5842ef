import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import type { Delivery, DeliveryOutcome } from '../delivery/index.js';
import { isOwnType } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { BranchEvent, NewEvent } from '../runs/contract.js';
import type { Write } from '../storage/index.js';
import { BranchFlows } from './branch-flows.js';
import type { Triggered, Triggers, TriggersOptions } from './contract.js';
import { EventCollections } from './event-collections.js';
import { getStarts, type Start } from './event-starts.js';
import { ownEvents } from './own-events.js';

const channel = 'trigger';

/** Refusals that another attempt will not change. */
const final = new Set([
  'flow_not_found',
  'flow_disabled',
  'branch_not_found',
  'entity_invalid',
  'environment_not_found',
  'environment_not_allowed',
  'parameters_invalid',
  'flow_input_too_large',
  'idempotency_conflict',
]);

/** Starts flows on events, through the outbox: the start of a run is a message that no crash can lose. */
export function createTriggers(options: TriggersOptions): Triggers {
  const { outbox, runs } = options;
  const collections = new EventCollections(options);
  const flows = new BranchFlows(options.snapshots);
  /** Branches whose flows could not be read; each is reported once. */
  const away = new Set<string>();
  outbox.register(channel, {
    keptForMs: 24 * 3_600_000,
    send: (delivery) => start(options, delivery),
    settled: (delivery, outcome) => (outcome === 'gone' ? parkedBy(options, delivery, overdue) : []),
  });
  runs.events.attach({
    isAway: (branch) => flows.isAway(branch),
    async start(events: readonly BranchEvent[]) {
      const { starts, writes, behind, next } = await getStarts(
        { ...options, flows },
        collections.batch(),
        events,
      );
      for (const { branch } of events) if (!behind.has(branch)) away.delete(branch);
      for (const [branch, error] of behind) {
        if (!away.has(branch)) options.reportUnread(error, branch);
        away.add(branch);
      }
      const messages = starts.map(({ id, ...body }) => ({
        channel,
        id,
        target: `${body.branch} ${body.trigger} ${body.principal}`,
        body: options.sealing.keep(toJsonText(body)),
      }));
      return {
        next,
        behind: new Set(behind.keys()),
        writes: [...writes, ...outbox.writes(messages)],
        committed: () => outbox.wake(),
      };
    },
  });
  return {
    sink: ownEvents(options, flows),
    removeOld: (before) => collections.removeOld(before),
    async accept(events, { principal, mayRun }) {
      refuseOwnTypes(events);
      const accepted: NewEvent[] = [];
      const triggered: Triggered[] = [];
      const read = options.branches.map((branch) => flowsFor(options, flows, branch, mayRun(branch)));
      for (const { branch, all, mayRunAll } of await Promise.all(read)) {
        if (!all) continue;
        const reached = mayRunAll ? all : all.filter(({ name }) => mayRun(branch, name));
        const names = [...new Set(reached.map(({ name }) => name))];
        const origin = { principal, ...(mayRunAll ? {} : { flows: names }) };
        const paused = reached.length > 0 ? await options.paused(branch) : new Set();
        for (const event of events) {
          accepted.push({ branch, event, origin });
          const [source, id] = [String(event['source']), String(event['id'])];
          const type = String(event['type']);
          for (const { id: starter, name: flow, trigger, skipped, plan } of reached) {
            if (plan?.from !== undefined) continue;
            if (isTurnOver()) await nextTurn();
            if (!skipped && !paused.has(starter) && trigger?.mayConsume(type))
              triggered.push({ branch, flow, source, id });
          }
        }
      }
      await runs.events.accept(accepted);
      return triggered;
    },
  };
}

/** @throws Problem event_type_reserved */
function refuseOwnTypes(events: readonly JsonObject[]): void {
  const own = events.find(({ type }) => isOwnType(String(type)));
  if (own) throw new Problem('event_type_reserved', `Only svc sends events of the type \`${own['type']}\``);
}

/**
 * Returns all flows of a branch, undefined for a branch that is gone; none, with a report, when they cannot be read now and
 * the caller may run all of them.
 * @throws Problem when it depends on the flow whether the caller may run it
 */
async function flowsFor(options: TriggersOptions, flows: BranchFlows, branch: string, mayRunAll: boolean) {
  try {
    return { branch, mayRunAll, all: await flows.present(branch) };
  } catch (error) {
    if (!mayRunAll) throw error;
    options.reportUnread(error, branch);
    return { branch, mayRunAll, all: [] };
  }
}

/** Attempts after which a message of a connection is parked; a service that is too busy has no limit. */
const maxAttempts = 8;
const busy = new Set(['queue_full', 'not_ready', 'catching_up']);
const overdue = new Problem('not_ready', 'The run could not be started within a day');

/** Parks the message of a connection by which a run was to start, unless it is parked already. */
function parkedBy({ parked, sealing }: TriggersOptions, delivery: Delivery, error: unknown): Write[] {
  const { branch, trigger = '', message }: Omit<Start, 'id'> = parseJsonText(sealing.open(delivery.body));
  return message ? [parked.park({ branch, trigger, ...message }, error, delivery.attempts + 1)] : [];
}

/** Starts the run of a message. The id of the event makes two starts the same run. */
async function start(options: TriggersOptions, delivery: Delivery): Promise<DeliveryOutcome> {
  const { runs, sealing, report, occurrences, storage } = options;
  const {
    branch,
    flow,
    principal,
    input,
    causes = [],
    environment,
    trigger = `flow.${flow}`,
    isDeduped,
    message,
  }: Omit<Start, 'id'> = parseJsonText(sealing.open(delivery.body));
  const idempotencyKey = `event ${branch} ${trigger} ${delivery.id}`;
  const place = environment === undefined ? {} : { environment };
  const key = { branch, id: trigger };
  try {
    await runs.start({
      branch,
      flow,
      principal,
      input,
      trigger: 'event',
      idempotencyKey,
      causes,
      ...place,
      writesWith: (run) => [occurrences.write(key, 'event', { run })],
    });
    return 'delivered';
  } catch (problem) {
    const code = problem instanceof Problem ? problem.code : '';
    // A message with the same id started a run before.
    if (isDeduped && code === 'idempotency_conflict') return 'delivered';
    const isSpent = message !== undefined && delivery.attempts + 1 >= maxAttempts && !busy.has(code);
    if (!final.has(code) && !isSpent) throw problem;
    report(problem, delivery);
    const fate = code === 'flow_disabled' ? { skipped: 'disabled' as const } : { problem };
    const parked = parkedBy(options, delivery, problem);
    await storage.commit([occurrences.write(key, 'event', fate), ...parked]);
    return 'gone';
  }
}
