export { type AnalysisStore, openAnalysisStore } from './analysis-store.js';
export { completeDefinition, resolvePath, textOf } from './attachments.js';
export { type CatalogOptions, createCatalog, type FileLimits, type OwnedCatalog } from './catalog.js';
export { type CausedFindings, causedFindings } from './caused-findings.js';
export * from './contract.js';
export { isAttachable, isEntityFile } from './entity-files.js';
export { isReserved } from './identify.js';
export {
  blobAt,
  entityAt,
  etagOf,
  type NewestFile,
  newestFile,
  pathLike,
  referrersOf,
  usersOf,
} from './newest.js';
export { findRule, limitCrossed, type Rule, rules } from './rules/index.js';
export { validateBySchema } from './schema-kind.js';
export { snippetOf } from './search/snippet.js';
export { type LooseFile, type LooseTexts, type ValidateOptions, validateFiles } from './validate-files.js';
