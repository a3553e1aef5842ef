import { setTimeout as delay } from 'node:timers/promises';
import type { Run, TaskRecord } from '../../../controller/runs/contract.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { forTools, type RunFailure } from '../runs/failure.js';
import { listRunTasks, readRun } from '../runs/operations.js';
import { defaultWait } from '../shared/fields.js';
import type { Exchange, Outcome, Tool, ToolScope } from '../shared/tool.js';
import { hasEnded, runFlow } from './operations.js';

/** Characters of JSON up to which an answer repeats the input of the run. */
const maxOfInput = 2_000;
/** Milliseconds between two reads of the tasks of a run. */
const pace = 300;
/** Seconds that one call waits for a run, at most. */
const maxWait = 300;

export const flowTools: readonly Tool[] = [
  {
    operation: runFlow,
    isSlow: true,
    description: `Runs a flow and waits up to \`wait\` seconds for its end. Find it with \`list-entities\` {"type": "flow", "q": "words"}; \`parameters\` must fit its \`definition.input.schema\`.

Example: {"flow": "daily-report", "parameters": {"day": "2026-01-31"}, "env": "production"}

Returns the run. \`completed\`: see \`output\`; \`faulted\`: see \`error\`; else it goes on: read it later by its id, do not start it again. \`idempotencyKey\` makes a repeated call safe.`,
    run: runAsTool,
  },
];

/**
 * Runs a flow and reports its progress where the client asked for it. A client that no longer waits leaves the run as it is:
 * clients give up by their own time limits.
 */
export async function runAsTool(scope: ToolScope, args: JsonObject): Promise<Outcome> {
  const { progress } = scope.exchange;
  const input = { branch: scope.production, parameters: {}, ...args };
  let run = (await scope.perform(runFlow, progress ? { ...input, wait: 0 } : input)) as unknown as Run;
  if (progress && !hasEnded(run.status)) run = await follow(scope, run, getWait(args) * 1000, progress);
  return runOutcome(run);
}

/** Waits for the end of a run up to `wait` seconds, as `run-flow` does, and returns the run as it is then. */
export async function waitForRun(
  scope: ToolScope,
  address: JsonObject,
  { wait = defaultWait }: JsonObject,
): Promise<Outcome> {
  const run = (await scope.perform(readRun, address)) as unknown as Run;
  if (hasEnded(run.status)) return runOutcome(run);
  const seconds = Math.min(maxWait, Math.max(0, Number(wait) || 0));
  return runOutcome(await follow(scope, run, seconds * 1000, scope.exchange.progress));
}

/** Returns a run as the answer of a tool. */
function runOutcome(run: Run): Outcome {
  const source = { type: 'run', name: run.id, branch: run.branch, at: '/definition' };
  const { input, failed, ...rest } = run as unknown as JsonObject;
  // The caller knows a large input, which would take the place of the output.
  const isSmall = toJsonText(input ?? null).length <= maxOfInput;
  const value = {
    ...rest,
    ...(isSmall && input !== undefined ? { input } : {}),
    ...(failed ? { failed: forTools(run, failed as unknown as RunFailure) as unknown as JsonObject } : {}),
  };
  return { value, note: nextStep(run), source };
}

function getWait(args: JsonObject): number {
  return typeof args['wait'] === 'number' ? args['wait'] : defaultWait;
}

type Progress = NonNullable<Exchange['progress']>;

/** Reports each ended task until the run has ended, the time is over, or the client no longer waits. */
async function follow(
  scope: ToolScope,
  started: Run,
  ms: number,
  progress: Progress | undefined,
): Promise<Run> {
  const address = { branch: started.branch, run: started.id };
  const { signal } = scope.exchange;
  const deadline = Date.now() + ms;
  let reported = 0;
  await progress?.(reported, `run ${started.id} of ${started.flow} has started`);
  for (;;) {
    const run = (await scope.perform(readRun, address)) as unknown as Run;
    const { items } = (await scope.perform(listRunTasks, address)) as unknown as { items: TaskRecord[] };
    const ended = items.filter(({ endedAt }) => endedAt !== null);
    for (const task of ended.slice(reported))
      await progress?.(++reported, `${task.reference} ${task.status}`);
    const isOver = hasEnded(run.status) || Date.now() >= deadline;
    if (isOver || signal.aborted || scope.closing.aborted) return { ...run, warning: started.warning };
    await delay(Math.min(pace, deadline - Date.now()), undefined, { signal }).catch(() => undefined);
  }
}

function nextStep({ id, status, branch, error, waitingFor }: Run): string | undefined {
  const again = `{"type": "run", "name": "${id}", "branch": "${branch}"}`;
  if (status === 'completed') return undefined;
  if (status === 'cancelled') return 'The run was cancelled.';
  if (status !== 'faulted') {
    const people = waitingFor?.startsWith('human-task')
      ? ` list-entities {"type": "human-task", "filter": {"run": "${id}"}} names the persons that it waits for, and until when.`
      : '';
    const control = (action: string) =>
      `control {"type": "run", "name": "${id}", "branch": "${branch}", "action": "${action}"}`;
    return `The run is still ${status} and continues by itself, whether or not a client waits.${people} Wait for it with ${control('wait')}, or read it with read-entity ${again}; stop it with ${control('cancel')}. Do not start it again.`;
  }
  const where = error?.instance ? ` at ${error.instance}` : '';
  return `The run faulted${where}: ${error?.detail ?? error?.title ?? 'no detail'}. \`failed\` has the task and what to do; read-entity ${again} with "pointer": "/log" or "/tasks" has the log and the timeline.`;
}
