import { type Problem, sentence } from '../../problems/index.js';
import type { FileEdit } from './file-edit.js';

const verbs: Readonly<Record<FileEdit['change'], string>> = {
  created: 'create',
  updated: 'change',
  deleted: 'delete',
  unchanged: 'not change',
};

/** Entities that a summary names. */
const maxNamed = 5;

/** Describes the effect of a write that is not made, and why svc would refuse it. */
export function toSummary(edits: readonly FileEdit[], refusal: Problem | undefined): string {
  const parts = edits
    .slice(0, maxNamed)
    .map(({ type, name, change, path }) => `${verbs[change]} the ${type} \`${name}\` (\`${path}\`)`);
  const more = edits.length - parts.length;
  const list = more > 0 ? [...parts, `${more} more`] : parts;
  const would = `The write would ${list.join(', ')}.`;
  return refusal ? `${would} svc would refuse it: ${sentence(refusal.message)}` : would;
}
