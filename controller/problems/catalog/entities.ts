import type { ProblemKinds } from './kind.js';

/** Problems with entities and their files. */
export const entities = {
  directory_failed: {
    status: 503,
    title: 'The folder of the entity files cannot be read',
    retry: 'backoff',
    hint: 'Check that the folder exists, and that the user that runs svc may read it.',
  },
  entity_file_unreadable: {
    status: 409,
    title: 'The file of the entity cannot be edited in its present form',
    hint: 'Fix the file in Git first. `svc validate` shows its errors.',
  },
  entity_in_use: {
    status: 409,
    title: 'Other entities refer to the entity',
    hint: 'Change or delete the entities in `errors[]` first, or in the same batch.',
  },
  entity_invalid: {
    status: 422,
    title: 'The entity is not valid',
    hint: 'Fix the errors in `errors[]`. `svc validate` shows the same errors without a server.',
  },
  entity_not_found: {
    status: 404,
    title: 'There is no such entity',
    hint: {
      text: 'List the entities of this type with {call} to see their names.',
      operation: 'list-entities',
    },
  },
  entity_read_only: {
    status: 409,
    title: 'Entities of this type cannot be changed through this connection',
    hint: {
      text: 'List the types with {call}. `capabilities` lists the operations of each type.',
      operation: 'list-entity-types',
      arguments: { op: 'platform' },
    },
  },
  entity_type_unknown: {
    status: 404,
    title: 'There is no such entity type',
    hint: 'Use one of the types that the interface lists, in the singular.',
  },
  environment_not_found: {
    status: 404,
    title: 'There is no such environment',
    hint: {
      text: 'List the environments with {call}.',
      operation: 'list-entities',
      arguments: { op: 'platform', type: 'environment' },
    },
  },
  merge_conflict: {
    status: 409,
    title: 'Two changes of the same part are in conflict',
    hint: 'Compare both sides in `errors[]`, decide, and make the change on the newest version.',
  },
  patch_conflict: {
    status: 409,
    title: 'The patch does not fit the entity',
    hint: 'Read the entity again and make a patch for its newest version. `errors[].pointer` names the place.',
  },
  patch_invalid: {
    status: 422,
    title: 'The patch is not valid',
    hint: 'Send a merge patch (RFC 7396) or a JSON patch (RFC 6902), with the media type of its format.',
  },
  version_conflict: {
    status: 412,
    title: 'The entity has another version than the caller expects',
    hint: 'Read the entity again, make the change on its newest version, and send it with the new `ETag`.',
  },
  yaml_file_too_large: {
    status: 422,
    title: 'The entity file is too large',
    hint: 'Split the file, keep the data elsewhere, or raise `Limits.YamlFile`.',
  },
  yaml_too_deep: {
    status: 422,
    title: 'The entity file is nested too deeply',
    hint: 'Use fewer levels, or raise `Limits.YamlDepth`.',
  },
  yaml_too_many_aliases: {
    status: 422,
    title: 'The entity file expands too many aliases',
    hint: 'Write the values in place of the aliases, or raise `Limits.YamlAliases`.',
  },
} as const satisfies ProblemKinds;
