import { hash } from 'node:crypto';
import type { JsonObject } from '../../schemas/json/types.js';
import type { Snapshot, Snapshots } from '../catalog/index.js';
import type { Delivery, DeliveryOutcome, Message, Outbox } from '../delivery/index.js';
import type { FlowPlan } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { RunService } from '../runs/contract.js';

const channel = 'trigger';

/** A flow that an event starts. */
interface Triggered {
  branch: string;
  flow: string;
  /** `source` and `id` of the event. */
  source: string;
  id: string;
}

export interface Triggers {
  /**
   * Accepts CloudEvents in the JSON format: when it resolves, each flow that one of them starts will be started, once for
   * each event, even if the process ends now.
   * @param by the principal of the runs, and the flows that it may run: others are not started
   */
  accept(
    events: readonly JsonObject[],
    by: { principal: string; mayRun(branch: string, flow: string): boolean },
  ): Promise<Triggered[]>;
}

export interface TriggersOptions {
  outbox: Outbox;
  runs: Pick<RunService, 'start'>;
  /** Seals texts that may hold secrets. */
  sealing: { keep(text: string): string; open(text: string): string };
  snapshots: Snapshots;
  /** Production and the active branches. */
  branches: readonly string[];
  /** Called when an event starts no run for good. */
  report(error: unknown, delivery: Delivery): void;
}

/** The body of a message: the run to start. */
interface Start {
  branch: string;
  flow: string;
  principal: string;
  input: JsonObject[];
}

/** Refusals that another attempt will not change. */
const final = new Set([
  'flow_not_found',
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
  options.outbox.register(channel, {
    keptForMs: 24 * 3_600_000,
    send: (delivery) => start(options, delivery),
  });
  return {
    async accept(events, { principal, mayRun }) {
      const messages: Message[] = [];
      const triggered: Triggered[] = [];
      for (const branch of options.branches) {
        const starters = startersOf(await options.snapshots.fresh(branch));
        for (const { name: flow, trigger } of starters.filter(({ name }) => mayRun(branch, name))) {
          for (const event of events) {
            const input = trigger.inputFor(event);
            if (input === undefined) continue;
            const [source, id] = [String(event['source']), String(event['id'])];
            triggered.push({ branch, flow, source, id });
            messages.push({
              channel,
              target: `${branch} ${flow} ${principal}`,
              id: hash('sha256', JSON.stringify([source, id])),
              body: options.sealing.keep(JSON.stringify({ branch, flow, principal, input })),
            });
          }
        }
      }
      if (messages.length > 0) await options.outbox.send(messages);
      return triggered;
    },
  };
}

/** Starts the run of a message. The id of the event makes two starts the same run. */
async function start(
  { runs, sealing, report }: TriggersOptions,
  delivery: Delivery,
): Promise<DeliveryOutcome> {
  const { branch, flow, principal, input }: Start = JSON.parse(sealing.open(delivery.body));
  const idempotencyKey = `event ${branch} ${flow} ${delivery.id}`;
  try {
    await runs.start({ branch, flow, principal, input, trigger: 'event', idempotencyKey });
    return 'delivered';
  } catch (error) {
    if (!(error instanceof Problem) || !final.has(error.code)) throw error;
    report(error, delivery);
    return 'gone';
  }
}

type Starter = { name: string; trigger: NonNullable<FlowPlan['trigger']> };

/** Kept per snapshot, which is immutable: each accepted event asks for them. */
const known = new WeakMap<Snapshot, Starter[]>();

/** Returns the flows of a snapshot that events start. */
function startersOf(snapshot: Snapshot): Starter[] {
  const found =
    known.get(snapshot) ??
    snapshot.list('flow').flatMap(({ name, compiled }) => {
      const trigger = (compiled as FlowPlan | undefined)?.trigger;
      return trigger ? [{ name, trigger }] : [];
    });
  known.set(snapshot, found);
  return found;
}
