import { setTimeout as delay } from 'node:timers/promises';
import { exitCodes, Failure } from '../../contract/failure.js';

/** Time for which a server may be unreachable, for example during a restart. */
const maxWaitMs = 30_000;
/** Time after which the client is told that the server was never reached. */
export const maxFirstWaitMs = 5_000;
const maxPauseMs = 2000;

/** Error codes after which the request has certainly not reached the server. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A server that shuts down refused a request without executing it. */
export class ServerStopping extends Failure {}

/**
 * Repeats an attempt until the server is reached; a request that may have arrived is sent again only if it `mayRepeat`.
 * @throws Failure when the server stays unreachable
 */
export async function untilReached<T>(
  attempt: () => Promise<T>,
  { mayRepeat, signal, waitMs = maxWaitMs }: { mayRepeat: boolean; signal: AbortSignal; waitMs?: number },
): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (let pause = 100; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      const isAway = error instanceof Failure && error.exitCode === exitCodes.unreachable;
      const willRetry = isAway && (mayRepeat || !hasArrived(error));
      if (!willRetry || signal.aborted || Date.now() + pause > deadline) throw error;
      await delay(pause, undefined, { signal });
    }
  }
}

function hasArrived(failure: Failure): boolean {
  const { cause } = failure;
  if (failure instanceof ServerStopping) return false;
  const reason = (cause as { cause?: { code?: string } } | undefined)?.cause?.code;
  return reason === undefined || !unsentCodes.has(reason);
}
