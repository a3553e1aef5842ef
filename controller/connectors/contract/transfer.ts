import { addAbortSignal, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { whileProgressing } from '../../concurrency/signals.js';

/** Returns a stream of the same content that notes its progress, and ends when the transfer does. */
type Watch = (content: Readable) => Readable;

/**
 * Moves the content of files: of any size and for any time, as long as a piece moves every `ms`.
 * @throws as `work` does; a `TimeoutError` when nothing moves; the reason of `signal` when that aborts
 */
export function transferring<Result>(
  ms: number,
  signal: AbortSignal,
  work: (limited: AbortSignal, watch: Watch) => Promise<Result>,
): Promise<Result> {
  return whileProgressing(ms, signal, async (limited, progressed) => {
    try {
      return await work(limited, (content) => watched(content, limited, progressed));
    } catch (error) {
      throw limited.aborted ? limited.reason : error;
    }
  });
}

/** Returns a stream of the same content that notes each piece, and ends when the signal aborts. */
export function watched(content: Readable, limit: AbortSignal, progressed: () => void): Readable {
  const through = new Transform({
    transform(chunk, _encoding, done) {
      progressed();
      done(null, chunk);
    },
  });
  addAbortSignal(limit, content);
  // The reader of the watched stream sees the error.
  pipeline(content, through).catch(() => {});
  return through;
}
