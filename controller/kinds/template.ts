import { type KindDefinition, validateBySchema } from '../catalog/index.js';
import { compileTemplate } from '../library/index.js';

export const template: KindDefinition = {
  kind: 'template',
  plural: 'templates',
  validate: validateBySchema('template'),
  references: [],
  compile: compileTemplate,
};
