import { basename } from 'node:path';
import type { Finding } from '../../controller/catalog/contract.js';
import type { LooseFile } from '../../controller/catalog/index.js';

/** A file to check, with its bytes, or with what keeps them from being read. */
export interface GivenFile {
  /** How the validation engine knows it: unlike `shown`, free of hidden folders on the way. */
  path: string;
  /** How the caller knows it. */
  shown: string;
  /** Where it is on disk, if it is. */
  absolute?: string;
  /** The repository it lies in, or else the folder that was named. */
  top?: string;
  /** From there; null when there is neither. */
  inBranch: string | null;
  content: Uint8Array;
  unreadable?: string;
  /** The kind it is, where the file may leave that out. */
  kind?: string;
}

export function looseFile({ path, inBranch, content, kind }: GivenFile): LooseFile {
  return { path, inBranch, content, ...(kind === undefined ? {} : { kind }) };
}

/** What is said of a file that could not be read. */
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
    hint: `Mend the permissions or the link of ${basename(shown)}, or leave it out.`,
  };
}
