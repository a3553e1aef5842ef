export { parseText } from '../yaml-edit/read/yaml-value.js';
export { analysisLimits, type Catalog, createCatalog } from './catalog.js';
export { AnalysisStore } from './parse/analysis-store.js';
export { isAttachable, isEntityFile, isJsonFile } from './parse/entity-files.js';
export { validateBySchema } from './parse/identify.js';
export type { EntityReference, KindDefinition } from './parse/kind-definition.js';
export { resolvePath } from './parse/named-files.js';
export { countSkippedFiles, type SkippedFiles } from './parse/other-tools.js';
export { type Finding, type PointedFinding, problemDetail, type Severity } from './rules/finding.js';
export { findRule, rules } from './rules/index.js';
export type { SearchHit } from './search/ranking.js';
export { findSnippet } from './search/search-document.js';
export { toStem, withoutStopWords } from './search/vocabulary.js';
export { type ReadinessChange, readinessChanges } from './snapshot/branch-snapshot.js';
export { causedFindings } from './snapshot/caused-findings.js';
export type {
  Condition,
  EntityStatus,
  MissingNeed,
  Snapshot,
  Snapshots,
  UnrunnableEntity,
} from './snapshot/contract.js';
export { FilePlaces } from './snapshot/finding-aids.js';
export { listNames, neverValid, requireRecord, unknownEntity } from './snapshot/missing-entity.js';
export {
  blobAt,
  computeEtag,
  entityAt,
  getReferrers,
  getUsersOfFile,
  type NewestFile,
  newestFile,
  pathLike,
} from './snapshot/newest.js';
export type { FileOrigin } from './snapshot/origin.js';
export {
  completeDefinition,
  type EntityId,
  type EntityRecord,
  entityId,
  findEntityText,
  getEntityKind,
  getEntityName,
  type HeldEntity,
} from './state/branch-state.js';
export type { EntityChange } from './state/next-state.js';
export type { Upgrade } from './state/tolerance.js';
export type { StartAnalysisThread } from './threads/analysis-threads.js';
export { answerJobs } from './threads/answer-jobs.js';
export { type LooseFile, type LooseTexts, type ValidateOptions, validateFiles } from './validate-files.js';
