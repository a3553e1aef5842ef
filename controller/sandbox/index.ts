export * from './contract.js';
export { findProgram, refreshPrograms } from './programs.js';
export { createSandbox } from './sandbox.js';
