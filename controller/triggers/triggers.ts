import { hash } from 'node:crypto';
import type { JsonObject } from '../../schemas/json.js';
import type { Snapshot, Snapshots } from '../catalog/contract.js';
import type { FlowPlan } from '../flows/contract.js';
import type { Delivery, DeliveryOutcome, Outbox, Sender } from '../outbox/index.js';
import { Problem } from '../problems/index.js';
import type { RunService } from '../runs/contract.js';
import { untilAborted } from '../signals/index.js';
import type { Storage } from '../storage/index.js';
import type { Sealing } from '../vault/contract.js';
import type { Triggered, Triggers } from './contract.js';

export const triggerChannel = 'trigger';

export interface TriggersOptions {
  storage: Storage;
  outbox: Outbox;
  sealing: Pick<Sealing, 'keep'>;
  snapshots: Snapshots;
  /** Production, and those whose triggers fire besides. */
  branches: readonly string[];
}

/** What waits in the outbox: a run to be started. */
interface Start {
  branch: string;
  flow: string;
  principal: string;
  input: JsonObject[];
}

/** Refusals that another try will not change. */
const final = new Set([
  'flow_not_found',
  'branch_not_found',
  'entity_invalid',
  'environment_not_found',
  'parameters_invalid',
  'flow_input_too_large',
  'idempotency_conflict',
]);

/** Finds the flows that events start, and leaves the rest to the outbox, which forgets nothing. */
export function createTriggers(options: TriggersOptions): Triggers {
  const { storage, outbox, sealing, snapshots, branches } = options;
  return {
    async accept(events, { principal, mayRun }) {
      const messages = [];
      const triggered: Triggered[] = [];
      for (const branch of branches) {
        const flows = startedByEvents(await snapshots.fresh(branch));
        for (const { name: flow, trigger } of flows) {
          if (!mayRun(branch, flow)) continue;
          for (const event of events) {
            const input = trigger.inputFor(event);
            if (input === undefined) continue;
            const [source, id] = [String(event['source']), String(event['id'])];
            triggered.push({ branch, flow, source, id });
            messages.push({
              channel: triggerChannel,
              target: `${branch} ${flow} ${principal}`,
              id: hash('sha256', JSON.stringify([source, id])),
              body: sealing.keep(JSON.stringify({ branch, flow, principal, input })),
            });
          }
        }
      }
      if (messages.length > 0) {
        const writes = outbox.writes(messages);
        await storage.commit({ collect: () => writes });
        outbox.wake();
      }
      return triggered;
    },
  };
}

/** Starts what waits. The id of the event makes a run that is started twice the same run. */
export function triggerSender(
  runs: Promise<Pick<RunService, 'start'>>,
  sealing: Pick<Sealing, 'open'>,
  report: (error: unknown, delivery: Delivery) => void,
): Sender {
  return {
    keptForMs: 24 * 3_600_000,
    async send(delivery, signal): Promise<DeliveryOutcome> {
      const { branch, flow, principal, input }: Start = JSON.parse(sealing.open(delivery.body));
      const request = { branch, flow, principal, input, trigger: 'event' as const };
      try {
        const service = await untilAborted(runs, signal);
        await service.start({ ...request, idempotencyKey: `event ${branch} ${flow} ${delivery.id}` });
        return 'delivered';
      } catch (error) {
        if (!(error instanceof Problem) || !final.has(error.code)) throw error;
        report(error, delivery);
        return 'gone';
      }
    },
  };
}

type Starter = { name: string; trigger: NonNullable<FlowPlan['trigger']> };
const known = new WeakMap<Snapshot, Starter[]>();

function startedByEvents(snapshot: Snapshot): Starter[] {
  const found =
    known.get(snapshot) ??
    snapshot.list('flow').flatMap(({ name, compiled }) => {
      const trigger = (compiled as FlowPlan | undefined)?.trigger;
      return trigger ? [{ name, trigger }] : [];
    });
  known.set(snapshot, found);
  return found;
}
