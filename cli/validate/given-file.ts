import { basename } from 'node:path';
import type { Finding, LooseFile } from '../../controller/catalog/index.js';

/** A file to check, with its bytes or with the reason why it cannot be read. */
export interface GivenFile extends LooseFile {
  /** The name that the caller knows; unlike `path`, it may have hidden folders. */
  shown: string;
  /** The path on disk, for a file on disk. */
  absolute?: string;
  /** The repository that contains the file, or else the folder that the caller named. */
  top?: string;
  /** The path from `top`; null without one. */
  inBranch: string | null;
  content: Uint8Array;
  unreadable?: string;
}

/** Returns the finding for a file that cannot be read. */
export function unreadableFinding({ shown, unreadable = 'unknown reason' }: GivenFile): Finding {
  return {
    rule: 'file-unreadable',
    severity: 'error',
    file: shown,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
    pointer: '',
    message: `cannot be read: ${unreadable}`,
    hint: `Correct the permissions or the link of ${basename(shown)}, or leave it out.`,
  };
}
