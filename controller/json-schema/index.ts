export { SchemaCheck, type SchemaFinding } from './check.js';
export { inspectSchema } from './inspect.js';
