export { catalog, type ProblemCode, type ProblemKind, type RetryClass } from './catalog.js';
export { nearest } from './nearest.js';
export { Problem, type ProblemBody, type ProblemDetail, type ProblemOptions } from './problem.js';
export { shortened } from './shortened.js';
