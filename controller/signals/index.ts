export { JoinedSignal } from './joined-signal.js';
export { TimeLimit, within } from './time-limit.js';
export { untilAborted } from './until-aborted.js';
