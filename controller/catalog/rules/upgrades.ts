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
 * in service, so an upgrade from such a version does not bring them into service. What a newer version refuses beyond that
 * has a rule of its own.
 */
const early: ReadonlySet<string> = new Set([
  ...['compile-failed', 'config-invalid', 'connector-unknown', 'cron-syntax', 'duplicate-entity'],
  ...['duplicate-value', 'duration-syntax', 'field-missing', 'file-missing'],
  ...['file-name', 'file-outside', 'file-unreadable', 'jq-syntax', 'json-syntax'],
  ...['kind-missing', 'kind-unknown', 'mapping-example', 'name-reserved', 'reference-dangling'],
  ...['reference-unknown', 'reference-unmet', 'schema-invalid', 'schema-keyword', 'schema-value'],
  ...['script-syntax', 'template-syntax', 'template-variable', 'then-unknown', 'unreachable-task'],
  // Newer names of what these versions refused as faults of the syntax or the structure.
  ...['indentation', 'merge-conflict'],
]);

/** True when an upgrade does not tolerate findings of a rule. @param isUnrecorded see `early` */
export function isRefusedAtOnce(rule: string, isUnrecorded: boolean): boolean {
  if (security.has(rule) || rule.startsWith('yaml-')) return true;
  return isUnrecorded && early.has(rule);
}
