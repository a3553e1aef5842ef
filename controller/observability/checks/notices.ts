import type { Hint } from '../../problems/index.js';
import type { Check } from './run-checks.js';

interface NoticesState {
  /** ms since the epoch; undefined before the first message. */
  sentAt: number | undefined;
  failure: { message: string; at: number } | undefined;
  /** The number of failures that were not told yet. */
  waiting: number;
}

/** A reason why no message can be sent. */
interface ReceiverProblem {
  readonly message: string;
  readonly hints: readonly Hint[];
}

/**
 * Warns when people are not told of what fails.
 * @param receiver in words
 * @param problem looks for a reason why messages cannot be sent, without sending one
 */
export function noticesCheck(
  receiver: string,
  problem: () => Promise<ReceiverProblem | undefined>,
  state: () => NoticesState,
): Check {
  return {
    name: 'notify',
    async run() {
      const { sentAt, failure, waiting } = state();
      const cannot = await problem();
      const unsent =
        waiting === 0 ? '' : `; ${waiting} ${waiting === 1 ? 'failure is' : 'failures are'} not told yet`;
      if (cannot) {
        const detail = `Messages about failures cannot be sent: ${cannot.message}${unsent}`;
        return { status: 'warn', detail, hint: cannot.hints[0] ?? 'Correct `Notify` in the settings.' };
      }
      if (failure) {
        const detail = `The last message to ${receiver} failed at ${iso(failure.at)}: ${failure.message}${unsent}`;
        return { status: 'warn', detail, hint: 'Check the receiver; svc tries again with the next failure.' };
      }
      const last = sentAt === undefined ? 'none was needed yet' : `the last one was sent at ${iso(sentAt)}`;
      return { status: 'ok', detail: `Messages about failures go to ${receiver}; ${last}` };
    },
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
