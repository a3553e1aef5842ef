import type { Json } from '../../schemas/json.js';
import type { Snapshots } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import { isConstraintViolation } from '../storage/index.js';
import { admit, requestDigest } from './admission.js';
import type { Run, RunRequest } from './contract.js';
import { isLargerThan } from './errors.js';
import { Execution } from './execution.js';
import { accept, type Floor } from './floor.js';
import { newState, type RunState, toRun } from './state.js';

/** Accepts requests to run a flow. */
export class Starting {
  /** Requests with an idempotency key whose run is not durable yet. */
  readonly #inFlight = new Map<string, Promise<Run>>();

  constructor(
    private readonly floor: Floor,
    private readonly snapshots: Snapshots,
  ) {}

  /** See `RunService.start`. */
  async start(request: RunRequest): Promise<Run> {
    const snapshot = await this.snapshots.fresh(request.branch);
    const { flow, plan, environment } = admit(snapshot, request);
    this.#refuseTooLarge(request.input);
    const closure = this.floor.closures.of(snapshot, flow, environment);
    const pinned = { revision: snapshot.revision, environment: closure.environment, closure: closure.id };
    const state = newState(request, pinned);
    const begin = async (): Promise<Run> => {
      this.floor.dispatcher.assertQueueHasRoom();
      request.onAccepted?.(state.id);
      return accept(this.floor, new Execution(this.floor.surroundings, state, plan, closure, false));
    };
    if (request.idempotencyKey === undefined) return begin();
    state.idempotencyKey = `${request.principal} ${request.idempotencyKey}`;
    state.requestDigest = requestDigest(request);
    return this.#once(state, state.idempotencyKey, begin);
  }

  /** @throws Problem flow_input_too_large */
  #refuseTooLarge(input: Json): void {
    const { flowInput } = this.floor.surroundings.limits;
    if (!isLargerThan(JSON.stringify(input), flowInput)) return;
    throw new Problem(
      'flow_input_too_large',
      `The parameters have more than the ${flowInput} bytes of JSON that \`Limits.FlowInput\` allows`,
    );
  }

  /** The same key and request: the same run. @throws Problem idempotency_conflict */
  async #once(state: RunState, key: string, begin: () => Promise<Run>): Promise<Run> {
    for (let running = this.#inFlight.get(key); running; running = this.#inFlight.get(key)) {
      await running.catch(() => {});
    }
    const begun = this.#findOrBegin(state, key, begin);
    this.#inFlight.set(key, begun);
    try {
      return await begun;
    } finally {
      this.#inFlight.delete(key);
    }
  }

  async #findOrBegin(state: RunState, key: string, begin: () => Promise<Run>): Promise<Run> {
    const earlier = await this.floor.store.findByIdempotencyKey(key);
    if (earlier) return this.#sameRequest(earlier, state);
    try {
      return await begin();
    } catch (error) {
      // Another process on the same database was faster.
      const winner = isConstraintViolation(error)
        ? await this.floor.store.findByIdempotencyKey(key)
        : undefined;
      if (!winner) throw error;
      return this.#sameRequest(winner, state);
    }
  }

  #sameRequest(earlier: RunState, state: RunState): Run {
    if (earlier.requestDigest === state.requestDigest) {
      return toRun(
        this.floor.dispatcher.active(earlier.id)?.state ?? earlier,
        this.floor.surroundings.sealing,
      );
    }
    const detail = `This \`Idempotency-Key\` started the run ${earlier.id} with another request`;
    throw new Problem('idempotency_conflict', detail);
  }
}
