export type { Triggered, Triggers } from './contract.js';
export { createTriggers, triggerChannel, triggerSender } from './triggers.js';
