import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { FlowError } from '../../flows/index.js';
import type { Caches } from '../effects/caches/caches.js';
import { flowUsesSecret } from '../effects/calls/secret-uses.js';
import type { CachePolicy } from '../journal/cache-policies.js';
import { newState } from '../journal/run-state.js';
import { type CachedOutputs, RunContext } from './run-context.js';
import { RunExecution } from './run-execution.js';

/** Keeps an answer from other runs: they could not read its files. Each of them computes its own. */
class NotShared extends Error {
  override name = 'NotShared';
  override message = 'the answer names files of its run';
}

function namesFile(answer: Json): boolean {
  return /"file":"[0-9a-f]{32}"/.test(JSON.stringify(answer));
}

/** Answers runs from the cache if a cache policy applies to their flow and the cache has an answer. */
export class CachedRuns implements CachedOutputs {
  /** Ids of runs that compute an answer that other runs may wait for. */
  readonly #asking = new Set<string>();
  /** Ids of runs that compute a new answer, whatever the cache has. */
  readonly #refreshing = new Set<string>();

  constructor(private readonly caches: Caches) {}

  async answer(run: RunContext, execute: () => Promise<Json>): Promise<Json> {
    const { state, documents, journal, plan, services } = run;
    const { policies } = documents;
    const { branch, environment, flow } = state;
    const policy = policies?.forFlow(flow);
    if (!policies || !policy || this.#refreshing.delete(state.id)) return execute();
    // The run may have waited for a place since it was accepted.
    if (flowUsesSecret(documents, plan)) await services.calls.secrets.require({ branch, documents });
    let own: { answer: Json } | undefined;
    const answered = this.caches.answer({
      policy: { ...policy, identity: `${branch} ${policy.identity}` },
      about: [branch, environment ?? '', flow, policies.flowFingerprint(flow)],
      input: state.input,
      signal: run.lifecycle.ending.signal,
      mayShare: !this.#isInsideAsker(run),
      ask: async () => {
        const answer = await this.#ask(run, execute);
        if (!namesFile(answer)) return answer;
        own = { answer };
        throw new NotShared();
      },
      refresh: (signal) => this.#refresh(run, policy, signal),
      isAnswer: (error) => error instanceof FlowError,
      log: (level, message, data) => journal.append({ t: 'log', level, message, data }),
    });
    return answered.catch((error: unknown) => {
      if (own) return own.answer;
      throw error;
    });
  }

  /** Ends with an error when the run leaves memory, so that another run asks. */
  async #ask({ state, lifecycle }: RunContext, execute: () => Promise<Json>): Promise<Json> {
    this.#asking.add(state.id);
    const left = lifecycle.released.then(() => Promise.reject(new Error('The run has left memory')));
    try {
      return await Promise.race([execute(), left]);
    } finally {
      this.#asking.delete(state.id);
    }
  }

  /** Computes a new answer by a run of its own, which no caller waits for. */
  async #refresh(run: RunContext, policy: CachePolicy, signal: AbortSignal): Promise<Json> {
    const { services, plan, documents } = run;
    services.queue.assertHasRoom(run.state.branch);
    const { branch, flow, principal, trigger, input } = run.state;
    const state = newState({ branch, flow, principal, trigger, input: input as JsonObject }, run.state);
    const fresh = new RunExecution(new RunContext(services, { state, plan, documents }, false));
    fresh.log('info', `computes a new answer for cache-policy ${policy.name}`);
    this.#refreshing.add(state.id);
    try {
      await fresh.accept();
      const { status, output, error } = await services.reader.ended(state.id, signal);
      if (status === 'completed' && namesFile(output)) throw new NotShared();
      if (status === 'completed') return output;
      throw error ? new FlowError({ ...error }) : new Error(`the run ${state.id} was cancelled`);
    } finally {
      this.#refreshing.delete(state.id);
    }
  }

  /** True for a run that was started, over any number of runs, by one that others wait for. Waiting could be circular. */
  #isInsideAsker({ state, services }: RunContext): boolean {
    for (let id = state.parentRunId; id !== null; ) {
      if (this.#asking.has(id)) return true;
      id = services.queue.active(id)?.state.parentRunId ?? null;
    }
    return false;
  }
}
