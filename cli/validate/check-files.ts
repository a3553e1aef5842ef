import { type Finding, type ValidateOptions, validateFiles } from '../../controller/catalog/index.js';
import { kinds } from '../../controller/kinds/index.js';
import type { Io } from '../command.js';
import { type Collected, entityFilesIn, readGiven } from './collect-files.js';
import { textsOnDisk } from './folder-texts.js';
import { type GivenFile, looseFile, unreadableFinding } from './given-file.js';
import type { GivenTree, StagedFiles } from './staged-files.js';

/**
 * All findings in the files given, under the names the caller knows them by. Files of one folder or one repository
 * belong together: no two may define the same, and what they refer to must be among them or in the repository. Loose
 * files are each taken alone.
 */
export function checkFiles(io: Io, { files, belongTogether, rootOf }: Collected): Finding[] {
  const roots = [...new Set(files.flatMap(({ absolute }) => (absolute && rootOf(absolute)) ?? []))];
  const texts = textsOnDisk([...new Set(files.flatMap(({ top }) => top ?? []))]);
  if (roots.length === 0 && !belongTogether) {
    return files.flatMap((file) => check([file], { isKnown: () => true }));
  }
  const given = new Set(files.map(({ absolute }) => absolute));
  const missing = () => roots.flatMap((root) => entityFilesIn(root).filter((path) => !given.has(path)));
  const whole = belongTogether && files.every(({ top }) => top !== undefined) && missing().length === 0;
  const findings = check(files, { texts, whole });
  if (whole || roots.length === 0 || !findings.some(isAboutOthers)) return findings;
  const others = missing().map((path) => readGiven(io.cwd, rootOf(path) ?? path, path, rootOf));
  const names = new Set(files.map(({ shown }) => shown));
  const found = check([...files, ...others], { texts, whole: true });
  return found.filter(({ file }) => names.has(file));
}

/**
 * What a commit of the index would bring: findings in the files that are staged, and in others those that were not
 * there before, such as a reference to a file that is staged for removal.
 */
export async function checkStaged({ index, staged, before }: StagedFiles): Promise<Finding[]> {
  const findings = checkTree(index);
  const elsewhere = findings.filter(({ file }) => !staged.has(file));
  if (elsewhere.length === 0) return findings;
  const known = new Set(checkTree(await before()).map(told));
  return findings.filter((finding) => staged.has(finding.file) || !known.has(told(finding)));
}

function checkTree({ files, texts }: GivenTree): Finding[] {
  return check(files, { texts, whole: true });
}

/** Says which finding it is, wherever it has moved to. */
function told({ file, rule, pointer, message }: Finding): string {
  return [file, rule, pointer, message].join('\0');
}

function check(files: readonly GivenFile[], options: ValidateOptions): Finding[] {
  const shown = new Map(files.map((file) => [file.path, file.shown]));
  const readable = files.filter(({ unreadable }) => unreadable === undefined);
  const findings = validateFiles(readable.map(looseFile), kinds, options).map((finding) => ({
    ...finding,
    file: shown.get(finding.file) ?? finding.file,
  }));
  const unread = files.filter(({ unreadable }) => unreadable !== undefined).map(unreadableFinding);
  return unread.length === 0 ? findings : [...unread, ...findings].sort(byFile);
}

function isAboutOthers({ rule }: Finding): boolean {
  return rule.startsWith('reference-');
}

function byFile(a: Finding, b: Finding): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : 0;
}
