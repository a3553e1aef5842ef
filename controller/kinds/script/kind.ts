import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { checkCode } from '../../flows/index.js';
import { compileScript } from './compile.js';

export const script: KindDefinition = {
  kind: 'script',
  plural: 'scripts',
  validate: validateBySchema('script'),
  references: [],
  attachments: [{ field: 'file', holds: 'code', check: checkCode }],
  compile: compileScript,
};
