import { createHash } from 'node:crypto';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { Problem } from '../../problems/index.js';
import { isConstraintViolation, type Write } from '../../storage/index.js';
import type { NewRun, Run, RunState } from '../journal/run-state.js';
import type { RunServices } from './run-context.js';

export interface RunRequest extends NewRun {
  environment?: string;
  idempotencyKey?: string;
  /** True when `input` is an HTTP request: `Limits.RequestBody` bounds its body, not `Limits.FlowInput`. */
  isHttp?: boolean;
  /** Returns writes for the transaction that accepts the run: they are made with it, or neither is. */
  writesWith?: (id: string) => readonly Write[];
  /** Called with the id of the new run before the run is durable. */
  onAccepted?: (id: string) => void;
}

/** Returns the run that the same request with the same key started before, if there is one. @throws Problem idempotency_conflict */
export async function startOnce(
  services: RunServices,
  state: RunState,
  begin: () => Promise<Run>,
): Promise<Run> {
  const { store, turns } = services;
  const key = state.idempotencyKey ?? '';
  return turns.run(`idempotency key ${key}`, async () => {
    const earlier = await store.findByIdempotencyKey(key);
    if (earlier) return sameRun(services, earlier, state);
    try {
      return await begin();
    } catch (error) {
      // Another process on the same database may have started the run in the meantime.
      const winner = isConstraintViolation(error) ? await store.findByIdempotencyKey(key) : undefined;
      if (!winner) throw error;
      return sameRun(services, winner, state);
    }
  });
}

function sameRun({ queue, reader }: RunServices, earlier: RunState, state: RunState): Run {
  if (earlier.requestDigest === state.requestDigest) {
    return reader.view(queue.active(earlier.id)?.state ?? earlier);
  }
  const detail = `This \`Idempotency-Key\` started the run ${earlier.id} with another request`;
  throw new Problem('idempotency_conflict', detail);
}

/** Equal for two requests that ask for the same run. */
export function computeDigest(request: RunRequest): string {
  const identity: Json = [request.branch, request.flow, request.environment ?? null, request.input];
  return createHash('sha256').update(toJsonText(identity)).digest('hex');
}
