import type { Target } from '../../controller/identity/access.js';

/** Beyond it a record says how many more there are. */
const mostNamed = 20;

/** What something was done to, as the audit log has it: `type/name @ branch`; null for the installation. */
export function auditTarget({ branch, type, name }: Target): string | null {
  const what = name === undefined ? type : `${type}/${name}`;
  if (branch === undefined) return what ?? null;
  return what === undefined ? `@ ${branch}` : `${what} @ ${branch}`;
}

/** Several entities in one text. */
export function auditNames(entities: readonly { type: string; name: string }[]): string {
  const named = entities.slice(0, mostNamed).map(({ type, name }) => `${type}/${name}`);
  const more = entities.length - named.length;
  return more > 0 ? `${named.join(' ')} and ${more} more` : named.join(' ');
}
