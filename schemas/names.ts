/** Every schema of this folder: `<name>.schema.json`. Adding a kind adds its name here. */
export const schemaNames = [
  'annotation',
  'cache-policy',
  'connection',
  'environment',
  'flow',
  'flow-test',
  'folio',
  'mapping',
  'script',
  'settings',
  'skill',
  'store',
  'team',
  'template',
  'trigger',
] as const;

export type SchemaName = (typeof schemaNames)[number];

/** The dialects of JSON Schema that users may write in, with their URIs. */
export const dialects = {
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
} as const;

export type Dialect = keyof typeof dialects;
