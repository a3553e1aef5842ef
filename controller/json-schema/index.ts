export { ArgumentCheck } from './argument-check.js';
export { type ArgumentFault, anyText, anyValue } from './argument-fault.js';
export { callerSchema } from './caller-schema.js';
export { type Accepted, SchemaCheck } from './check.js';
export type { SchemaFinding } from './computations.js';
export { inspectSchema, isOfValidDefinition, withoutInspection } from './inspect.js';
export { isOfFormat } from './plain-fit.js';
export type { SchemaProblem } from './schema-problem.js';
