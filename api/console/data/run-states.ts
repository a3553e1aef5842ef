import type { Schemas } from './client.js';

type Run = Schemas['Run'];

export type RunStatus = Run['status'];
export type RunTrigger = Run['trigger'];

export const runStatuses: readonly RunStatus[] = [
  'faulted',
  'running',
  'waiting',
  'pending',
  'suspended',
  'completed',
  'cancelled',
];
export const runTriggers: readonly RunTrigger[] = ['api', 'schedule', 'webhook', 'event', 'flow'];

const finalStatuses: readonly RunStatus[] = ['completed', 'faulted', 'cancelled'];

export function isEnded(run: Pick<Run, 'status'>): boolean {
  return finalStatuses.includes(run.status);
}

/** The filter of lists and of changes of many runs. */
export interface RunQuery {
  flow?: string | undefined;
  status?: RunStatus | undefined;
  trigger?: RunTrigger | undefined;
  failedTask?: string | undefined;
  error?: string | undefined;
  label?: string | undefined;
  path?: string | undefined;
  q?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}
