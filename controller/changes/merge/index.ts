export type { MergeConflict, Sides } from './conflict.js';
export { type MergedDefinition, mergeDefinitions } from './merge-definitions.js';
export { type MergedText, mergeTexts, type TextConflict, type TextSides } from './merge-texts.js';
export { type MergedYaml, mergeYaml } from './merge-yaml.js';
