import type { NonFile } from '../git/trees/contract.js';
import { decode } from '../yaml-edit/read/yaml-document.js';
import { analysisLimits, type FileLimits } from './catalog.js';
import { createAnalyser } from './parse/analyse.js';
import { analysisAt, fileFault, isAttachable, isEntityFile } from './parse/entity-files.js';
import type { KindDefinition } from './parse/kind-definition.js';
import { locate } from './parse/named-files.js';
import type { Finding } from './rules/finding.js';
import { FilePlaces } from './snapshot/finding-aids.js';
import { allFindings } from './snapshot/findings.js';
import { emptyState, type FileEntry, identityId, noneHidden, type TextFile } from './state/branch-state.js';
import { nextState } from './state/next-state.js';
import { getFacts } from './state/readiness.js';

export interface LooseFile {
  path: string;
  content: string | Uint8Array;
  /**
   * Path in the branch, to which the files it names are relative; `path` by default. Null for a file outside any branch:
   * the files it names are not checked.
   */
  inBranch?: string | null;
  /** Set for a link or a submodule, which has no content. */
  nonFile?: NonFile;
  /** The kind of a file that may omit it. */
  kind?: string;
}

export interface ValidateOptions {
  limits?: FileLimits;
  /** True when the files are a complete branch, so that unused entities can be reported. */
  whole?: boolean;
  /** True for an entity that is defined elsewhere: references to it are not dangling. */
  isKnown?(kind: string, name: string): boolean;
  /** Called for each file that belongs to another tool. */
  onSkipped?(path: string, tool: string): void;
  /** Further texts of the branch. */
  texts?: LooseTexts;
}

/** UTF-16 units of the files that are parsed again for the places of findings: no one else waits for them. */
const maxText = 2 ** 24;

export interface LooseTexts {
  /** Returns the bytes of existing texts; called with the paths that entities name only. */
  read(paths: readonly string[]): ReadonlyMap<string, Uint8Array>;
  /** Lists the texts for suggestions; called when a named text is missing. */
  paths(): Iterable<string>;
}

/** Runs all checks over files that need not be in a branch; findings are sorted by file and line. */
export function validateFiles(
  files: readonly LooseFile[],
  kinds: readonly KindDefinition[],
  options: ValidateOptions = {},
): Finding[] {
  const limits = analysisLimits(options.limits);
  const analyser = createAnalyser(kinds, limits);
  const entries = new Map<string, FileEntry>();
  for (const { path, content, inBranch = path, kind, nonFile } of files) {
    if (!nonFile && !isEntityFile(path)) continue;
    const fault = inBranch === null ? undefined : fileFault(inBranch, nonFile);
    const analysis = fault ?? analysisAt(path, analyser.analyse(path, toBytes(content), kind));
    if (analysis.tool !== undefined) options.onSkipped?.(path, analysis.tool);
    const references = analysis.references.filter(({ kind, name }) => !options.isKnown?.(kind, name));
    const texts = inBranch === null ? [] : locate(analysis.files, inBranch);
    // These files are not put in service, so only contents that calls are checked against are kept.
    const isCalled = analysis.interfaceDigest !== undefined || analysis.providedNames !== undefined;
    const isPlaced = isCalled || references.some(({ argumentJson }) => argumentJson !== undefined);
    const kept = {
      ...analysis,
      references,
      content: isCalled ? analysis.content : undefined,
      text: isPlaced ? analysis.text : '',
    };
    entries.set(path, { path, blobId: path, analysis: kept, id: identityId(kept), texts });
  }
  const texts = textsFor(files, entries.values(), limits.size, options);
  const state = nextState(emptyState, { revision: '', now: '', files: entries, texts, hidden: noneHidden });
  return allFindings(state, getFacts(state), options.whole ?? false, new FilePlaces(maxText));
}

/** The texts among the files, and further ones that entities name. */
function textsFor(
  files: readonly LooseFile[],
  entries: Iterable<FileEntry>,
  limit: number,
  { texts: others }: ValidateOptions,
): Map<string, TextFile> {
  const texts = new Map<string, TextFile>();
  const add = (path: string, content: LooseFile['content']) =>
    texts.set(path, { blobId: path, content: decode(toBytes(content), limit) });
  for (const { path, content, inBranch = path, nonFile } of files) {
    if (inBranch !== null && !nonFile && isAttachable(inBranch)) add(inBranch, content);
  }
  if (!others) return texts;
  const named = [...entries].flatMap((entry) => entry.texts.flatMap(({ path }) => path ?? []));
  const paths = [...new Set(named)].filter((path) => isAttachable(path) && !texts.has(path));
  if (paths.length === 0) return texts;
  for (const [path, content] of others.read(paths)) add(path, content);
  if (paths.every((path) => texts.has(path))) return texts;
  for (const path of others.paths()) {
    if (!texts.has(path)) texts.set(path, { blobId: path, content: undefined });
  }
  return texts;
}

function toBytes(content: LooseFile['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
