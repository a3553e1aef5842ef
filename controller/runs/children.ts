import type { Json } from '../../schemas/json.js';
import { FlowError, type FlowPlan, type FlowReference, type StepKey } from '../flows/contract.js';
import { Problem } from '../problems/index.js';
import type { Closure } from './closure.js';
import { flowError, isLargerThan } from './errors.js';
import { Execution } from './execution.js';
import { accept, type Floor } from './floor.js';
import type { Reading } from './reading.js';
import { childRunId } from './run-id.js';
import { newState } from './state.js';
import type { RunInMemory } from './surroundings.js';
import { spanOf } from './trace.js';

/** Runs that a step of another run starts. */
export class Children {
  constructor(
    private readonly floor: Floor,
    private readonly reading: Reading,
    private readonly cancel: (id: string) => Promise<unknown>,
  ) {}

  /** Starts the run, or finds it when the step is performed again, and resolves with its output. @throws FlowError */
  async run(
    parent: RunInMemory,
    call: { key: StepKey; flow: FlowReference; input: Json; wait: boolean },
    signal: AbortSignal,
  ): Promise<Json> {
    const plan = findPlan(parent.closure, call.flow, call.input);
    this.#refuseTooLarge(plan, call.input);
    const id = childRunId(parent.state.id, call.key);
    if (!(await this.reading.find(id))) {
      if (!call.wait) this.#letGo(id);
      await this.#start(parent, plan, id, call);
    }
    if (!call.wait) return { runId: id };
    const onAbort = (): void => void this.cancel(id).catch(() => {});
    signal.addEventListener('abort', onAbort, { once: true });
    // It may have been while the run was accepted.
    if (signal.aborted) onAbort();
    try {
      const run = await this.reading.ended(id, signal);
      if (run.status === 'completed') return run.output;
      if (run.status === 'faulted' && run.error) throw new FlowError({ ...run.error });
      throw flowError('runtime', 500, 'Subflow cancelled', `The run ${id} of \`${plan.name}\` was cancelled`);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** A run that nobody waits for is one like any other. @throws FlowError when too many wait for a place */
  #letGo(id: string): void {
    try {
      this.floor.dispatcher.assertQueueHasRoom();
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      throw flowError('runtime', cause.status, cause.title, cause.message, { code: cause.code, cause });
    }
    this.floor.dispatcher.detach(id);
  }

  #refuseTooLarge(plan: FlowPlan, input: Json): void {
    const { flowInput } = this.floor.surroundings.limits;
    if (!isLargerThan(JSON.stringify(input), flowInput)) return;
    const detail = `The input of \`${plan.name}\` has more than the ${flowInput} bytes of JSON that \`Limits.FlowInput\` allows`;
    throw flowError('validation', 400, 'Subflow input too large', detail, { code: 'flow_input_too_large' });
  }

  async #start(
    parent: RunInMemory,
    plan: FlowPlan,
    id: string,
    { key, input }: { key: StepKey; input: Json },
  ): Promise<void> {
    const { branch, principal } = parent.state;
    const request = {
      branch,
      flow: plan.name,
      input,
      principal,
      trigger: 'flow' as const,
      ...(this.floor.surroundings.isTraced || parent.state.trace ? { trace: spanOf(parent.state, key) } : {}),
    };
    const state = { ...newState(request, parent.state), id, parentRunId: parent.state.id };
    await accept(this.floor, new Execution(this.floor.surroundings, state, plan, parent.closure, false));
  }
}

/** @throws FlowError */
function findPlan(closure: Closure, reference: FlowReference, input: Json): FlowPlan {
  const plan = closure.flow(reference.name);
  const wanted = `${reference.namespace}/${reference.name}:${reference.version}`;
  if (!plan) throw flowError('configuration', 400, 'Subflow not found', `There is no flow \`${wanted}\``);
  const isMeant =
    plan.namespace === reference.namespace &&
    (reference.version === 'latest' || plan.version === reference.version);
  if (!isMeant) {
    const found = `${plan.namespace}/${plan.name}:${plan.version}`;
    throw flowError(
      'configuration',
      400,
      'Subflow not found',
      `There is no flow \`${wanted}\`; there is \`${found}\``,
    );
  }
  const findings = plan.checkInput(input);
  if (findings.length === 0) return plan;
  const detail = findings.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('; ');
  throw flowError(
    'validation',
    400,
    'Subflow input invalid',
    `The flow \`${wanted}\` does not take its input: ${detail}`,
  );
}
