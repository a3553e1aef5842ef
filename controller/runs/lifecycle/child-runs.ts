import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import {
  FlowError,
  type FlowPlan,
  type StepKey,
  type SubflowCall,
  standardError,
} from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { isLargerThan } from '../journal/journal-entry.js';
import type { RunDocuments } from '../journal/run-documents.js';
import { childRunId, newState } from '../journal/run-state.js';
import { createSpan } from '../journal/trace.js';
import { RunContext, type RunServices } from './run-context.js';
import { cancelRun } from './run-control.js';
import { RunExecution } from './run-execution.js';

/** Starts a run for a step of another run, or finds it when the step is performed again. See `FlowHost.runFlow`. */
export async function runSubflow(
  parent: RunContext,
  key: StepKey,
  call: SubflowCall,
  signal: AbortSignal,
): Promise<Json> {
  const { services } = parent;
  const { plan, input } = await acceptCall(parent.documents, call);
  refuseLargeInput(services, plan, input);
  const id = childRunId(parent.state.id, key);
  if (!(await services.reader.find(id))) {
    await refuseDeepNesting(parent);
    if (!call.wait) detach(services, parent.state.branch, id);
    await startChild(parent, key, { id, plan, input });
  }
  if (!call.wait) return { runId: id };
  return getOutput(parent, id, plan, signal);
}

/** @throws FlowError when the runs above have reached the limit */
async function refuseDeepNesting({ state, services }: RunContext): Promise<void> {
  const { nesting } = services.limits;
  let above = state.parentRunId;
  for (let depth = 1; depth < nesting; depth++) {
    if (above === null) return;
    const run = services.queue.active(above)?.state ?? (await services.store.find(above));
    above = run?.parentRunId ?? null;
  }
  if (above === null) return;
  const detail = `More than the ${nesting} runs inside each other that \`Limits.RunNesting\` allows`;
  throw standardError('runtime', { title: 'Flows nested too deep', detail, code: 'nesting_limit' });
}

/** Waits for a child run. Cancels it when the signal aborts, unless only the parent has left memory. @throws FlowError */
async function getOutput(parent: RunContext, id: string, plan: FlowPlan, signal: AbortSignal): Promise<Json> {
  const { services, lifecycle } = parent;
  const onAbort = (): void => {
    if (!lifecycle.isOver) void cancelRun(services, id).catch(() => {});
  };
  signal.addEventListener('abort', onAbort, { once: true });
  // The signal may have aborted while the child was accepted.
  if (signal.aborted) onAbort();
  try {
    const run = await services.reader.ended(id, signal);
    if (run.status === 'completed') return run.output;
    if (run.status === 'faulted' && run.error) throw new FlowError({ ...run.error });
    const detail = `The run ${id} of \`${plan.name}\` was cancelled`;
    throw standardError('runtime', { title: 'Subflow cancelled', detail });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Lets a run that its parent does not wait for take a place in the queue. @throws FlowError when the queue is full */
function detach({ queue }: RunServices, branch: string, id: string): void {
  try {
    queue.assertHasRoom(branch);
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    const { status, title, message: detail, code } = cause;
    throw standardError('runtime', { status, title, detail, code, cause });
  }
  queue.detach(id);
}

function refuseLargeInput(services: RunServices, plan: FlowPlan, input: Json): void {
  const { FlowInput: flowInput } = services.settings.current().Limits;
  if (!isLargerThan(toJsonText(input), flowInput)) return;
  const detail = `The input of \`${plan.name}\` has more than the ${flowInput} bytes of JSON that \`Limits.FlowInput\` allows`;
  const code = 'flow_input_too_large';
  throw standardError('validation', { title: 'Subflow input too large', detail, code });
}

async function startChild(
  { state: parent, documents, services }: RunContext,
  key: StepKey,
  { id, plan, input }: { id: string; plan: FlowPlan; input: Json },
): Promise<void> {
  const { branch, principal } = parent;
  const trace = services.isTraced || parent.trace ? { trace: createSpan(parent, key) } : {};
  const request = {
    branch,
    flow: plan.name,
    input,
    principal,
    trigger: 'flow' as const,
    causes: parent.causes,
    ...trace,
  };
  const state = Object.assign(newState(request, parent), { id, parentRunId: parent.id });
  await new RunExecution(new RunContext(services, { state, plan, documents }, false)).accept();
}

/** Returns the flow to run, and its input with defaults. @throws FlowError when it is missing or does not take the input */
export async function acceptCall(
  documents: Pick<RunDocuments, 'flow'>,
  { flow: reference, input: childInput }: SubflowCall,
): Promise<{ plan: FlowPlan; input: Json }> {
  const plan = documents.flow(reference.name);
  const expected = `${reference.namespace}/${reference.name}:${reference.version}`;
  const notFound = (detail: string): FlowError =>
    standardError('configuration', { title: 'Subflow not found', detail });
  if (!plan) throw notFound(`There is no flow \`${expected}\``);
  const isMeant =
    plan.namespace === reference.namespace &&
    (reference.version === 'latest' || plan.version === reference.version);
  if (!isMeant) {
    const actual = `${plan.namespace}/${plan.name}:${plan.version}`;
    throw notFound(`There is no flow \`${expected}\`; there is \`${actual}\``);
  }
  if (plan.disabled !== undefined) {
    const detail = `The flow \`${expected}\` is disabled: ${plan.disabled}`;
    throw standardError('configuration', { title: 'Subflow disabled', detail, code: 'flow_disabled' });
  }
  const { value: input, findings } = await plan.acceptInputInSlices(childInput);
  if (findings.length === 0) return { plan, input };
  const list = findings.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('; ');
  const detail = `The flow \`${expected}\` does not take its input: ${list}`;
  throw standardError('configuration', { title: 'Subflow input invalid', detail });
}
