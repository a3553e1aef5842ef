export * from './contract.js';
export { type CodeLimits, defaultLimits } from './limits.js';
export { createSandbox, type SandboxOptions } from './sandbox.js';
