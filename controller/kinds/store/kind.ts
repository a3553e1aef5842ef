import { objectOr, schemaOr } from '../../../schemas/json/values.js';
import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { callerSchema } from '../../json-schema/index.js';
import { checkData } from '../compile/passed.js';
import { compileStore } from './compile.js';

export const store: KindDefinition = {
  kind: 'store',
  plural: 'stores',
  validate: validateBySchema('store'),
  references: [],
  getInterfacePointers: () => ['/name', '/schema'],
  getInterface: ({ schema }) => schemaOr(schema),
  prepareInputCheck: ({ name, schema }) => {
    const check = checkData(callerSchema(schemaOr(schema)), `\`store/${name}\``, '/value');
    return ({ argument }) => {
      const { action, with: call } = objectOr(argument);
      const { value } = objectOr(call);
      return action === 'set' && value !== undefined ? check(value) : [];
    };
  },
  compile: compileStore,
};
