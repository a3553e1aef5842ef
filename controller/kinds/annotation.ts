import { type KindDefinition, validateBySchema } from '../catalog/index.js';

export const annotation: KindDefinition = {
  kind: 'annotation',
  plural: 'annotations',
  validate: validateBySchema('annotation'),
  references: [{ pointer: '/target/name', kind: { beside: 'type' } }],
};
