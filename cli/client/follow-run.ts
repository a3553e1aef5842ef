import { setTimeout as delay } from 'node:timers/promises';
import { untilAborted } from '../../controller/concurrency/signals.js';
import type { Run, TaskRecord } from '../../controller/runs/contract.js';
import type { Timeline } from '../output/timeline.js';
import { type ApiClient, apiPath } from './rest/api-client.js';

const minPauseMs = 80;
const maxPauseMs = 1000;

interface FollowOptions {
  /** Shows the tasks of the run. */
  timeline: Timeline | undefined;
  /** Ends the wait; the run goes on. */
  signal: AbortSignal;
  attendant: Attendant | undefined;
}

/** Does what an unfinished run needs of the person who follows it. */
export interface Attendant {
  /** @param pause called before anything is printed: erases the tasks in progress. @throws Failure where the run cannot go on */
  attend(pause: () => void): Promise<void>;
}

/** Polls a run until it has ended, and shows its tasks meanwhile. Resolves with the run as it was last. */
export async function followRun(
  api: ApiClient,
  accepted: Run,
  { timeline, signal, attendant }: FollowOptions,
): Promise<Run> {
  const path = apiPath`/api/v1/${accepted.branch}/runs/${accepted.id}`;
  timeline?.start(accepted);
  let run = accepted;
  for (let pause = minPauseMs; ; pause = Math.min(pause * 1.1, maxPauseMs)) {
    if (!hasEnded(run)) run = await api.call<Run>(path);
    // Read after the run, so that the timeline of a run that has ended is complete.
    if (timeline) timeline.update((await api.call<{ items: TaskRecord[] }>(`${path}/tasks`)).items);
    if (hasEnded(run)) break;
    if (attendant) {
      const attended = attendant.attend(() => timeline?.update([]));
      await untilAborted(attended, signal).catch((error) => {
        if (!signal.aborted) throw error;
      });
    }
    await delay(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      // Erases the tasks in progress, which nothing updates any longer.
      timeline?.update([]);
      return run;
    }
  }
  timeline?.end(run);
  return run;
}

export function hasEnded({ status }: Run): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled';
}
