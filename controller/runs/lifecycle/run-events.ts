import { hash } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import { type ReceivedEvent, type StepKey, standardError, type WantedEvents } from '../../flows/index.js';
import { isLargerThan, jsonText } from '../journal/journal-entry.js';
import type { RunContext } from './run-context.js';

/**
 * Sends an event for a step of a run. The event is accepted in the transaction of the journal entry, so that it is sent
 * once, and it is masked: no secret travels in an event, as the policy of secrets does not see events. Returns the event, or
 * undefined where the input of the task is its output, as in the versions before.
 */
export async function emitEvent(
  run: RunContext,
  key: StepKey,
  event: JsonObject,
): Promise<JsonObject | undefined> {
  const { recorded, lifecycle, journal, services, state } = run;
  if (recorded.emitted.has(key)) return recorded.emitted.get(key);
  refuseLargeEvent(event, services.limits.taskOutput);
  await lifecycle.mayContinue();
  lifecycle.startDeadline();
  // The same when the step is performed again.
  const id = `${state.id}-${hash('sha256', key).slice(0, 16)}`;
  const masked = services.sealing.maskJson({ id, ...event }) as JsonObject;
  const isOutput = state.hasSingleResults;
  const entry = { t: 'emit', key, event: masked } as const;
  journal.append(isOutput ? { ...entry, isOutput } : entry);
  recorded.emitted.set(key, isOutput ? masked : undefined);
  await lifecycle.whileWorking(() => journal.flush());
  await lifecycle.mayContinue();
  return recorded.emitted.get(key);
}

/** @throws FlowError (runtime) */
function refuseLargeEvent(event: JsonObject, limit: number): void {
  if (!isLargerThan(jsonText(event), limit)) return;
  const detail = `The event has more than the ${limit} bytes of JSON that \`Limits.TaskOutput\` allows`;
  throw standardError('runtime', { title: 'Event too large', detail, code: 'task_output_too_large' });
}

/** Waits for the next event of a step of a run. See `FlowHost.receive`. */
export async function receiveEvent(
  run: RunContext,
  key: StepKey,
  request: WantedEvents,
  signal: AbortSignal,
): Promise<ReceivedEvent> {
  const { recorded, lifecycle, listening, journal } = run;
  const event = recorded.events.get(key);
  if (event) return event;
  await lifecycle.mayContinue();
  lifecycle.startDeadline();
  const before = request.after === undefined ? undefined : recorded.events.get(request.after);
  const step = await lifecycle.whileWorking(() => listening.add(key, request, before));
  try {
    for (;;) {
      const events = await lifecycle.whileWorking(() => step.look());
      if (signal.aborted) throw signal.reason;
      if (events) {
        // One event goes to disk with what follows it, which mostly is the end of the run: effects wait for that.
        await lifecycle.whileWorking(async () => journal.settled());
        await lifecycle.mayContinue();
        journal.append({ t: 'event', key, position: events.position, event: events.event });
        recorded.events.set(key, events);
        return events;
      }
      await lifecycle.listen(request.until, signal, step.arrived());
    }
  } finally {
    listening.remove(key);
  }
}
