import { type Route, route } from '../shared/route.js';
import { packageBranch, readSyncStatus, syncBranch, validateFiles } from './operations.js';
import { planChange } from './plan.js';

const base = '/api/v1/:branch/cicd';

export const cicdRoutes: readonly Route[] = [
  route('POST', `${base}/sync`, syncBranch, { query: ['confirmPrune', 'revision'], statuses: [202] }),
  route('GET', `${base}/sync`, readSyncStatus),
  route('POST', `${base}/validate`, validateFiles, { body: ['files'] }),
  route('POST', '/api/v1/:base/cicd/plan', planChange, { body: ['branch', 'files'] }),
  route('POST', `${base}/package`, packageBranch, {
    body: ['allowInvalid'],
    answers: { 'application/gzip': { type: 'string', format: 'binary', description: 'The archive.' } },
  }),
];
