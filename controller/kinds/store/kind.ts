import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { compileStore } from './compile.js';

export const store: KindDefinition = {
  kind: 'store',
  plural: 'stores',
  validate: validateBySchema('store'),
  references: [],
  compile: compileStore,
};
