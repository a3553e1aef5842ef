import { setWarning, warningHeader } from '../../http/headers.js';
import { shortForms } from '../entities/routes.js';
import { type Route, route } from '../shared/route.js';
import { type ActionResult, invokeAction, listActions, testConnection } from './operations.js';

const connection = '/api/v1/:branch/connections/:connection';

export const connectionRoutes: readonly Route[] = [
  ...shortForms('connection', 'connections'),
  route('POST', `${connection}/test`, testConnection, { query: ['env'] }),
  route('GET', `${connection}/actions`, listActions, { query: ['env'] }),
  route('POST', `${connection}/actions/:action`, invokeAction, {
    query: ['env'],
    body: 'input',
    responseHeaders: {
      'x-svc-connector': { type: 'string' },
      'x-svc-entity': { type: 'string' },
      'x-svc-duration-ms': { type: 'integer' },
      'x-svc-revision': {
        type: 'string',
        description: 'The commit whose version of the connection was used.',
      },
      ...warningHeader,
    },
    respond(_request, reply, { value }): undefined {
      const { connector, entity, durationMs, revision, warning } = value as ActionResult;
      reply.header('x-svc-connector', connector).header('x-svc-entity', entity);
      reply.header('x-svc-duration-ms', durationMs).header('x-svc-revision', revision);
      setWarning(reply, warning);
    },
  }),
];
