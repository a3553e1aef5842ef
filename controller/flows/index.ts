export { compileFlow } from './compiler/compile-flow.js';
export { knownArguments } from './compiler/given.js';
export { parseDuration, suggestDuration } from './data/duration.js';
export { checkCode } from './data/javascript.js';
export { eventKeyText } from './events/consumption.js';
export { isOwnType } from './events/filter.js';
export {
  FlowError,
  type FlowErrorBody,
  Interrupted,
  type StandardError,
  sameType,
  standardError,
  standardType,
} from './plan/errors.js';
export type * from './plan/flow-plan.js';
export type * from './plan/host.js';
export { taskTypeOf } from './tasks/index.js';
