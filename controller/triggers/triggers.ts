import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import type { Snapshot, Snapshots } from '../catalog/index.js';
import type { Delivery, DeliveryOutcome, Message, Outbox } from '../delivery/index.js';
import type { FlowPlan, TriggerPlan } from '../flows/index.js';
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
  /** Returns the ids of the paused triggers of a branch. */
  paused(branch: string): Promise<ReadonlySet<string>>;
  /** Called when an event starts no run for good. */
  report(error: unknown, event: Pick<Delivery, 'id'>): void;
}

/** The body of a message: the run to start. */
interface Start {
  branch: string;
  flow: string;
  principal: string;
  environment?: string;
  input: Json;
  /** The id of the trigger. */
  trigger?: string;
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
        const paused = starters.length > 0 ? await options.paused(branch) : new Set();
        const active = starters.filter(({ id, flow }) => mayRun(branch, flow) && !paused.has(id));
        for (const { id: trigger, flow, environment, inputFor } of active) {
          for (const event of events) {
            const input = inputOf(options, inputFor, event);
            if (input === undefined) continue;
            const by = trigger.startsWith('flow.') ? principal : `trigger/${branch}/${trigger}`;
            const [source, id] = [String(event['source']), String(event['id'])];
            triggered.push({ branch, flow, source, id });
            messages.push({
              channel,
              target: `${branch} ${trigger} ${by}`,
              id: hash('sha256', JSON.stringify([source, id])),
              body: options.sealing.keep(
                JSON.stringify({ branch, flow, principal: by, environment, input, trigger }),
              ),
            });
          }
        }
      }
      if (messages.length > 0) await options.outbox.send(messages);
      return triggered;
    },
  };
}

/** Returns the input that an event gives; undefined when it starts no run, because of a failed expression too. */
function inputOf(
  { report }: TriggersOptions,
  inputFor: Starter['inputFor'],
  event: JsonObject,
): Json | undefined {
  try {
    return inputFor(event);
  } catch (error) {
    report(error, { id: String(event['id']) });
    return undefined;
  }
}

/** Starts the run of a message. The id of the event makes two starts the same run. */
async function start(
  { runs, sealing, report }: TriggersOptions,
  delivery: Delivery,
): Promise<DeliveryOutcome> {
  const { branch, flow, principal, environment, input, trigger }: Start = JSON.parse(
    sealing.open(delivery.body),
  );
  // A message of an earlier version names no trigger.
  const idempotencyKey = `event ${branch} ${trigger ?? flow} ${delivery.id}`;
  const place = environment === undefined ? {} : { environment };
  try {
    await runs.start({ branch, flow, principal, input, trigger: 'event', idempotencyKey, ...place });
    return 'delivered';
  } catch (error) {
    if (!(error instanceof Problem) || !final.has(error.code)) throw error;
    report(error, delivery);
    return 'gone';
  }
}

interface Starter {
  /** Of the trigger: the name of an entity, or `flow.<name>`. */
  id: string;
  flow: string;
  environment?: string;
  /** Returns the input of the run that an event starts; undefined when it starts none. */
  inputFor(event: JsonObject): Json | undefined;
}

/** Kept per snapshot, which is immutable: each accepted event asks for them. */
const known = new WeakMap<Snapshot, Starter[]>();

/** Returns what events start on a branch. */
function startersOf(snapshot: Snapshot): Starter[] {
  const found = known.get(snapshot) ?? [
    ...snapshot.list('flow').flatMap(({ name, compiled }): Starter[] => {
      const trigger = (compiled as FlowPlan | undefined)?.trigger;
      return trigger
        ? [{ id: `flow.${name}`, flow: name, inputFor: (event) => trigger.inputFor(event) }]
        : [];
    }),
    ...snapshot.list('trigger').flatMap(({ name, compiled }) => entityStarter(name, compiled as TriggerPlan)),
  ];
  known.set(snapshot, found);
  return found;
}

function entityStarter(name: string, plan: TriggerPlan | undefined): Starter[] {
  const { event, flow, environment, enabled, inputOf } = plan ?? {};
  if (!event || flow === undefined || !enabled) return [];
  const inputFor = (found: JsonObject): Json | undefined => {
    if (!event.fits(found)) return undefined;
    if (inputOf) return inputOf({ time: found['time'] ?? null, trigger: name, event: found });
    return [event.read === 'envelope' ? found : (found['data'] ?? found['data_base64'] ?? null)];
  };
  return [{ id: name, flow, ...(environment === undefined ? {} : { environment }), inputFor }];
}
