import { hash } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { ReceivedEvent, StepKey, WantedEvents } from '../../flows/index.js';
import type { RunContext } from './run-context.js';

/**
 * Sends an event for a step of a run. The event is accepted in the transaction of the journal entry, so that it is sent
 * once, and it is masked: no secret travels in an event, as the policy of secrets does not see events.
 */
export async function emitEvent(run: RunContext, key: StepKey, event: JsonObject): Promise<void> {
  const { recorded, lifecycle, journal, services, state } = run;
  if (recorded.emitted.has(key)) return;
  await lifecycle.mayContinue();
  lifecycle.startDeadline();
  // The same when the step is performed again.
  const id = `${state.id}-${hash('sha256', key).slice(0, 16)}`;
  const masked = services.sealing.maskJson({ id, ...event }) as JsonObject;
  journal.append({ t: 'emit', key, event: masked });
  recorded.emitted.add(key);
  await lifecycle.whileWorking(() => journal.flush());
  await lifecycle.mayContinue();
}

/** Waits for the next event of a step of a run. See `FlowHost.receive`. */
export async function receiveEvent(
  run: RunContext,
  key: StepKey,
  wanted: WantedEvents,
  signal: AbortSignal,
): Promise<ReceivedEvent> {
  const { recorded, lifecycle, listening, journal } = run;
  const known = recorded.events.get(key);
  if (known) return known;
  await lifecycle.mayContinue();
  lifecycle.startDeadline();
  const before = wanted.after === undefined ? undefined : recorded.events.get(wanted.after);
  const step = await lifecycle.whileWorking(() => listening.add(key, wanted, before));
  try {
    for (;;) {
      const found = await lifecycle.whileWorking(() => step.look());
      if (signal.aborted) throw signal.reason;
      if (found) {
        await lifecycle.mayContinue();
        journal.append({ t: 'event', key, position: found.position, event: found.event });
        recorded.events.set(key, found);
        await lifecycle.whileWorking(() => journal.flush());
        return found;
      }
      await lifecycle.listen(wanted.until, signal, step.arrived());
    }
  } finally {
    listening.remove(key);
  }
}
