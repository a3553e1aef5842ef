import { setTimeout as delay } from 'node:timers/promises';
import { exitCodes, Failure } from '../failure.js';

/** Seconds that a server may be away, such as for a restart. */
const patience = 30;
const longestPause = 2000;

/** Reasons why a request has not arrived. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The server was there, and has not begun with the request. */
export class NotTaken extends Failure {}

/**
 * Tries until the server can be reached. What may have arrived is not sent again, unless it `mayRepeat`.
 * @throws Failure when it stays away
 */
export async function untilReached<T>(
  attempt: () => Promise<T>,
  { mayRepeat, signal }: { mayRepeat: boolean; signal: AbortSignal },
): Promise<T> {
  const deadline = Date.now() + patience * 1000;
  for (let pause = 100; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await attempt();
    } catch (error) {
      const isAway = error instanceof Failure && error.exitCode === exitCodes.unreachable;
      const mayPass = isAway && (mayRepeat || !hasArrived(error));
      if (!mayPass || signal.aborted || Date.now() + pause > deadline) throw error;
      await delay(pause, undefined, { signal });
    }
  }
}

function hasArrived(failure: Failure): boolean {
  const { cause } = failure;
  if (failure instanceof NotTaken) return false;
  const reason = (cause as { cause?: { code?: string } } | undefined)?.cause?.code;
  return reason === undefined || !unsent.has(reason);
}
