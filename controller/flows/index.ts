export { compileFlow } from './compile.js';
export * from './contract.js';
export { fromConnectorError, sameType, standardError, standardType } from './errors.js';
export { untilAborted } from './execution/interruption.js';
