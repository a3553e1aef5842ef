import { createInterface } from 'node:readline/promises';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';

/** Resolves when the user has agreed, on a terminal, to the deletion of a data directory. @throws Failure otherwise */
export async function confirmPurge(io: Io, dataDirectory: string): Promise<void> {
  if ((io.stdin as { isTTY?: boolean }).isTTY !== true)
    throw misuse(
      '`--purge` asks on a terminal, and there is none',
      'Add `--yes` to delete without a question.',
    );
  io.stderr.write(
    `This deletes ${dataDirectory}: the database, the secrets, all runs. Type \`delete\` to go on: `,
  );
  const lines = createInterface({ input: io.stdin });
  try {
    if ((await lines.question('')).trim() === 'delete') return;
  } finally {
    lines.close();
  }
  throw new Failure(exitCodes.faulted, 'Nothing was deleted or uninstalled', [
    'Without `--purge` the data stays.',
  ]);
}
