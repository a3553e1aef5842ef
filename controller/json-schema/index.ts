export { callerSchema } from './caller-schema.js';
export { SchemaCheck, type SchemaFinding } from './check.js';
export { inspectSchema } from './inspect.js';
export type { SchemaProblem } from './schema-problem.js';
