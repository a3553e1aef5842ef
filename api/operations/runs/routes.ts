import type { Run } from '../../../controller/runs/contract.js';
import { getStream, lastEventId, readStreamHeaders } from '../../http/headers.js';
import { fileAnswer } from '../shared/file-answer.js';
import { setLocation } from '../shared/location.js';
import { entityPath, type Route, route } from '../shared/route.js';
import { batchRuns } from './batch.js';
import { listRunFiles, readRunFile } from './files.js';
import { runFilterFields } from './filters.js';
import {
  cancelRun,
  inspectTask,
  listRuns,
  listRunTasks,
  readRun,
  readRunLogs,
  rerunRun,
  resumeRun,
  retryRun,
  suspendRun,
} from './operations.js';

const base = '/api/v1/:branch/runs';
const filters = [...Object.keys(runFilterFields), 'count', 'fields', 'limit', 'cursor'];

export const runRoutes: readonly Route[] = [
  route('GET', base, listRuns, { query: filters }),
  route('POST', `${base}::batch`, batchRuns, {
    body: ['action', 'filter', 'limit', 'cursor', 'dryRun'],
  }),
  route('GET', `${base}/:run`, readRun),
  route('GET', `${base}/:run/tasks`, listRunTasks, { query: ['parent', 'latest', 'limit', 'cursor'] }),
  route('GET', `${base}/:run/tasks/:task`, inspectTask, { query: ['whole', 'limit', 'cursor'] }),
  route('GET', `${base}/:run/logs`, readRunLogs, {
    query: ['after', 'before', 'last', 'limit', 'task'],
    requestHeaders: lastEventId,
    alsoAnswers: getStream('The log as it grows, as server-sent events.'),
    headers: readStreamHeaders,
  }),
  route('GET', `${base}/:run/files`, listRunFiles),
  route('GET', `${base}/:run/files/:file`, readRunFile, fileAnswer),
  route('POST', `${base}/:run/cancel`, cancelRun),
  route('POST', `${base}/:run/suspend`, suspendRun),
  route('POST', `${base}/:run/resume`, resumeRun),
  ...[retryRun, rerunRun].map((operation) =>
    route('POST', `${base}/:run/${operation === retryRun ? 'retry' : 'rerun'}`, operation, {
      body: ['revision'],
      statuses: [201],
      respond({ params }, reply, { value }): undefined {
        const { branch } = params as { branch: string };
        setLocation(reply, `/api/v1/${encodeURIComponent(branch)}/runs/${(value as Run).id}`);
      },
    }),
  ),
  route('GET', entityPath('run'), listRuns, { id: 'list-run-entities', query: ['branch', ...filters] }),
  route('GET', `${entityPath('run')}/:run`, readRun, { id: 'read-run-entity' }),
];
