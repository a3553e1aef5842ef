import { accessOf } from './access.js';
import { type Operation, reads } from './operation.js';

const listBranches: Operation = {
  name: 'list-branches',
  title: 'List branches',
  description: 'The branches of the config repository, with the commit each is at.',
  hints: reads,
  permission: 'viewer',
  input: { properties: {} },
  output: {
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'production', 'revision'],
          properties: {
            name: { type: 'string' },
            production: { type: 'boolean' },
            revision: { type: ['string', 'null'], description: 'Null while it was never read.' },
          },
        },
      },
    },
  },
  async run(context) {
    const access = accessOf(context);
    const branches = await context.controller.branches.list();
    const seen = branches.filter(({ name }) => access.may('viewer', { branch: name, some: true }));
    return { value: { items: access.isEven ? branches : seen } };
  },
};

export const branchOperations: readonly Operation[] = [listBranches];
