import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callService, sessionPath } from './client.js';

/** The person who is signed in. */
export type Session = AnswerOf<typeof sessionPath, 'get'>;

export const waysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: ({ signal }) => callService('get', '/api/v1/platform/auth/ways', { signal }),
});

/** Fails with status 401 where there is no session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callService('get', sessionPath, { signal }),
  staleTime: 5 * 60_000,
});

/** @throws ServiceProblem with status 401 for a wrong name or password */
export async function signIn(username: string, password: string): Promise<void> {
  await callService('post', sessionPath, { body: { username, password } });
}

/** @param isEverywhere ends the sessions in all browsers */
export async function signOut(isEverywhere: boolean): Promise<void> {
  await callService('delete', sessionPath, { query: isEverywhere ? { everywhere: true } : {} });
}
