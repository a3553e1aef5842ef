export { type CompileOptions, compile, type Program } from './compile.js';
export { ExpressionError, type ExpressionErrorKind, ExpressionSyntaxError } from './errors.js';
export type { Json } from './json.js';
export { type Budget, defaultBudget } from './runtime/budget.js';
