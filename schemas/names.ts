/** Every schema of this folder: `<name>.schema.json`. Adding a kind adds its name here. */
export const schemaNames = ['connection', 'environment', 'flow', 'settings'] as const;

export type SchemaName = (typeof schemaNames)[number];
