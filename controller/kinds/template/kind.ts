import { schemaOr } from '../../../schemas/json/values.js';
import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { callerSchema } from '../../json-schema/index.js';
import { checkPassed } from '../compile/passed.js';
import { compileTemplate } from './compile.js';

export const template: KindDefinition = {
  kind: 'template',
  plural: 'templates',
  validate: validateBySchema('template'),
  references: [],
  getInterfacePointers: () => ['/name', '/parameters'],
  getInterface: ({ parameters }) => schemaOr(parameters),
  prepareInputCheck: ({ name, parameters }) => {
    const check = checkPassed(
      callerSchema(parameters === undefined ? { type: 'object' } : schemaOr(parameters)),
      `\`template/${name}\``,
    );
    return ({ argument }) => check(argument);
  },
  compile: compileTemplate,
};
