import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Snapshot } from '../../catalog/index.js';
import { nextTurn } from '../../concurrency/loop-turn.js';
import type { FlowPlan } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { flowUsesSecret } from '../effects/calls/secret-uses.js';
import { isLargerThan } from '../journal/journal-entry.js';
import { pinVersion } from '../journal/pinned-version.js';
import { flowMissing, refuseDisabled } from '../journal/run-documents.js';
import { isFinal, newState, type Run, type RunState } from '../journal/run-state.js';
import { chooseEnvironment, warningAboutDefault } from '../journal/usable-environment.js';
import { loadDocuments } from './recovery.js';
import { RunContext, type RunServices } from './run-context.js';
import { RunExecution } from './run-execution.js';
import { computeDigest, type RunRequest, startOnce } from './start-once.js';

/** Characters of JSON of an input that takes milliseconds to write as JSON. */
const largeInput = 64 * 1024;

/** See `RunService.start`. */
export async function startRun(services: RunServices, request: RunRequest): Promise<Run> {
  const { branch } = request;
  const { environment, input, content, documents, plan } = await pinRequest(services, request);
  const size = requireFittingInput(
    services,
    request.isHttp ? { ...(input as JsonObject), body: null, rawBody: null } : input,
  );
  // Each step that reads or writes a large input takes a turn of the event loop for itself.
  const isLarge = size > largeInput;
  if (isLarge) await nextTurn();
  const warning = environment.left === undefined ? undefined : warningAboutDefault(branch, environment.left);
  const state = newState(Object.assign({}, request, { input }), content);
  // The begun runs of a limited flow are read before the queue is asked for room.
  await services.queue.prepare({ state, plan });
  const begin = async (): Promise<Run> => {
    services.queue.assertHasRoom(branch);
    request.onAccepted?.(state.id);
    const context = new RunContext(services, { state, plan, documents }, false);
    if (request.writesWith) context.journal.addWrites(request.writesWith(state.id));
    const execution = new RunExecution(context);
    if (warning !== undefined) execution.log('warn', warning);
    const run = await execution.accept();
    if (isLarge) await nextTurn();
    return run;
  };
  if (request.idempotencyKey === undefined) return warned(await begin(), warning);
  state.idempotencyKey = `${request.principal} ${request.idempotencyKey}`;
  state.requestDigest = computeDigest(request);
  return warned(await startOnce(services, state, begin), warning);
}

/**
 * Finds the newest version of a flow that is ready, and checks the request against it.
 * @throws Problem as `RunService.start`, before a run exists
 */
export async function pinRequest(services: RunServices, request: RunRequest) {
  const { branch } = request;
  const newest = await services.snapshots.fresh(branch);
  if (!newest.get('flow', request.flow)) throw flowMissing(newest, request.flow);
  const environment = await chooseEnvironment(services, newest, request.environment);
  const address = { branch, kind: 'flow', name: request.flow, environment: environment.name } as const;
  const pinned = await pinVersion(services.snapshots, newest, address);
  const { flow, input } = await checkRequest(pinned.snapshot, request);
  const documents = services.documents.of(pinned.snapshot, flow, pinned.environment);
  const plan = documents.flow(flow.name) ?? (flow.compiled as FlowPlan);
  const isAsked = request.environment !== undefined;
  if (!services.policy.trusts(branch) && (isAsked || flowUsesSecret(documents, plan))) {
    await services.policy.require({ branch, environment: environment.left ?? documents.environment });
  }
  const { revision, branchRevision } = pinned;
  const content = { revision, branchRevision, environment: documents.environment, closure: documents.id };
  return { environment, input, content, documents, plan };
}

/** Adds a warning of the start, which the record of the run does not have: its log does. */
function warned(run: Run, warning: string | undefined): Run {
  if (warning === undefined) return run;
  return { ...run, warning: run.warning === null ? warning : `${run.warning} ${warning}` };
}

/**
 * Checks a request against the snapshot before a run exists, and adds the defaults of the flow's parameters.
 * @throws Problem flow_not_found, flow_disabled, parameters_invalid
 */
async function checkRequest(snapshot: Snapshot, request: RunRequest) {
  const flow = snapshot.get('flow', request.flow);
  if (!flow) throw flowMissing(snapshot, request.flow);
  const plan = flow.compiled as FlowPlan;
  refuseDisabled(plan);
  const { value: input, findings } = await plan.acceptInputInSlices(request.input);
  if (findings.length === 0) return { flow, input };
  const list = findings.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('; ');
  const detail = `The flow \`${flow.name}\` does not take these parameters: ${list}`;
  const hints = [
    {
      text: 'See what it takes with {call}.',
      operation: 'describe-flow',
      arguments: { branch: snapshot.branch, flow: flow.name },
    },
  ];
  throw new Problem('parameters_invalid', detail, { errors: findings, hints });
}

/** Returns the characters of JSON of an input. @throws Problem flow_input_too_large */
function requireFittingInput(services: RunServices, input: Json): number {
  const { FlowInput: flowInput } = services.settings.current().Limits;
  const text = toJsonText(input);
  if (!isLargerThan(text, flowInput)) return text.length;
  const detail = `The parameters have more than the ${flowInput} bytes of JSON that \`Limits.FlowInput\` allows`;
  throw new Problem('flow_input_too_large', detail);
}

/** See `RunService.rerun`. */
export async function rerunRun(
  services: RunServices,
  id: string,
  principal: string,
  revision: RunRevision = 'newest',
): Promise<Run> {
  const old = services.store.reveal(await services.reader.state(id));
  if (!isFinal(old.status)) {
    const detail = `The run ${id} is ${old.status} and cannot be run again`;
    throw new Problem('run_state_conflict', detail, { hints: ['Wait for its end, or cancel it.'] });
  }
  const request = repeating(old, principal);
  if (revision === 'newest') return startRun(services, request);
  const { documents, plan } = await loadDocuments(services, old);
  if (flowUsesSecret(documents, plan)) await services.policy.require(old);
  services.queue.assertHasRoom(old.branch);
  const state = newState(request, old);
  return new RunExecution(new RunContext(services, { state, plan, documents }, false)).accept();
}

/** The version of the flow that repeats a run: that of the run, or the newest one that is ready. */
export type RunRevision = 'same' | 'newest';

/** Returns the request for a run with the input and environment of an ended one. */
export function repeating(old: RunState, principal: string): RunRequest {
  const { id, branch, flow, input, environment, trigger } = old;
  return {
    branch,
    flow,
    input,
    principal,
    retryOf: id,
    isHttp: trigger === 'webhook',
    ...(environment === null ? {} : { environment }),
  };
}
