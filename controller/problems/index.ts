export {
  type CallHint,
  type CallWriter,
  type Hint,
  type HintBody,
  type HintCall,
  joinHints,
  toHintBody,
  toHintText,
} from './catalog/hint.js';
export { catalog, type ProblemCode } from './catalog/index.js';
export type { ProblemKind } from './catalog/kind.js';
export { withSuggestions } from './field-names.js';
export {
  type FailedCall,
  Problem,
  type ProblemBody,
  type ProblemDetail,
  type ProblemOptions,
} from './problem.js';
export { sentence } from './sentence.js';
