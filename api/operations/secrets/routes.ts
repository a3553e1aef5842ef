import type { SecretSummary } from '../../../controller/security/vault/secret-store.js';
import { setLocation } from '../shared/location.js';
import { deletion, patchBodies, writeQuery } from '../shared/platform-routes.js';
import { asEntityRoutes, entityPath, platformPath, type Route, route } from '../shared/route.js';
import {
  deleteSecret,
  listSecretProviders,
  listSecrets,
  readSecret,
  rotateMasterKey,
  updateSecret,
  writeSecret,
} from './operations.js';

const secrets = `${platformPath}/secrets`;
const entities = entityPath('secret');

export const secretRoutes: readonly Route[] = [
  route('POST', entities, writeSecret, {
    query: writeQuery,
    body: ['path', 'value'],
    statuses: [200, 201],
    respond(_request, reply, { value }): undefined {
      const { path, dryRun } = value as SecretSummary & { dryRun?: true };
      if (!dryRun) setLocation(reply, `${secrets}/${path}`);
    },
  }),
  route('GET', `${platformPath}/secret-providers`, listSecretProviders),
  route('POST', `${platformPath}/master-key/rotate`, rotateMasterKey),
  ...routesAt(secrets),
  ...asEntityRoutes(routesAt(entities), { 'list-secrets': 'list-secret-entities' }),
];

/** A secret's path has slashes of its own, so it is the rest of the URL. */
function routesAt(path: string): Route[] {
  const one = `${path}/*`;
  const rest = 'path';
  return [
    route('GET', path, listSecrets),
    route('GET', one, readSecret, { rest }),
    route('PUT', one, writeSecret, {
      id: 'replace-secret',
      rest,
      query: writeQuery,
      body: ['value'],
      statuses: [200, 201],
    }),
    route('PATCH', one, updateSecret, { rest, query: writeQuery, bodies: patchBodies(['value']) }),
    route('DELETE', one, deleteSecret, { rest, ...deletion }),
  ];
}
