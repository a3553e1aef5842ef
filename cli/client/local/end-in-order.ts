import type { Logger } from 'pino';
import { exitCodes } from '../../contract/failure.js';
import type { UncaughtHandler } from '../../contract/uncaught.js';

/** How long the end may take, in ms: what has thrown may hold up the rest. */
const maxEndMs = 15_000;

/** The service that ends before its process does. */
export interface RunningService {
  readonly controller: { noteProcessEnd(error: unknown): number };
  stop(): Promise<void>;
}

/**
 * Ends the process of the service for an exception that belongs to no connection: what it has left half done is not known. The
 * runs that call are noted first; then the service takes no more requests, journals its runs, and the process exits with 1, for
 * its supervisor to start it again.
 * @param find returns the service once it has started
 */
export function endInOrder(log: Logger, find: () => RunningService | undefined): UncaughtHandler {
  let isEnding = false;
  return (error) => {
    log.fatal({ err: error }, 'an exception escaped: the process ends and can be started again');
    if (isEnding) return;
    isEnding = true;
    const service = find();
    try {
      const calling = service?.controller.noteProcessEnd(error);
      if (calling) log.warn({ runs: calling }, 'runs had calls in flight; they continue after the start');
    } catch (err) {
      log.error({ err }, 'runs that had calls in flight could not be noted');
    }
    const exit = (): never => process.exit(exitCodes.faulted);
    setTimeout(exit, maxEndMs);
    Promise.resolve(service?.stop())
      .catch((err: unknown) => log.error({ err }, 'the service did not stop in order'))
      .finally(exit);
  };
}
