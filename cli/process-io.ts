import type { Io } from './command.js';

/** This process: its streams, its environment, its signals. */
export function processIo(): Io {
  let isGuarded = false;
  // The streams are opened when they are first used: most of the start of a short command goes into opening them.
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

/** A reader that went away (`svc logs … | head`) is no failure. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}
