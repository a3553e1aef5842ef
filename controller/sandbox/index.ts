export * from './contract.js';
export { createSandbox } from './sandbox.js';
