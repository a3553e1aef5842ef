import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 16 * 1024 * 1024;

/**
 * Appends log lines to a file that only its owner can read. A file larger than 16 MiB is renamed to `<name>.1`, which it
 * replaces. Lines that the disk does not take are lost: a full disk must not stop the service.
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
        if (size > maxBytes) {
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
