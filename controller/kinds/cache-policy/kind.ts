import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { compileCachePolicy } from './compile.js';

export const cachePolicy: KindDefinition = {
  kind: 'cache-policy',
  plural: 'cache-policies',
  validate: validateBySchema('cache-policy'),
  references: [
    { pointer: '/appliesTo/*/connection', kind: 'connection', needs: 'action' },
    { pointer: '/appliesTo/*/flow', kind: 'flow' },
  ],
  compile: compileCachePolicy,
};
