export { connectionsCheck } from './connections-check.js';
export type * from './contract.js';
export { type OpenRunnable, type OpenTests, openRunnable } from './open-runnable.js';
export { pythonCheck } from './python-check.js';
export { runnableCheck } from './runnable-check.js';
