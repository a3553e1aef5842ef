export { completeDefinition, textOf } from './attachments.js';
export { type CatalogOptions, createCatalog, type FileLimits } from './catalog.js';
export * from './contract.js';
export { isAttachable, isEntityFile } from './entity-files.js';
export { isReserved } from './identify.js';
export { findRule, type Rule, rules } from './rules/index.js';
export { validateBySchema } from './schema-kind.js';
export { snippetOf } from './search/snippet.js';
export { type LooseFile, type LooseTexts, type ValidateOptions, validateFiles } from './validate-files.js';
