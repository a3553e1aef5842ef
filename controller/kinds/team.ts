import { type KindDefinition, validateBySchema } from '../catalog/index.js';

/** Members are users: they live in the installation's database, not in the branch, and are no references. */
export const team: KindDefinition = {
  kind: 'team',
  plural: 'teams',
  validate: validateBySchema('team'),
  references: [],
};
