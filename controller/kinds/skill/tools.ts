/** The tools that the service offers to agents; a test compares them with those of the API. */
export const toolNames: readonly string[] = [
  'control',
  'create-entity',
  'delete-api-key',
  'describe',
  'invoke-connector-action',
  'list-entities',
  'plan-change',
  'read-entity',
  'restore-backup',
  'revert-entity',
  'rotate-api-key',
  'run-flow',
  'submit-feature-request',
  'submit-support-request',
  'update-entity',
];
