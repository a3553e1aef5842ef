import { parsePointer } from '../../../schemas/json/pointer.js';
import { type Author, type CommitRequest, type CommitText, hasText, type Trailer } from '../../git/index.js';
import { changesBetween } from '../../yaml-edit/compare/changes-between.js';
import type { WriteOrigin, WriteRequest } from '../edits/contract.js';
import { changedFiles, type FileEdit } from '../edits/file-edit.js';
import type { Plan } from '../edits/plan.js';

/** Programs that show commits cut longer subjects. */
const subjectLength = 72;
const namedFields = 3;

const verbs = { created: 'Create', updated: 'Update', deleted: 'Delete', unchanged: 'Keep' } as const;

/** Returns the commit of a planned write. Each file must hold right before what the plan was made on. */
export function commitOf(
  { edits }: Plan,
  { message, origin, hold = false }: WriteRequest,
  mailDomain: string,
): Omit<CommitRequest, 'branch'> {
  const real = edits.filter(({ change }) => change !== 'unchanged');
  return {
    changes: real.flatMap(changedFiles),
    author: authorOf(origin.principal, mailDomain),
    message: message !== undefined && hasText(message) ? message : defaultMessage(real),
    trailers: [...trailersOf(origin), ...(hold ? real.map(holdTrailer) : [])],
  };
}

/** Returns the author of a principal's commits. @param domain of the mail address that stands for the principal */
export function authorOf(principal: string, domain: string): Author {
  const [, kind = '', name = principal] = /^([a-z-]+):(.+)$/.exec(principal) ?? [];
  const isUser = kind === '' || kind === 'user';
  const local = (isUser ? name : `${kind}+${name}`).replaceAll(/[^\w.+-]/g, '-');
  return { name: isUser ? name : `${name} (${kind})`, email: `${local}@${domain}` };
}

/** Returns a message such as `Update connection crm: config.baseUrl`. */
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

/**
 * The trailer of a held commit, which the sync must not undo. Its value is `<type>/<name>`. The text of a commit message
 * cannot contain it.
 */
const holdKey = 'Svc-Hold';
const requestKey = 'Svc-Request-Id';

export interface EntityName {
  type: string;
  name: string;
}

export function trailersOf({ requestId, agent }: WriteOrigin): Trailer[] {
  const trailers = [{ key: requestKey, value: requestId }];
  if (agent) trailers.push({ key: 'Svc-Agent', value: agent.slice(0, 200) });
  return trailers;
}

/** Returns the id of the request that made a commit; empty if svc did not make it. */
export function requestIdOf({ trailers }: Pick<CommitText, 'trailers'>): string {
  return trailers.find(({ key }) => key === requestKey)?.value ?? '';
}

function holdTrailer({ type, name }: EntityName): Trailer {
  return { key: holdKey, value: `${type}/${name}` };
}

/** Returns `<type>/<name>` of the entity that a commit holds. */
export function heldEntity({ trailers }: Pick<CommitText, 'trailers'>): string | undefined {
  return trailers.find(({ key }) => key === holdKey)?.value;
}

export function withHold(commit: CommitText, entity: EntityName): CommitText {
  return { ...commit, trailers: [...commit.trailers, holdTrailer(entity)] };
}

export function withoutHold(commit: CommitText, entity: EntityName): CommitText {
  const { key: held, value: entityId } = holdTrailer(entity);
  const trailers = commit.trailers.filter(({ key, value }) => key !== held || value !== entityId);
  return { ...commit, trailers };
}
