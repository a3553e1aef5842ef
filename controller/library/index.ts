export {
  type Compilation,
  type CompiledCachePolicy,
  type CompiledMapping,
  type CompiledScript,
  type CompiledStore,
  type CompiledTemplate,
  type LibraryFinding,
  TransformError,
  type TransformFailure,
} from './contract.js';
export { parseDuration } from './duration.js';
export { compileMapping } from './mapping.js';
export { checkCode, compileScript } from './script.js';
export { compileCachePolicy, compileStore } from './store.js';
export { compileTemplate } from './template.js';
