export { SchemaCheck, type SchemaFinding } from './check.js';
export { inspectSchema, type SchemaProblem } from './inspect.js';
