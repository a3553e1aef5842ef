import { type Author, isTelling, type Trailer } from '../repository/index.js';
import { changesBetween, parsePointer } from './compare/index.js';
import type { FileEdit } from './edits/file-edit.js';
import type { WriteOrigin } from './intents.js';

/** Subjects longer than this are cut by what shows them. */
const subjectLength = 72;
const namedFields = 3;

const verbs = { created: 'Create', updated: 'Update', deleted: 'Delete', unchanged: 'Keep' } as const;

/** What the caller says of a write; where that comes to nothing in a history, what is to be said of it. */
export function messageOf(said: string | undefined, edits: readonly FileEdit[]): string {
  return said !== undefined && isTelling(said) ? said : defaultMessage(edits);
}

/** What a careful colleague would write: `Update connection crm: config.baseUrl`. */
function defaultMessage(edits: readonly FileEdit[]): string {
  const [first, ...others] = edits;
  if (!first) return 'Change nothing';
  if (others.length === 0) return shortened(sentence(first));
  const changes = new Set(edits.map(({ change }) => change));
  const types = new Set(edits.map(({ type }) => type));
  const verb = changes.size === 1 ? verbs[first.change] : 'Change';
  const what = types.size === 1 ? `${first.type}s` : 'entities';
  const subject = `${verb} ${edits.length} ${what}: ${edits.map(({ name }) => name).join(', ')}`;
  return `${shortened(subject)}\n\n${edits.map((edit) => `- ${sentence(edit)}`).join('\n')}`;
}

function sentence(edit: FileEdit): string {
  const { type, name, change } = edit;
  const fields = change === 'updated' ? changedFields(edit) : [];
  const shown = fields.slice(0, namedFields).join(', ');
  const more = fields.length > namedFields ? ` and ${fields.length - namedFields} more` : '';
  return `${verbs[change]} ${type} ${name}${shown === '' ? '' : `: ${shown}${more}`}`;
}

function changedFields({ before, after }: FileEdit): string[] {
  if (!before?.definition || !after) return [];
  const pointers = changesBetween(before.definition, after.definition).map(({ pointer }) => pointer);
  return [...new Set(pointers.map((pointer) => (parsePointer(pointer) ?? []).join('.')))];
}

function shortened(subject: string): string {
  const line = subject.replaceAll(/\s+/g, ' ');
  return line.length <= subjectLength ? line : `${line.slice(0, subjectLength - 1).trimEnd()}…`;
}

/** The principal as Git names people. @param domain of the address that stands for him */
export function authorOf(principal: string, domain: string): Author {
  const [, kind = '', name = principal] = /^([a-z-]+):(.+)$/.exec(principal) ?? [];
  const local = (kind === '' || kind === 'user' ? name : `${kind}+${name}`).replaceAll(/[^\w.+-]/g, '-');
  return { name: kind === '' || kind === 'user' ? name : `${name} (${kind})`, email: `${local}@${domain}` };
}

export function trailersOf({ requestId, agent }: WriteOrigin): Trailer[] {
  const trailers = [{ key: 'Svc-Request-Id', value: requestId }];
  if (agent) trailers.push({ key: 'Svc-Agent', value: agent.slice(0, 200) });
  return trailers;
}
