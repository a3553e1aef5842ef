export type { Triggers } from './contract.js';
export { createTriggers } from './triggers.js';
