import { createAnalyser } from './analyse.js';
import { emptyState, type FileEntry } from './branch-state.js';
import { analysisLimits, type FileLimits } from './catalog.js';
import type { Finding, KindDefinition } from './contract.js';
import { isEntityFile } from './entity-files.js';
import { nextState } from './next-state.js';
import { BranchSnapshot } from './snapshot.js';

export interface LooseFile {
  path: string;
  content: string | Uint8Array;
}

export interface ValidateOptions {
  limits?: FileLimits;
  /** Entities known from elsewhere: a reference to one of them does not dangle although no file here defines it. */
  isKnown?(kind: string, name: string): boolean;
}

/** The whole validation engine over files that need not be in any branch; sorted by file and line. */
export function validateFiles(
  files: readonly LooseFile[],
  kinds: readonly KindDefinition[],
  options: ValidateOptions = {},
): Finding[] {
  const analyser = createAnalyser(kinds, analysisLimits(options.limits));
  const entries = new Map<string, FileEntry>();
  for (const { path, content } of files) {
    if (!isEntityFile(path)) continue;
    const analysis = analyser.analyse(path, typeof content === 'string' ? Buffer.from(content) : content);
    const references = analysis.references.filter(({ kind, name }) => !options.isKnown?.(kind, name));
    entries.set(path, { path, blobId: path, analysis: { ...analysis, references } });
  }
  const state = nextState(emptyState, { revision: '', now: '', files: entries });
  return [...new BranchSnapshot('', '', state).findings];
}
