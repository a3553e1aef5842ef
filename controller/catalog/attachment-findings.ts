import { posix } from 'node:path';
import { nearest } from '../problems/index.js';
import { textEndings } from '../repository/entity-path.js';
import type { LocatedFile } from './attachments.js';
import type { BranchState, FileEntry } from './branch-state.js';
import type { Finding } from './contract.js';
import { isAttachable } from './entity-files.js';
import type { Facts } from './readiness.js';

/** Beyond so many texts, looking for the one that was meant costs more than it helps. */
const maxCandidates = 5_000;

type Fault = Pick<Finding, 'rule' | 'message' | 'hint'>;

/** What is wrong with the texts that a document names: not there, outside of the branch, or no text. */
export function attachmentFindings(state: BranchState, facts: Facts, entry: FileEntry): Finding[] {
  return entry.texts.flatMap((named) => {
    const fault = faultOf(state, facts, named);
    const { pointer, place } = named;
    return fault ? [{ severity: 'error' as const, file: entry.path, pointer, ...place, ...fault }] : [];
  });
}

function faultOf(state: BranchState, facts: Facts, named: LocatedFile): Fault | undefined {
  const { file, path } = named;
  if (path === undefined) {
    const hint =
      'Name a file of the branch: from the folder of this one or, with a leading `/`, from the root.';
    return { rule: 'file-outside', message: `\`${file}\` leads out of the branch`, hint };
  }
  if (!isAttachable(path)) {
    const endings = textEndings.map((ending) => `.${ending}`).join(', ');
    const hint = `Texts lie in no hidden folder and end in ${endings}.`;
    return { rule: 'file-unreadable', message: `\`${file}\` is no text that an entity may name`, hint };
  }
  const { content } = facts.text(path) ?? {};
  if (!content) {
    return {
      rule: 'file-missing',
      message: `there is no file \`${path}\``,
      ...suggestion(state, named),
    };
  }
  if (!content.finding) return undefined;
  const { message, hint } = content.finding;
  return { rule: 'file-unreadable', message: `\`${path}\`: ${message}`, ...(hint ? { hint } : {}) };
}

/** The path that was meant, as it would be written in its place. */
function suggestion(state: BranchState, { file, from, path = '' }: LocatedFile): { hint?: string } {
  if (state.texts.size === 0 || state.texts.size > maxCandidates) return {};
  const known = [...state.texts.keys()].sort();
  const name = posix.basename(path);
  const meant = known.find((one) => posix.basename(one) === name) ?? nearest(path, known);
  if (meant === undefined) return {};
  const written = file.startsWith('/') ? `/${meant}` : posix.relative(posix.dirname(from), meant);
  return { hint: `Did you mean \`${written}\`?` };
}
