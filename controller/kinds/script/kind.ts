import { schemaOr } from '../../../schemas/json/values.js';
import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { checkCode } from '../../flows/index.js';
import { callerSchema } from '../../json-schema/index.js';
import { checkPassed } from '../compile/passed.js';
import { compileScript } from './compile.js';

export const script: KindDefinition = {
  kind: 'script',
  plural: 'scripts',
  validate: validateBySchema('script'),
  references: [],
  attachments: [{ field: 'file', holds: 'code', check: checkCode, reads: ['language'] }],
  getInterfacePointers: () => ['/name', '/parameters'],
  getInterface: ({ parameters }) => schemaOr(parameters),
  prepareInputCheck: ({ name, parameters }) => {
    const check = checkPassed(callerSchema(schemaOr(parameters)), `\`script/${name}\``);
    return ({ argument }) => check(argument);
  },
  compile: compileScript,
};
