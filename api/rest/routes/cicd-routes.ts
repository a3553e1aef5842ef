import { operationNamed } from '../../operations/registry.js';
import type { RestBinding } from '../binding.js';

const base = '/api/v1/:branch/cicd';

export const cicdRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('sync-branch'),
    method: 'POST',
    path: `${base}/sync`,
    query: ['confirmPrune', 'revision'],
    statuses: [202],
  },
  { operation: operationNamed('read-sync-status'), method: 'GET', path: `${base}/sync`, statuses: [200] },
  {
    operation: operationNamed('validate-files'),
    method: 'POST',
    path: `${base}/validate`,
    body: ['files'],
    statuses: [200],
  },
  {
    operation: operationNamed('package-branch'),
    method: 'POST',
    path: `${base}/package`,
    body: ['allowInvalid'],
    answers: { 'application/gzip': { type: 'string', format: 'binary', description: 'The archive.' } },
    statuses: [200],
  },
];
