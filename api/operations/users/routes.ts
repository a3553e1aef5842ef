import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import { storedEntityRoutes, writeQuery } from '../shared/platform-routes.js';
import { type Input, type Route, route } from '../shared/route.js';
import { setPassword, users } from './operations.js';

export const userRoutes: readonly Route[] = storedEntityRoutes(users, 'users', (path) => [
  route('PUT', `${path}/:name`, users.update, {
    id: 'replace-user',
    query: writeQuery,
    body: ['kind', 'role', 'actor', 'disabled'],
    headers: replaceUser,
  }),
  route('PUT', `${path}/:name/password`, setPassword, {
    body: ['password', 'currentPassword'],
    statuses: [204],
  }),
]);

/** Sets fields that a replacement leaves out to what a new user has; there is no usual role. */
function replaceUser(_request: FastifyRequest, input: Input): void {
  if (input['role'] === undefined) {
    throw new Problem('body_invalid', 'A user needs a role', {
      errors: [{ pointer: '/role', message: 'is missing' }],
      hints: ['Use `PATCH` to change other fields only.'],
    });
  }
  input['actor'] ??= 'person';
  input['disabled'] ??= false;
}
