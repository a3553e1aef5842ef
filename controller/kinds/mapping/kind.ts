import { schemaOr } from '../../../schemas/json/values.js';
import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { callerSchema } from '../../json-schema/index.js';
import { checkData } from '../compile/passed.js';
import { compileMapping } from './compile.js';
import { checkExamples } from './examples.js';

export const mapping: KindDefinition = {
  kind: 'mapping',
  plural: 'mappings',
  validate: validateBySchema('mapping'),
  references: [],
  getInterfacePointers: () => ['/name', '/input'],
  getInterface: ({ input }) => schemaOr(input),
  prepareInputCheck: ({ name, input }) => {
    const check = checkData(callerSchema(schemaOr(input)), `\`mapping/${name}\``);
    return ({ argument }) => check(argument);
  },
  compile: compileMapping,
  examine: checkExamples,
};
