export { compileFlow } from './compile.js';
export * from './contract.js';
export { fromConnectorError, sameType, standardError } from './errors.js';
