/** A type whose entities live in the installation's database, and the operations that the generic verbs mean for it. */
export interface PlatformEntity {
  type: string;
  /** What the operations call the name of one. */
  named: string;
  list: string;
  read?: string;
  create?: string;
  /** Changes some of it. */
  update?: string;
  /** Gives it another definition, where that is another operation. */
  replace?: string;
  delete?: string;
  /** The argument of `update` that is the definition; left out, the members of the definition are arguments. */
  definition?: string;
}

/**
 * The platform-scoped types. An operation that the registry does not have makes its verb one that the type does not know:
 * the type itself may be missing so.
 */
export const platformEntities: readonly PlatformEntity[] = [
  {
    type: 'user',
    named: 'name',
    list: 'list-users',
    read: 'read-user',
    create: 'create-user',
    update: 'update-user',
    delete: 'delete-user',
  },
  {
    type: 'api-key',
    named: 'id',
    list: 'list-api-keys',
    read: 'read-api-key',
    create: 'create-api-key',
    update: 'update-api-key',
    delete: 'delete-api-key',
  },
  {
    type: 'secret',
    named: 'path',
    list: 'list-secrets',
    read: 'read-secret',
    create: 'write-secret',
    update: 'update-secret',
    replace: 'write-secret',
    delete: 'delete-secret',
  },
  {
    type: 'share',
    named: 'name',
    list: 'list-shares',
    read: 'read-share',
    create: 'create-share',
    update: 'update-share',
    delete: 'delete-share',
  },
  { type: 'run', named: 'run', list: 'list-runs', read: 'read-run' },
  {
    type: 'branch',
    named: 'name',
    list: 'list-branches',
    read: 'read-branch',
    create: 'create-branch',
    delete: 'delete-branch',
  },
  {
    type: 'backup',
    named: 'id',
    list: 'list-backups',
    read: 'read-backup',
    create: 'create-backup',
    delete: 'delete-backup',
  },
  {
    type: 'config-section',
    named: 'name',
    list: 'list-config-sections',
    read: 'read-config-section',
    update: 'update-config-section',
    definition: 'values',
  },
  { type: 'proposal', named: 'id', list: 'list-proposals', read: 'read-proposal', update: 'update-proposal' },
];

export type PlatformVerb = 'list' | 'read' | 'create' | 'update' | 'delete';

const byType = new Map(platformEntities.map((entity) => [entity.type, entity]));

export function platformEntity(type: string): PlatformEntity | undefined {
  return byType.get(type);
}
