import { JoinedSignal } from '../../../controller/concurrency/signals.js';
import type { StreamedEvent } from '../../../controller/delivery/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { Run } from '../../../controller/runs/contract.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import { within } from '../../http/event-stream.js';
import { listRuns, readRun } from '../../operations/runs/operations.js';
import type { CallScope } from '../types/call-scope.js';

/** The events at which a run may have changed. */
const ofRuns = 'io.serverlessworkflow.*';
/** Those at which the status of a run changes. */
const ofStatus = ['io.serverlessworkflow.workflow.*'];
const taskSuspended = 'io.serverlessworkflow.task.suspended.v1';
/** A run is recorded as waiting soon after its task is: it is read again after these pauses. */
const pauseMs = 200;
const maxPauses = 5;

/**
 * Yields a run as it is, and again after each change, until it has ended. Each version is read as the caller.
 * @throws Problem those of reading a run
 */
export async function* runChanges(
  scope: CallScope,
  address: { branch?: string; run: string },
): AsyncGenerator<Run> {
  const { controller, listening } = scope.context();
  const read = () => scope.call(readRun, address) as Promise<Run>;
  const ending = new JoinedSignal(listening);
  const after = await controller.events.position();
  // Events are kept from here on, so that no change after the first read is lost.
  const changes = new RunChanges(controller.events.follow([ofRuns], after, ending.signal), address.run);
  try {
    let shown = '';
    for (;;) {
      const run = await read();
      const text = toJsonText(run);
      if (text !== shown) yield run;
      shown = text;
      if (run.endedAt !== null || !(await changes.next(run.status === 'waiting'))) return;
    }
  } finally {
    ending.abort();
  }
}

/** The moments at which a run may have changed. */
class RunChanges {
  readonly #events: AsyncIterator<StreamedEvent>;
  #next: Promise<IteratorResult<StreamedEvent>>;
  #pauses = 0;

  constructor(
    events: AsyncIterable<StreamedEvent>,
    private readonly run: string,
  ) {
    this.#events = events[Symbol.asyncIterator]();
    this.#next = this.#take();
  }

  /** Resolves at the next moment, with false at the end of the events. */
  async next(isWaiting: boolean): Promise<boolean> {
    if (isWaiting) this.#pauses = 0;
    const until = Date.now() + pauseMs;
    for (;;) {
      const item = await (this.#pauses > 0 ? within(this.#next, until - Date.now()) : this.#next);
      if (item === undefined) {
        this.#pauses -= 1;
        return true;
      }
      if (item.done) return false;
      this.#next = this.#take();
      const { value } = item;
      if ('missed' in value) return true;
      if (findRun(value.event.source) !== this.run) continue;
      if (value.event.type === taskSuspended) this.#pauses = maxPauses;
      return true;
    }
  }

  #take(): Promise<IteratorResult<StreamedEvent>> {
    const next = this.#events.next();
    // A failure is reported where the event is awaited.
    next.catch(() => undefined);
    return next;
  }
}

/**
 * Yields each run of a branch when it starts, is suspended or resumed, and ends; those that the caller may see.
 * @throws Problem branch_not_found, forbidden, events_missed
 */
export async function* changedRuns(
  scope: CallScope,
  { branch, flow }: { branch: string; flow?: string },
): AsyncGenerator<Run> {
  const { controller, listening } = scope.context();
  const filter = flow === undefined ? { branch } : { branch, flow };
  // Refuses a caller that may not list the runs.
  await scope.call(listRuns, { ...filter, limit: 1 });
  const resolved = await controller.branches.resolve(branch);
  for await (const item of controller.events.follow(ofStatus, undefined, listening)) {
    if ('missed' in item) throw missed();
    const { about, event } = item;
    const run = findRun(event.source);
    const isMeant = about?.branch === resolved && (flow === undefined || about.name === flow);
    if (!isMeant || run === undefined) continue;
    const runNow = await scope.call(readRun, { branch, run }).catch(unseen);
    if (runNow) yield runNow as Run;
  }
}

/** Ends a subscription whose client takes its events more slowly than they are kept. */
export function missed(): Problem {
  return new Problem('events_missed', 'Events were removed before the client has taken them');
}

/** Returns undefined for a run that the caller may not see. */
function unseen(error: unknown): undefined {
  if (error instanceof Problem && /^(run_not_found|forbidden)$/.test(error.code)) return undefined;
  throw error;
}

/** Returns the id of the run that an event comes from. */
function findRun(source: string): string | undefined {
  return /\/runs\/([^/]+)$/.exec(source)?.[1];
}
