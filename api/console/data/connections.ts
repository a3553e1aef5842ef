import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callService, type Schemas } from './client.js';
import { paging } from './paging.js';

export type Connection = AnswerOf<'/api/v1/{branch}/connections/{name}', 'get'>;
export type ConnectionTest = Schemas['ConnectionTest'];
export type Consent = Schemas['Consent'];

/** A connection in an environment; undefined for the default one. */
interface ConsentAddress {
  branch: string;
  connection: string;
  env: string | undefined;
}

const pageSize = 100;

export function connectionListQuery(branch: string | undefined, q: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['connections', branch, q],
    enabled: branch !== undefined,
    queryFn: ({ pageParam, signal }) =>
      callService('get', '/api/v1/{branch}/connections', {
        path: { branch: branch ?? '' },
        query: { q, limit: pageSize, cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

/** A connection with its definition, its state, and what uses it. */
export function connectionQuery(branch: string | undefined, name: string) {
  return queryOptions({
    queryKey: ['connection', branch, name],
    enabled: branch !== undefined,
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/{branch}/connections/{name}', {
        path: { branch: branch ?? '', name },
        query: { explain: true },
        signal,
      }),
  });
}

/** The actions that flows can call on a connection. */
export function actionsQuery(branch: string, connection: string) {
  return queryOptions({
    queryKey: ['connection', branch, connection, 'actions'],
    retry: false,
    queryFn: async ({ signal }) => {
      const path = { branch, connection };
      return (await callService('get', '/api/v1/{branch}/connections/{connection}/actions', { path, signal }))
        .items;
    },
  });
}

/** The consent by which a connection signs in. */
export function consentQuery({ branch, connection, env }: ConsentAddress) {
  return queryOptions({
    queryKey: ['connection', branch, connection, 'consent', env],
    retry: false,
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/{branch}/connections/{connection}/consent', {
        path: { branch, connection },
        query: { env },
        signal,
      }),
  });
}

/** Begins a consent. @returns the path of the service that leads to the app @throws ServiceProblem */
export async function beginConsent({ branch, connection, env }: ConsentAddress): Promise<{ path: string }> {
  const answer = await callService('post', '/api/v1/{branch}/connections/{connection}/consent', {
    path: { branch, connection },
    query: { env },
  });
  return { path: answer.path };
}

/** @throws ServiceProblem */
export function revokeConsent({ branch, connection, env }: ConsentAddress): Promise<unknown> {
  return callService('delete', '/api/v1/{branch}/connections/{connection}/consent', {
    path: { branch, connection },
    query: { env },
  });
}

/** Connects with the credentials of an environment, and changes nothing at the server. @throws ServiceProblem */
export function testConnection(
  branch: string,
  connection: string,
  environment: string | undefined,
): Promise<ConnectionTest> {
  return callService('post', '/api/v1/{branch}/connections/{connection}/test', {
    path: { branch, connection },
    query: { env: environment },
  });
}
