import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AnswerOf, callService } from './client.js';
import { paging } from './paging.js';

export type User = AnswerOf<'/api/v1/platform/users', 'get'>['items'][number];
export type ApiKey = AnswerOf<'/api/v1/platform/api-keys', 'get'>['items'][number];
export type ClientGrant = AnswerOf<'/api/v1/platform/auth/grants', 'get'>['items'][number];
export type Share = AnswerOf<'/api/v1/platform/shares', 'get'>['items'][number];
export type Team = AnswerOf<'/api/v1/{branch}/entities/{op}/{type}', 'get'>['items'][number];
export type Role = User['role'];
export type Actor = User['actor'];
/** The bounds of a key. */
export type Scopes = NonNullable<ApiKey['scopes']>;

const pageSize = 100;
/** The key of all queries for people and what acts for them. */
export const peopleKey = ['people'] as const;

export const usersQuery = infiniteQueryOptions({
  queryKey: [...peopleKey, 'users'],
  queryFn: ({ pageParam, signal }) =>
    callService('get', '/api/v1/platform/users', { query: { limit: pageSize, cursor: pageParam }, signal }),
  ...paging,
});

export const apiKeysQuery = infiniteQueryOptions({
  queryKey: [...peopleKey, 'keys'],
  queryFn: ({ pageParam, signal }) =>
    callService('get', '/api/v1/platform/api-keys', {
      query: { limit: pageSize, cursor: pageParam },
      signal,
    }),
  ...paging,
});

export const sharesQuery = infiniteQueryOptions({
  queryKey: [...peopleKey, 'shares'],
  queryFn: ({ pageParam, signal }) =>
    callService('get', '/api/v1/platform/shares', { query: { limit: pageSize, cursor: pageParam }, signal }),
  ...paging,
});

export const clientGrantsQuery = infiniteQueryOptions({
  queryKey: [...peopleKey, 'grants'],
  queryFn: ({ pageParam, signal }) =>
    callService('get', '/api/v1/platform/auth/grants', {
      query: { limit: pageSize, cursor: pageParam },
      signal,
    }),
  ...paging,
});

/** The teams of a branch; rights are those of production. */
export function teamsQuery(branch: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...peopleKey, 'teams', branch],
    enabled: branch !== undefined,
    queryFn: ({ pageParam, signal }) =>
      callService('get', '/api/v1/{branch}/entities/{op}/{type}', {
        path: { branch: branch ?? '', op: 'platform', type: 'team' },
        query: { limit: pageSize, cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

/** @throws ServiceProblem */
export async function createUser(
  user: Pick<User, 'name' | 'role' | 'actor'> & { password: string },
): Promise<void> {
  await callService('post', '/api/v1/platform/users', { body: user });
}

/** @throws ServiceProblem, for the last administrator too */
export async function updateUser(
  name: string,
  change: Partial<Pick<User, 'role' | 'actor' | 'disabled'>>,
): Promise<void> {
  await callService('patch', '/api/v1/platform/users/{name}', { path: { name }, body: change });
}

/** Sets the password of another person, which ends the sessions of that person. @throws ServiceProblem */
export async function setPassword(name: string, password: string): Promise<void> {
  await callService('put', '/api/v1/platform/users/{name}/password', { path: { name }, body: { password } });
}

/** @throws ServiceProblem */
export async function deleteUser(name: string): Promise<void> {
  await callService('delete', '/api/v1/platform/users/{name}', { path: { name } });
}

/**
 * Returns the key, which no other answer has.
 * @param key `expiresAt` as RFC 3339; null for a key without an end
 * @throws ServiceProblem
 */
export async function createApiKey(
  key: Pick<ApiKey, 'name' | 'role' | 'actor' | 'scopes' | 'expiresAt'>,
): Promise<string> {
  return (await callService('post', '/api/v1/platform/api-keys', { body: key })).key ?? '';
}

/**
 * Returns a second key of the same name and rights; the first one works until it is deleted.
 * @throws ServiceProblem
 */
export async function rotateApiKey(id: string): Promise<string> {
  return (await callService('post', '/api/v1/platform/api-keys/{id}/rotate', { path: { id } })).key ?? '';
}

/** Changes the rights of a key, at once. @throws ServiceProblem */
export async function updateApiKey(
  id: string,
  change: Pick<ApiKey, 'role' | 'actor' | 'scopes'>,
): Promise<void> {
  await callService('patch', '/api/v1/platform/api-keys/{id}', { path: { id }, body: change });
}

/** @throws ServiceProblem */
export async function deleteApiKey(id: string): Promise<void> {
  await callService('delete', '/api/v1/platform/api-keys/{id}', { path: { id } });
}

export interface NewShare {
  name: string;
  branch: string;
  flow: string;
  environment: string | undefined;
  rights: Share['rights'];
  /** RFC 3339; null for a link without an end. */
  expiresAt: string | null;
  maxUses: number | null;
}

/** Returns the path of the link, which no other answer has. @throws ServiceProblem */
export async function createShare(share: NewShare): Promise<string> {
  return (await callService('post', '/api/v1/platform/shares', { body: share })).path ?? '';
}

/** @throws ServiceProblem */
export async function deleteShare(name: string): Promise<void> {
  await callService('delete', '/api/v1/platform/shares/{name}', { path: { name } });
}

/** @throws ServiceProblem */
export async function revokeClientGrant(id: string): Promise<void> {
  await callService('delete', '/api/v1/platform/auth/grants/{id}', { path: { id } });
}
