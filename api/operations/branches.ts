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
  async run({ controller }) {
    return { value: { items: await controller.branches.list() } };
  },
};

export const branchOperations: readonly Operation[] = [listBranches];
