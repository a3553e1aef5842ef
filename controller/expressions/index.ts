export { compile, type Program } from './compile.js';
export { assignmentAsCondition } from './inspect.js';
export { pathsRead } from './paths-read.js';
export { ExpressionError, sliceOver } from './runtime/evaluate.js';
export { suspicions } from './suspicions.js';
export { ExpressionSyntaxError } from './syntax/syntax-error.js';
export {
  createSharedBudget,
  evaluateInSlices,
  evaluateInThread,
  firstSlice,
  type SharedBudget,
} from './threads/evaluate-in-slices.js';
export type { Json } from './values/json.js';
export { defaultBudget, type Usage } from './values/run.js';
