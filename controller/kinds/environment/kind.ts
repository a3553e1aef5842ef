import { type KindDefinition, validateBySchema } from '../../catalog/index.js';

export const environment: KindDefinition = {
  kind: 'environment',
  plural: 'environments',
  validate: validateBySchema('environment'),
  references: [{ pointer: '/connections', kind: 'connection', keys: true }],
  exclusive: [{ pointer: '/default', value: true, message: 'only one environment can be the default' }],
};
