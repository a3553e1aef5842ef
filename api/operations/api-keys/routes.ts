import { storedEntityRoutes } from '../shared/platform-routes.js';
import { platformPath, type Route, route } from '../shared/route.js';
import { apiKeys, rotateApiKey } from './operations.js';

export const apiKeyRoutes: readonly Route[] = [
  ...storedEntityRoutes(apiKeys, 'api-keys', (path) => [rotation(path)]),
  { ...rotation(`${platformPath}/auth/api-keys`), id: 'renew-api-key' },
];

function rotation(path: string): Route {
  return route('POST', `${path}/:id/rotate`, rotateApiKey, {
    body: ['expiresAt'],
    statuses: [201],
    respond: (_request, reply) => void reply.header('cache-control', 'no-store'),
  });
}
