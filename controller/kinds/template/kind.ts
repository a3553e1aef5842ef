import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { compileTemplate } from './compile.js';

export const template: KindDefinition = {
  kind: 'template',
  plural: 'templates',
  validate: validateBySchema('template'),
  references: [],
  compile: compileTemplate,
};
