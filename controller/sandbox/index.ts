export * from './contract.js';
export { describeMissingPython, findProgram, getPythonProgram, refreshPrograms } from './programs.js';
export { createSandbox } from './sandbox.js';
