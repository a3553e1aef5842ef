import { posix } from 'node:path';
import { textEndings } from '../../git/trees/names.js';
import { nearest } from '../../problems/index.js';
import { LineIndex } from '../../yaml-edit/read/lines.js';
import { isAttachable } from '../parse/entity-files.js';
import type { LocatedFile } from '../parse/named-files.js';
import type { Finding } from '../rules/finding.js';
import type { BranchState, FileEntry } from '../state/branch-state.js';
import type { Facts } from '../state/readiness.js';

/** Among more texts, a search for the intended one would cost too much. */
const maxCandidates = 5_000;

type Fault = Pick<Finding, 'rule' | 'message' | 'hint'>;

/** The errors of the texts that a document names, silenced ones included. */
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

/** Suggests the intended path, written the way the document writes it. */
function suggestion(state: BranchState, { file, from, path = '' }: LocatedFile): { hint?: string } {
  if (state.texts.size === 0 || state.texts.size > maxCandidates) return {};
  const paths = state.texts.sortedKeys;
  const name = posix.basename(path);
  const meant = paths.findLast((known) => posix.basename(known) === name) ?? nearest(path, paths);
  if (meant === undefined) return {};
  const written = file.startsWith('/') ? `/${meant}` : posix.relative(posix.dirname(from), meant);
  return { hint: `Did you mean \`${written}\`?` };
}
