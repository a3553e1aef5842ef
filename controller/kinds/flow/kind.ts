import { type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { compileFlow } from '../../flows/index.js';

export const flow: KindDefinition = {
  kind: 'flow',
  plural: 'flows',
  validate: validateBySchema('flow'),
  references: [],
  names: ['connection', 'flow', 'mapping', 'template', 'store', 'script'],
  compile: (definition) => {
    const { plan, findings } = compileFlow(definition);
    const { connections = [], subflows = [], entities = [] } = plan ?? {};
    return {
      compiled: plan,
      findings,
      references: [
        ...connections.map(({ connection, action, pointer }) => ({
          kind: 'connection',
          name: connection,
          needs: action,
          pointer,
        })),
        ...subflows.map(({ name, pointer }) => ({ kind: 'flow', name, pointer: `${pointer}/name` })),
        ...entities.map(({ kind, name, pointer }) => ({ kind, name, pointer })),
      ],
    };
  },
};
