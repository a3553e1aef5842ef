/** Every schema of this folder: `<name>.schema.json`. Adding a kind adds its name here. */
export const schemaNames = [
  'annotation',
  'cache-policy',
  'connection',
  'environment',
  'flow',
  'folio',
  'mapping',
  'script',
  'settings',
  'skill',
  'store',
  'team',
  'template',
] as const;

export type SchemaName = (typeof schemaNames)[number];
