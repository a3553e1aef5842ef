import { createInterface } from 'node:readline/promises';
import type { Io } from '../contract/io.js';

/** True when a person can be asked. */
export function canAsk({ stdin, stderr }: Io): boolean {
  return (stdin as Io['stdin'] & { isTTY?: boolean }).isTTY === true && stderr.isTTY === true;
}

/** Asks a question of yes or no; anything but a yes is a no. */
export async function askYes(io: Io, question: string): Promise<boolean> {
  io.stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: io.stdin });
  try {
    return /^y(?:es)?$/i.test((await lines.question('')).trim());
  } finally {
    lines.close();
  }
}
