import { allFindings } from './all-findings.js';
import { createAnalyser } from './analyse.js';
import { locate } from './attachments.js';
import { emptyState, type FileEntry, identityId, noneHidden, type TextFile } from './branch-state.js';
import { analysisLimits, type FileLimits } from './catalog.js';
import type { Finding, KindDefinition } from './contract.js';
import { decode } from './decode.js';
import { isAttachable, isEntityFile } from './entity-files.js';
import { nameFault } from './file-fault.js';
import { nextState } from './next-state.js';
import { factsOf } from './readiness.js';

export interface LooseFile {
  path: string;
  content: string | Uint8Array;
  /**
   * Where it lies in its branch, from the root: what the files it names are relative to. `path` when left out; null
   * when it lies nowhere, and then the files it names are not looked for.
   */
  inBranch?: string | null;
  /** What it is, where it may leave that out. */
  kind?: string;
}

export interface ValidateOptions {
  limits?: FileLimits;
  /** The files are all there are, as in a branch: what none of them uses is used by nothing. */
  whole?: boolean;
  /** Entities known from elsewhere: a reference to one of them does not dangle although no file here defines it. */
  isKnown?(kind: string, name: string): boolean;
  /** The texts of the branch that are not among the files. */
  texts?: LooseTexts;
}

export interface LooseTexts {
  /** The bytes of those of the paths where there is a text; asked for what entities name, and for nothing else. */
  read(paths: readonly string[]): ReadonlyMap<string, Uint8Array>;
  /** Where there are texts; asked for when one that is named is not there. */
  paths(): Iterable<string>;
}

/** The whole validation engine over files that need not be in any branch; sorted by file and line. */
export function validateFiles(
  files: readonly LooseFile[],
  kinds: readonly KindDefinition[],
  options: ValidateOptions = {},
): Finding[] {
  const limits = analysisLimits(options.limits);
  const analyser = createAnalyser(kinds, limits);
  const entries = new Map<string, FileEntry>();
  for (const { path, content, inBranch = path, kind } of files) {
    if (!isEntityFile(path)) continue;
    const fault = inBranch === null ? undefined : nameFault(inBranch);
    const analysis = fault ?? analyser.analyse(path, bytesOf(content), kind);
    const references = analysis.references.filter(({ kind, name }) => !options.isKnown?.(kind, name));
    const texts = inBranch === null ? [] : locate(analysis.files, inBranch);
    // Nothing of these files is put in service: their contents need not be kept.
    const kept = { ...analysis, references, content: undefined, text: '' };
    entries.set(path, { path, blobId: path, analysis: kept, id: identityId(kept), texts });
  }
  const texts = textsFor(files, entries.values(), limits.size, options);
  const state = nextState(emptyState, { revision: '', now: '', files: entries, texts, hidden: noneHidden });
  return allFindings(state, factsOf(state), options.whole ?? false);
}

/** The texts among the files, and those that entities name besides. */
function textsFor(
  files: readonly LooseFile[],
  entries: Iterable<FileEntry>,
  limit: number,
  { texts: others }: ValidateOptions,
): Map<string, TextFile> {
  const texts = new Map<string, TextFile>();
  const add = (path: string, content: LooseFile['content']) =>
    texts.set(path, { blobId: path, content: decode(bytesOf(content), limit) });
  for (const { path, content, inBranch = path } of files) {
    if (inBranch !== null && isAttachable(inBranch)) add(inBranch, content);
  }
  if (!others) return texts;
  const named = [...entries].flatMap((entry) => entry.texts.flatMap(({ path }) => path ?? []));
  const wanted = [...new Set(named)].filter((path) => isAttachable(path) && !texts.has(path));
  if (wanted.length === 0) return texts;
  for (const [path, content] of others.read(wanted)) add(path, content);
  if (wanted.every((path) => texts.has(path))) return texts;
  for (const path of others.paths()) {
    if (!texts.has(path)) texts.set(path, { blobId: path, content: undefined });
  }
  return texts;
}

function bytesOf(content: LooseFile['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
