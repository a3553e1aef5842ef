import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const largest = 16 * 1024 * 1024;

/**
 * A file that log lines are appended to, only its owner's to read. Beyond 16 MiB it becomes `<name>.1`, in place of the
 * one that was. A disk that is full takes no lines, and no part of the service with it.
 */
export function logFile(path: string): { write(line: string): void } {
  let size: number | undefined;
  return {
    write(line) {
      try {
        if (size === undefined) {
          mkdirSync(dirname(path), { recursive: true });
          size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        }
        if (size > largest) {
          renameSync(path, `${path}.1`);
          size = 0;
        }
        appendFileSync(path, line, { mode: 0o600 });
        size += Buffer.byteLength(line);
      } catch {
        size = undefined;
      }
    },
  };
}
