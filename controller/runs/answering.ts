import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { CachePolicy, Caches, Question } from '../caches/index.js';
import { type EffectContext, FlowError } from '../flows/contract.js';
import { Execution } from './execution.js';
import { connectionFingerprint, flowFingerprint } from './fingerprints.js';
import { accept, type Floor } from './floor.js';
import type { Outside } from './outside.js';
import type { Reading } from './reading.js';
import { newState, type RunState } from './state.js';
import type { BeginningRun, RunInMemory } from './surroundings.js';

/** Calls and runs that cache policies name are answered from the caches where these have an answer. */
export class Answering {
  /** Runs that find out an answer others may wait for. */
  readonly #asking = new Set<string>();
  /** Runs that are there to find out a new answer, whatever is kept. */
  readonly #refreshing = new Set<string>();

  constructor(
    private readonly caches: Caches,
    private readonly outside: Outside,
    private readonly floor: Floor,
    private readonly reading: Reading,
  ) {}

  /** Invokes an action of a connection, unless its answer is known. @throws FlowError */
  call(
    run: RunInMemory,
    call: { connection: string; action: string; input: JsonObject },
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    const { connection, action, input } = call;
    const policy = run.closure.policies?.forCall(connection, action);
    if (!policy) return this.outside.invoke(run, call, context, signal);
    const unseen = { idempotencyKey: `refresh:${randomUUID()}`, log: () => {} };
    return this.caches.answer({
      ...common(run, policy),
      about: [...about(run), connection, action, connectionFingerprint(run.closure, connection)],
      input,
      signal,
      mayShare: true,
      ask: (asking) => this.outside.invoke(run, call, context, asking),
      refresh: (asking) => this.outside.invoke(run, call, unseen, asking),
      log: context.log,
    });
  }

  /** Executes a run that begins, unless its output is known. */
  flow(run: BeginningRun, execute: () => Promise<Json>): Promise<Json> {
    const { state, closure } = run;
    const policy = closure.policies?.forFlow(state.flow);
    if (!policy || this.#refreshing.delete(state.id)) return execute();
    return this.caches.answer({
      ...common(run, policy),
      about: [...about(run), state.flow, flowFingerprint(closure, state.flow)],
      input: state.input,
      signal: run.signal,
      mayShare: !this.#isInsideAsker(state),
      ask: () => this.#ask(run, execute),
      refresh: (asking) => this.#refresh(run, policy, asking),
      log: (level, message, data) => run.log(level, message, data),
    });
  }

  async #ask(run: BeginningRun, execute: () => Promise<Json>): Promise<Json> {
    const { id } = run.state;
    this.#asking.add(id);
    const putAway = run.released.then(() => Promise.reject(new Error('The run was put away')));
    try {
      return await Promise.race([execute(), putAway]);
    } finally {
      this.#asking.delete(id);
    }
  }

  /** A run of its own, with nobody waiting. */
  async #refresh({ state, closure }: RunInMemory, policy: CachePolicy, signal: AbortSignal): Promise<Json> {
    const plan = closure.flow(state.flow);
    if (!plan) throw new Error(`There is no flow \`${state.flow}\``);
    this.floor.dispatcher.assertQueueHasRoom();
    const { branch, flow, principal, trigger } = state;
    const fresh = newState({ branch, flow, principal, trigger, input: state.input as JsonObject }, state);
    const execution = new Execution(this.floor.surroundings, fresh, plan, closure, false);
    execution.log('info', `finds out what cache-policy ${policy.name} is to keep`);
    const run = await this.#ended(execution, signal);
    if (run.status === 'completed') return run.output;
    throw run.error ? new FlowError({ ...run.error }) : new Error(`the run ${run.id} was cancelled`);
  }

  async #ended(execution: Execution, signal: AbortSignal): Promise<RunState> {
    const { id } = execution.state;
    this.#refreshing.add(id);
    try {
      await accept(this.floor, execution);
      return await this.reading.ended(id, signal);
    } finally {
      this.#refreshing.delete(id);
    }
  }

  /** A run that others wait for must not wait for others in turn, nor must what it started: they could wait in a ring. */
  #isInsideAsker({ parentRunId }: RunState): boolean {
    for (let id = parentRunId; id !== null; ) {
      if (this.#asking.has(id)) return true;
      id = this.floor.dispatcher.active(id)?.state.parentRunId ?? null;
    }
    return false;
  }
}

function common({ state }: RunInMemory, policy: CachePolicy): Pick<Question, 'policy' | 'isAnswer'> {
  return {
    policy: { ...policy, identity: `${state.branch} ${policy.identity}` },
    isAnswer: (error) => error instanceof FlowError,
  };
}

function about({ state }: RunInMemory): string[] {
  return [state.branch, state.environment ?? ''];
}
