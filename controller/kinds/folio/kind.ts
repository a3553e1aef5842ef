import { type KindDefinition, validateBySchema } from '../../catalog/index.js';

export const folio: KindDefinition = {
  kind: 'folio',
  plural: 'folios',
  validate: validateBySchema('folio'),
  references: [],
  attachments: [{ field: 'file', holds: 'body' }],
};
