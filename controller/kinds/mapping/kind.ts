import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { compileMapping } from './compile.js';

export const mapping: KindDefinition = {
  kind: 'mapping',
  plural: 'mappings',
  validate: validateBySchema('mapping'),
  references: [],
  compile: compileMapping,
};
