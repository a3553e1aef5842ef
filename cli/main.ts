#!/usr/bin/env node
import type { Io } from './command.js';
import { runCommandLine } from './program.js';

const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
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

// A reader that went away (`svc logs … | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), io);
