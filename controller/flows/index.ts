export { type CallableFunction, catalogFunctions } from './calls/catalog/callable.js';
export { acceptForm } from './calls/human-task/form.js';
export { knownArguments } from './compiler/call-arguments.js';
export { checkFunction, compileFlow } from './compiler/compile-flow.js';
export { compileEventMatch } from './compiler/event-trigger.js';
export { parseDuration, suggestDuration } from './data/duration.js';
export { bareExpression, bracesInText } from './data/expression-mistakes.js';
export { foreignSyntax } from './data/foreign-syntax.js';
export { checkCode } from './data/javascript.js';
export { matchesPath, mayMatchInside } from './data/path-pattern.js';
export { findAttributeProblem } from './events/attributes.js';
export { eventKeyText } from './events/consumption.js';
export { isOwnType, ownEvents, ownTypes } from './events/own-types.js';
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
export type { PollPlan, PollProgress } from './plan/poll-plan.js';
export { interpolation } from './plan/template.js';
export type { TriggerPlan } from './plan/trigger-plan.js';
export type { WebhookCheck, WebhookPlan, WebhookSignature } from './plan/webhook-plan.js';
export { findTaskType, taskTypes } from './tasks/index.js';
export { runFilesVolume } from './tasks/processes/task-files.js';
export { compileTimetable } from './times/compile-timetable.js';
export type { Timetable } from './times/timetable.js';
