import { setTimeout as delay } from 'node:timers/promises';
import type { Run, TaskRecord } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { cancelRun, listRunTasks, readRun } from '../runs/operations.js';
import { defaultWait } from '../shared/fields.js';
import type { Exchange, Outcome, Tool, ToolScope } from '../shared/tool.js';
import { hasEnded, runFlow } from './operations.js';

/** Milliseconds between two reads of the tasks of a run. */
const pace = 300;

export const flowTools: readonly Tool[] = [
  {
    operation: runFlow,
    isSlow: true,
    description: `Runs a flow and waits for it, up to \`wait\` seconds.

Use it to carry out an automation. Find flows with \`list-entities\` {"type": "flow", "q": "words"}, and read a flow's \`input.schema\` with \`read-entity\` before running it: \`parameters\` must fit it.

Example: {"flow": "daily-report", "parameters": {"day": "2026-01-31"}, "env": "production"}

Returns the run, with \`status\`, \`output\` or \`error\`. \`completed\`: \`output\` has the result. \`faulted\`: \`error\` says which task failed and why. Any other status: the run has not ended; check it later with \`read-entity\` {"type": "run", "name": "<id>"}. Pass an \`idempotencyKey\` so that a repeated call does not run the flow twice. Cancelling this request cancels the run.`,
    run: runAsTool,
  },
];

/** Runs a flow, reports its progress where the client asked for it, and cancels the run with the client's request. */
export async function runAsTool(scope: ToolScope, args: JsonObject): Promise<Outcome> {
  const { closing, exchange } = scope;
  const { progress } = exchange;
  const input = { branch: scope.production, parameters: {}, ...args };
  let run = (await scope.perform(runFlow, progress ? { ...input, wait: 0 } : input)) as unknown as Run;
  if (progress && !hasEnded(run.status)) run = await follow(scope, run, waitOf(args) * 1000, progress);
  if (!hasEnded(run.status) && exchange.isCancelled() && !closing.aborted) {
    run = (await scope.perform(cancelRun, { branch: run.branch, run: run.id })) as unknown as Run;
  }
  return { value: run as unknown as JsonObject, note: noteOn(run) };
}

function waitOf(args: JsonObject): number {
  return typeof args['wait'] === 'number' ? args['wait'] : defaultWait;
}

type Progress = NonNullable<Exchange['progress']>;

/** Reports each ended task until the run has ended, the time is over, or the client no longer waits. */
async function follow(scope: ToolScope, started: Run, ms: number, progress: Progress): Promise<Run> {
  const address = { branch: started.branch, run: started.id };
  const { signal } = scope.exchange;
  const deadline = Date.now() + ms;
  let reported = 0;
  await progress(reported, `run ${started.id} of ${started.flow} has started`);
  for (;;) {
    const run = (await scope.perform(readRun, address)) as unknown as Run;
    const { items } = (await scope.perform(listRunTasks, address)) as unknown as { items: TaskRecord[] };
    const ended = items.filter(({ endedAt }) => endedAt !== null);
    for (const task of ended.slice(reported)) await progress(++reported, `${task.reference} ${task.status}`);
    if (hasEnded(run.status) || Date.now() >= deadline) return run;
    if (signal.aborted || scope.closing.aborted) return run;
    await delay(Math.min(pace, deadline - Date.now()), undefined, { signal }).catch(() => undefined);
  }
}

function noteOn(run: Run): string | undefined {
  const notes = [run.warning, nextStep(run)].filter((note) => note !== null && note !== undefined);
  return notes.length === 0 ? undefined : notes.join('\n');
}

function nextStep({ id, status, branch, error }: Run): string | undefined {
  const again = `{"type": "run", "name": "${id}", "branch": "${branch}"}`;
  if (status === 'completed') return undefined;
  if (status === 'cancelled') return 'The run was cancelled.';
  if (status !== 'faulted')
    return `The run is still ${status} and continues by itself: check it with read-entity ${again}; do not start it again.`;
  const where = error?.instance ? ` at ${error.instance}` : '';
  return `The run faulted${where}: ${error?.detail ?? error?.title ?? 'no detail'}. Its tasks and log are in the resource runs:///introspection/${id}.`;
}
