/** Rules about secrets and rights: what they refuse goes out of service with the upgrade that brings them. */
const security: ReadonlySet<string> = new Set([
  'branches-open',
  'credential-plain',
  'secret-field',
  'secret-reserved',
  'secret-token',
  'secrets-overlap',
]);

/**
 * Rules of the versions that did not record which entities were in service. Files that they refuse were most likely never
 * in service, so an upgrade from such a version does not bring them into service, unless a run shows that they were. Some
 * of these rules refuse more today: what only the newer part refuses goes out of service with such an upgrade as well.
 */
const early: ReadonlySet<string> = new Set([
  'compile-failed',
  'config-invalid',
  'connector-unknown',
  'cron-syntax',
  'duplicate-entity',
  'duplicate-value',
  'duration-syntax',
  'field-invalid',
  'field-missing',
  'field-unknown',
  'file-missing',
  'flow-structure',
  'file-name',
  'file-outside',
  'file-unreadable',
  'jq-syntax',
  'json-syntax',
  'kind-missing',
  'kind-unknown',
  'mapping-example',
  'name-reserved',
  'reference-dangling',
  'reference-unknown',
  'reference-unmet',
  'schema-invalid',
  'schema-keyword',
  'schema-value',
  'script-syntax',
  'template-syntax',
  'template-variable',
  'then-unknown',
  'unreachable-task',
  // Newer names of what these versions refused as faults of the syntax or the structure.
  'indentation',
  'merge-conflict',
]);

/** True when an upgrade does not tolerate findings of a rule. @param isUnrecorded see `early` */
export function isRefusedAtOnce(rule: string, isUnrecorded: boolean): boolean {
  if (security.has(rule) || rule.startsWith('yaml-')) return true;
  return isUnrecorded && early.has(rule);
}
