import { type KindDefinition, validateBySchema } from '../../catalog/index.js';

export const skill: KindDefinition = {
  kind: 'skill',
  plural: 'skills',
  validate: validateBySchema('skill'),
  references: [{ pointer: '/flows/*', kind: 'flow' }],
};
