export { compileFlow } from './compile.js';
export * from './contract.js';
export { fromConnectorError, type StandardError, sameType, standardError, standardType } from './errors.js';
