import { setTimeout as delay } from 'node:timers/promises';
import type { Run, TaskRecord } from '../../controller/runs/contract.js';
import type { Timeline } from '../output/timeline.js';
import { type ApiClient, apiPath } from './rest/api-client.js';

const shortestPauseMs = 80;
const longestPauseMs = 1000;

/** Polls a run until it has ended and shows its tasks meanwhile. Resolves with the run in its final state. */
export async function followRun(api: ApiClient, accepted: Run, timeline?: Timeline): Promise<Run> {
  const path = apiPath`/api/v1/${accepted.branch}/runs/${accepted.id}`;
  timeline?.start(accepted);
  let run = accepted;
  for (let pause = shortestPauseMs; ; pause = Math.min(pause * 1.1, longestPauseMs)) {
    if (!hasEnded(run)) run = await api.call<Run>(path);
    // Read after the run, so that the timeline of a run that has ended is complete.
    if (timeline) timeline.update((await api.call<{ items: TaskRecord[] }>(`${path}/tasks`)).items);
    if (hasEnded(run)) break;
    await delay(pause);
  }
  timeline?.end(run);
  return run;
}

export function hasEnded({ status }: Run): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled';
}
