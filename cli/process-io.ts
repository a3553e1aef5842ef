import type { Io } from './contract/io.js';

/** The streams, environment and signals of this process. */
export function processIo(): Io {
  let isGuarded = false;
  // Opening the streams takes most of the start of a short command, so each is opened at its first use.
  return {
    get stdout() {
      if (!isGuarded) process.stdout.on('error', endQuietly);
      isGuarded = true;
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: process.cwd(),
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM'] as const;
      for (const signal of signals) process.once(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
  };
}

/** Ends the process with 0 when its reader has closed the pipe (`svc logs … | head`). */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}
