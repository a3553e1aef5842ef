export { severalResults } from './certain-results.js';
export { compile, type Program } from './compile.js';
export {
  createSharedBudget,
  evaluateInSlices,
  evaluateInThread,
  firstSlice,
  type SharedBudget,
  sliceFrom,
} from './evaluate-in-slices.js';
export { assignmentAsCondition } from './inspect.js';
export { type PathRead, pathsRead } from './paths-read.js';
export { ExpressionError, sliceOver } from './runtime/evaluate.js';
export { suspicions } from './suspicions.js';
export { ExpressionSyntaxError } from './syntax/syntax-error.js';
export type { Json } from './values/json.js';
export { defaultBudget, type Surroundings, type Usage, withSurroundings } from './values/run.js';
