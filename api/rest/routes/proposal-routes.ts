import { operationNamed } from '../../operations/registry.js';
import type { RestBinding } from '../binding.js';
import { patchBodies } from './platform-writes.js';

const platform = '/api/v1/platform';

const reads = (path: string): RestBinding[] => [
  {
    operation: operationNamed('list-proposals'),
    method: 'GET',
    path,
    query: ['state', 'limit', 'cursor'],
    statuses: [200],
  },
  { operation: operationNamed('read-proposal'), method: 'GET', path: `${path}/:id`, statuses: [200] },
];

export const proposalRoutes: readonly RestBinding[] = [
  ...reads(`${platform}/proposals`),
  ...reads(`${platform}/entities/platform/proposal`).map((binding) => {
    return { ...binding, id: `${binding.operation.name}-entity` };
  }),
  {
    operation: operationNamed('update-proposal'),
    method: 'PATCH',
    path: `${platform}/entities/platform/proposal/:id`,
    bodies: patchBodies(['state']),
    statuses: [200],
  },
  act('merge-proposal', 'merge'),
  act('close-proposal', 'close'),
];

function act(name: string, verb: string): RestBinding {
  const path = `${platform}/proposals/:id/${verb}`;
  return { operation: operationNamed(name), method: 'POST', path, statuses: [200] };
}
