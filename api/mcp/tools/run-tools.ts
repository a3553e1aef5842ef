import { setTimeout as delay } from 'node:timers/promises';
import type { Run, TaskRecord } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json.js';
import { defaultWait } from '../../operations/flows.js';
import { hasEnded } from '../../operations/runs.js';
import type { Outcome } from '../answers.js';
import type { McpScope } from '../scope.js';
import type { Tool } from './tool.js';

/** Milliseconds between two looks at the tasks of a run. */
const pace = 300;

export const runFlowTool: Tool = {
  name: 'run-flow',
  operation: 'run-flow',
  isSlow: true,
  title: 'Run a flow',
  description: `Runs a flow and waits for it, up to \`wait\` seconds.

Use it to carry out an automation. Find flows with \`list-entities\` {"type": "flow", "q": "words"}, and read a flow's \`input.schema\` with \`read-entity\` before running it: \`parameters\` must fit it.

Example: {"flow": "daily-report", "parameters": {"day": "2026-01-31"}, "env": "production"}

Comes back: the run, with \`status\`, \`output\` or \`error\`. \`completed\`: \`output\` has the result. \`faulted\`: \`error\` says which task failed and why. Any other status: it is still going; look again with \`read-entity\` {"type": "run", "name": "<id>"}. To be sure that a repeated call does not run it twice, give an \`idempotencyKey\`. Cancelling this request cancels the run.`,
  run: runFlow,
};

/** Runs a flow, tells its progress where the client wants to know, and ends it when the client takes the call back. */
export async function runFlow(scope: McpScope, args: JsonObject): Promise<Outcome> {
  const { progress } = scope.exchange;
  const input = { branch: scope.production, parameters: {}, ...args };
  let run = (await scope.perform('run-flow', progress ? { ...input, wait: 0 } : input)) as unknown as Run;
  if (progress && !hasEnded(run.status)) run = await follow(scope, run, waitOf(args) * 1000, progress);
  if (!hasEnded(run.status) && isTakenBack(scope)) {
    run = (await scope.perform('cancel-run', { branch: run.branch, run: run.id })) as unknown as Run;
  }
  return { value: run as unknown as JsonObject, ...noteOn(run) };
}

function waitOf(args: JsonObject): number {
  return typeof args['wait'] === 'number' ? args['wait'] : defaultWait;
}

function isTakenBack({ call, exchange }: McpScope): boolean {
  return exchange.isTakenBack() && !call.closing.aborted;
}

type Progress = NonNullable<McpScope['exchange']['progress']>;

async function follow(scope: McpScope, started: Run, ms: number, progress: Progress): Promise<Run> {
  const address = { branch: started.branch, run: started.id };
  const { signal } = scope.exchange;
  const deadline = Date.now() + ms;
  let told = 0;
  await progress(told, `run ${started.id} of ${started.flow} has started`);
  for (;;) {
    const run = (await scope.perform('read-run', address)) as unknown as Run;
    const { items } = (await scope.perform('list-run-tasks', address)) as unknown as { items: TaskRecord[] };
    const ended = items.filter(({ endedAt }) => endedAt !== null);
    for (const task of ended.slice(told)) await progress(++told, `${task.reference} ${task.status}`);
    if (hasEnded(run.status) || Date.now() >= deadline) return run;
    if (signal.aborted || scope.call.closing.aborted) return run;
    await delay(Math.min(pace, deadline - Date.now()), undefined, { signal }).catch(() => undefined);
  }
}

function noteOn({ id, status, branch, error }: Run): { note?: string } {
  const again = `{"type": "run", "name": "${id}", "branch": "${branch}"}`;
  if (status === 'completed') return {};
  if (status === 'faulted') {
    const where = error?.instance ? ` at ${error.instance}` : '';
    return {
      note: `The run faulted${where}: ${error?.detail ?? error?.title ?? 'no detail'}. Its tasks and log are in the resource runs:///introspection/${id}.`,
    };
  }
  if (status === 'cancelled') return { note: 'The run was cancelled.' };
  return {
    note: `The run is still ${status}. It goes on by itself: look again with read-entity ${again}; do not start it once more.`,
  };
}
