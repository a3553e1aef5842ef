import { posix } from 'node:path';
import { nearest } from '../problems/index.js';
import { textEndings } from '../repository/entity-path.js';
import type { LocatedFile } from './attachments.js';
import type { BranchState, FileEntry, TextFile } from './branch-state.js';
import type { Finding } from './contract.js';
import { isAttachable } from './entity-files.js';
import type { LayeredMap } from './layered-map.js';
import { LineIndex } from './line-index.js';
import type { Facts } from './readiness.js';

/** Beyond so many texts, looking for the one that was meant costs more than it helps. */
const maxCandidates = 5_000;

type Fault = Pick<Finding, 'rule' | 'message' | 'hint'>;

/** What is wrong with the texts that a document names, also where a comment there says to let it be. */
export function attachmentFindings(state: BranchState, facts: Facts, entry: FileEntry): Finding[] {
  return entry.texts.flatMap((named) => {
    const { pointer, place } = named;
    const at = { severity: 'error' as const, file: entry.path, pointer, ...place };
    return faultsOf(state, facts, named).map((fault) => ({ ...at, ...fault }));
  });
}

function faultsOf(state: BranchState, facts: Facts, named: LocatedFile): Fault[] {
  const { file, path } = named;
  if (path === undefined) {
    const hint =
      'Name a file of the branch: from the folder of this one or, with a leading `/`, from the root.';
    return [{ rule: 'file-outside', message: `\`${file}\` leads out of the branch`, hint }];
  }
  if (!isAttachable(path)) {
    const endings = textEndings.map((ending) => `.${ending}`).join(', ');
    const hint = `Texts lie in no hidden folder and end in ${endings}.`;
    return [{ rule: 'file-unreadable', message: `\`${file}\` is no text that an entity may name`, hint }];
  }
  const { content } = facts.text(path) ?? {};
  if (!content) {
    return [{ rule: 'file-missing', message: `there is no file \`${path}\``, ...suggestion(state, named) }];
  }
  if (content.finding) {
    const { message, hint } = content.finding;
    return [{ rule: 'file-unreadable', message: `\`${path}\`: ${message}`, ...(hint ? { hint } : {}) }];
  }
  const faults = named.faultsIn(content);
  if (faults.length === 0) return [];
  const lines = new LineIndex(content.text);
  return faults.map(({ offset, message, ...rest }) => {
    const { line, column } = lines.position(offset);
    return { ...rest, message: `${path}:${line}:${column}: ${message}` };
  });
}

interface KnownTexts {
  /** In order, so that of two paths as near the same one is suggested always. */
  paths: readonly string[];
  /** A path for each name. */
  byName: ReadonlyMap<string, string>;
}

const known = new WeakMap<LayeredMap<TextFile>, KnownTexts>();

function knownTexts(texts: LayeredMap<TextFile>): KnownTexts {
  let found = known.get(texts);
  if (!found) {
    const paths = [...texts.keys()].sort();
    found = { paths, byName: new Map(paths.map((path) => [posix.basename(path), path])) };
    known.set(texts, found);
  }
  return found;
}

/** The path that was meant, as it would be written in its place. */
function suggestion(state: BranchState, { file, from, path = '' }: LocatedFile): { hint?: string } {
  if (state.texts.size === 0 || state.texts.size > maxCandidates) return {};
  const { paths, byName } = knownTexts(state.texts);
  const meant = byName.get(posix.basename(path)) ?? nearest(path, paths);
  if (meant === undefined) return {};
  const written = file.startsWith('/') ? `/${meant}` : posix.relative(posix.dirname(from), meant);
  return { hint: `Did you mean \`${written}\`?` };
}
