import { hash } from 'node:crypto';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { DigestSession } from '../../../connectors/http/credentials/digest.js';
import type { Credentials } from './credentials.js';

/** The sessions of one policy by a digest of user and server; kept as long as the plan. */
export type DigestSessions = Map<string, DigestSession>;

export function createDigestSessions(): DigestSessions {
  return new BoundedMap(100);
}

/** Digest access authentication (RFC 7616): the first request costs a challenge, further ones use its nonce. */
export function digestCredentials(username: string, password: string, sessions: DigestSessions): Credentials {
  return {
    authorization: async () => ({ scheme: 'Digest', parameter: null }),
    async send(request, send) {
      const key = hash('sha256', JSON.stringify([username, password, request.url.origin]));
      const session = sessions.get(key) ?? new DigestSession({ username, password });
      sessions.set(key, session);
      const headers = new Headers(request.headers);
      const answer = session.answer(request);
      if (answer !== undefined) headers.set('authorization', answer);
      const first = await send(headers);
      if (first.status !== 401 || session.learn(first, answer ?? null) !== 'answerable') {
        session.proceed(first);
        return first;
      }
      await first.body?.cancel();
      headers.set('authorization', session.answer(request) ?? '');
      const second = await send(headers);
      session.proceed(second);
      return second;
    },
  };
}
