import { queryOptions } from '@tanstack/react-query';
import { sendRequest } from './client.js';

interface SignInWays {
  password: boolean;
  providers: { name: string; title: string; login: string }[];
}

/** The person who is signed in. */
interface Session {
  id: string;
  name?: string;
  role?: string;
}

const sessionPath = '/api/v1/platform/auth/session';

export const waysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: async ({ signal }) => {
    const answer = await sendRequest('/api/v1/platform/auth/ways', { method: 'GET', signal });
    return (await answer.json()) as SignInWays;
  },
});

/** Fails with status 401 where there is no session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const answer = await sendRequest(sessionPath, { method: 'GET', signal });
    return (await answer.json()) as Session;
  },
  staleTime: 5 * 60_000,
});

/** Returns the name to greet a person by: `ada` for `user:ada`. */
export function getPersonName({ id, name }: Session): string {
  return name ?? id.replace(/^[^:]*:/, '');
}

/** @throws ServiceProblem with status 401 for a wrong name or password */
export async function signIn(username: string, password: string): Promise<void> {
  await sendRequest(sessionPath, { method: 'POST', body: { username, password } });
}

/** @param isEverywhere ends the sessions in all browsers */
export async function signOut(isEverywhere: boolean): Promise<void> {
  await sendRequest(`${sessionPath}${isEverywhere ? '?everywhere=true' : ''}`, { method: 'DELETE' });
}
