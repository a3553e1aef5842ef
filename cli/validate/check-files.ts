import {
  type Finding,
  type KindDefinition,
  type ValidateOptions,
  validateFiles,
} from '../../controller/catalog/index.js';
import type { Io } from '../contract/io.js';
import { type CollectedFiles, entityFilesIn, readGiven } from './collect-files.js';
import { textsOnDisk } from './folder-texts.js';
import { type GivenFile, unreadableFinding } from './given-file.js';
import type { GivenTree, StagedFiles } from './staged-files.js';

export interface Checks {
  kinds: readonly KindDefinition[];
  /** Called with the shown name of each file that belongs to another tool. */
  onSkipped?: (file: string, tool: string) => void;
}

/**
 * Returns all findings in the given files, under the names that the caller knows. Files of one folder or one repository
 * belong together: no two may define the same entity, and an entity that they refer to must be among them or in the
 * repository. Loose files are checked one by one.
 */
export function checkFiles(
  io: Io,
  { files, belongTogether, roots: entityRoots }: CollectedFiles,
  checks: Checks,
): Finding[] {
  const quiet = { kinds: checks.kinds };
  const roots = [...new Set(files.flatMap(({ absolute }) => (absolute && entityRoots.of(absolute)) ?? []))];
  const texts = textsOnDisk([...new Set(files.flatMap(({ top }) => top ?? []))], entityRoots);
  if (roots.length === 0 && !belongTogether) {
    return files.flatMap((file) => check([file], { isKnown: () => true }, checks));
  }
  const paths = new Set(files.map(({ absolute }) => absolute));
  const missing = () =>
    roots.flatMap((root) => entityFilesIn(root, entityRoots).filter((path) => !paths.has(path)));
  const whole = belongTogether && files.every(({ top }) => top !== undefined) && missing().length === 0;
  const findings = check(files, { texts, whole }, checks);
  if (whole || roots.length === 0 || !findings.some(isAboutReferences)) return findings;
  const others = missing().map((path) => readGiven(io.cwd, entityRoots.of(path) ?? path, path, entityRoots));
  const names = new Set(files.map(({ shown }) => shown));
  const findingsNow = check([...files, ...others], { texts, whole: true }, quiet);
  return findingsNow.filter(({ file }) => names.has(file));
}

/**
 * Returns the findings that a commit of the index would cause: those in staged files, and in other files those that the
 * last commit does not have, such as a reference to a file that is staged for removal.
 */
export function checkStaged(
  { index, staged, before }: StagedFiles,
  { kinds, onSkipped: onPassedOver }: Checks,
): Finding[] {
  const passed = (file: string, tool: string) => {
    if (staged.has(file)) onPassedOver?.(file, tool);
  };
  const findings = checkTree(index, { kinds, onSkipped: passed });
  const elsewhere = findings.filter(({ file }) => !staged.has(file));
  if (elsewhere.length === 0) return findings;
  const identities = new Set(checkTree(before(), { kinds }).map(getIdentity));
  return findings.filter((finding) => staged.has(finding.file) || !identities.has(getIdentity(finding)));
}

function checkTree({ files, texts }: GivenTree, checks: Checks): Finding[] {
  return check(files, { texts, whole: true }, checks);
}

/** Identifies a finding independently of its line and column. */
function getIdentity({ file, rule, pointer, message }: Finding): string {
  return [file, rule, pointer, message].join('\0');
}

function check(
  files: readonly GivenFile[],
  options: ValidateOptions,
  { kinds, onSkipped: onPassedOver = () => undefined }: Checks,
): Finding[] {
  const shown = new Map(files.map((file) => [file.path, file.shown]));
  const passed = (path: string, tool: string) => onPassedOver(shown.get(path) ?? path, tool);
  const readable = files.filter(({ unreadable }) => unreadable === undefined);
  const findings = validateFiles(readable, kinds, { ...options, onSkipped: passed }).map((finding) => ({
    ...finding,
    file: shown.get(finding.file) ?? finding.file,
  }));
  const unread = files.filter(({ unreadable }) => unreadable !== undefined).map(unreadableFinding);
  return unread.length === 0 ? findings : [...unread, ...findings].sort(byFile);
}

function isAboutReferences({ rule }: Finding): boolean {
  return rule.startsWith('reference-');
}

function byFile(a: Finding, b: Finding): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : 0;
}
