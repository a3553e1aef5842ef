import { createHash } from 'node:crypto';
import type { Json } from '../../../schemas/json/types.js';
import type { LateSignal } from '../../concurrency/signals.js';
import { type ContainerRequest, FlowError, Interrupted, type ScriptRequest } from '../../flows/index.js';

/** Returns a random id (UUID) that is the same each time: the one of a number among those of a seed. */
export function createSeededId(seed: string, number: number): string {
  const hex = createHash('sha256').update(`${seed} ${number}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** Runs another flow that a task waits for; it ends when the task does not wait any more. */
export async function runWhileAwaited<Result>(
  ending: LateSignal,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> {
  const cancel = (): void => ending.abort(new Interrupted('The run that waited for it went on'));
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await run();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Returns the error of a run that no task waits for, unless it is a fault, which is its own, or the end of the rehearsal. */
export function getDefect(error: unknown): unknown {
  return error instanceof FlowError || error instanceof Interrupted ? undefined : error;
}

/** Returns the request for code that an effect has as its arguments. */
export function toCodeRequest(args: Json): ScriptRequest | ContainerRequest {
  return args as unknown as ScriptRequest | ContainerRequest;
}
