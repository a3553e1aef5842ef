import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import { operationNamed } from '../../operations/registry.js';
import type { Input, Method, RestBinding } from '../binding.js';
import { formType } from '../forms.js';
import { deletion, patchBodies, writeQuery } from './platform-writes.js';

const platform = '/api/v1/platform';
const entities = `${platform}/entities/platform`;
const page = ['limit', 'cursor'];

export const identityRoutes: readonly RestBinding[] = [
  {
    ...bind('POST', 'create-token', `${platform}/auth/token`),
    body: ['grant_type', 'username', 'password', 'refresh_token', 'client_id', 'client_secret', 'scope'],
    bodyTypes: ['application/json', formType],
    credential: 'none',
    statuses: [200],
    headers: readBasicCredentials,
    respond(_request, reply) {
      // RFC 6749, 5.1.
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
      return false;
    },
  },
  {
    ...bind('POST', 'sign-out', `${platform}/auth/logout`),
    body: ['refresh_token'],
    credential: 'optional',
    statuses: [204],
  },
  { ...bind('GET', 'read-me', `${platform}/auth/me`), statuses: [200] },
  ...users(`${platform}/users`),
  ...users(`${entities}/user`).map(asEntity),
  ...apiKeys(`${platform}/api-keys`),
  ...apiKeys(`${entities}/api-key`).map(asEntity),
  { ...rotation(`${platform}/auth/api-keys`), id: 'renew-api-key' },
  ...shares(`${platform}/shares`),
  ...shares(`${entities}/share`).map(asEntity),
  {
    ...bind('GET', 'list-audit', `${platform}/audit`),
    query: ['principal', 'action', 'target', 'outcome', 'since', 'until', ...page],
    statuses: [200],
  },
  { ...bind('GET', 'verify-audit', `${platform}/audit/verification`), statuses: [200] },
];

/** The same under `entities/platform`. */
function asEntity(binding: RestBinding): RestBinding {
  return { ...binding, id: `${binding.id ?? binding.operation.name}-entity` };
}

function users(path: string): RestBinding[] {
  const changed = ['kind', 'role', 'disabled'];
  return [
    { ...bind('GET', 'list-users', path), query: page, statuses: [200] },
    creation('create-user', path, ['kind', 'name', 'role', 'password', 'disabled'], 'name'),
    { ...bind('GET', 'read-user', `${path}/:name`), statuses: [200] },
    {
      ...bind('PATCH', 'update-user', `${path}/:name`),
      query: writeQuery,
      bodies: patchBodies(changed),
      statuses: [200],
    },
    {
      ...bind('PUT', 'update-user', `${path}/:name`),
      query: writeQuery,
      body: changed,
      statuses: [200],
      headers: replaceUser,
      id: 'replace-user',
    },
    { ...bind('DELETE', 'delete-user', `${path}/:name`), ...deletion },
    {
      ...bind('PUT', 'set-password', `${path}/:name/password`),
      body: ['password', 'currentPassword'],
      statuses: [204],
    },
  ];
}

function apiKeys(path: string): RestBinding[] {
  return [
    { ...bind('GET', 'list-api-keys', path), query: page, statuses: [200] },
    creation('create-api-key', path, ['kind', 'name', 'role', 'expiresAt'], 'id'),
    { ...bind('GET', 'read-api-key', `${path}/:id`), statuses: [200] },
    {
      ...bind('PATCH', 'update-api-key', `${path}/:id`),
      query: writeQuery,
      bodies: patchBodies(['kind', 'role', 'expiresAt']),
      statuses: [200],
    },
    { ...bind('DELETE', 'delete-api-key', `${path}/:id`), ...deletion },
    rotation(path),
  ];
}

function rotation(path: string): RestBinding {
  return {
    ...bind('POST', 'rotate-api-key', `${path}/:id/rotate`),
    body: ['expiresAt'],
    statuses: [201],
    respond(_request, reply) {
      reply.header('cache-control', 'no-store');
      return false;
    },
  };
}

function shares(path: string): RestBinding[] {
  return [
    { ...bind('GET', 'list-shares', path), query: page, statuses: [200] },
    creation(
      'create-share',
      path,
      ['kind', 'name', 'branch', 'flow', 'environment', 'rights', 'expiresAt', 'maxUses'],
      'name',
    ),
    { ...bind('GET', 'read-share', `${path}/:name`), statuses: [200] },
    {
      ...bind('PATCH', 'update-share', `${path}/:name`),
      query: writeQuery,
      bodies: patchBodies(['kind', 'rights', 'expiresAt', 'maxUses']),
      statuses: [200],
    },
    { ...bind('DELETE', 'delete-share', `${path}/:name`), ...deletion },
  ];
}

/** @param id the field of the answer that the address of what was made ends with */
function creation(operation: string, path: string, body: string[], id: string): RestBinding {
  return {
    ...bind('POST', operation, path),
    query: writeQuery,
    body,
    statuses: [200, 201],
    respond(_request, reply, { value, outcome }) {
      if (outcome !== 'created') return false;
      const made = (value as Record<string, string>)[id] ?? '';
      reply.header('location', `${path}/${encodeURIComponent(made)}`).header('cache-control', 'no-store');
      return false;
    },
  };
}

function bind(method: Method, operation: string, path: string) {
  return { operation: operationNamed(operation), method, path };
}

/** What a replacement leaves out is as in a new one; the role has no such value. */
function replaceUser(_request: FastifyRequest, input: Input): void {
  if (input['role'] === undefined) {
    throw new Problem('body_invalid', 'A user has a role', {
      errors: [{ pointer: '/role', message: 'is missing' }],
      hints: ['Use `PATCH` to change other fields only.'],
    });
  }
  input['disabled'] ??= false;
}

/** Clients may send their id and secret as HTTP Basic (RFC 6749, 2.3.1), form-encoded both. */
function readBasicCredentials({ headers }: FastifyRequest, input: Input): void {
  const match = /^Basic +([A-Za-z0-9+/=]{1,4096})$/i.exec(headers.authorization ?? '');
  if (!match || input['grant_type'] !== 'client_credentials') return;
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(match[1] ?? '', 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) return;
  try {
    input['client_id'] ??= decodeURIComponent(id.replaceAll('+', ' '));
    input['client_secret'] ??= decodeURIComponent(secret.replaceAll('+', ' '));
  } catch {
    throw new Problem('request_invalid', 'The `Authorization` header is not encoded as RFC 6749 wants it');
  }
}
