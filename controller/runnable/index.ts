export type * from './contract.js';
export { type OpenRunnable, openRunnable } from './open-runnable.js';
export { pythonCheck } from './python-check.js';
export { runnableCheck } from './runnable-check.js';
