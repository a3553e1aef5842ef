import { ConnectorError } from '../../contract/connector.js';
import type { DigestAuth, DirectAuth, HttpAuth, OAuth2Auth } from './auth-schema.js';
import { DigestSession } from './digest.js';
import { setHeader } from './set-header.js';
import type { SentRequest } from './signature.js';
import { basic, Tokens } from './tokens.js';

/** The way to an authority of tokens. */
interface Access {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** Signs the requests of a connection in. */
export interface Credentials {
  /** Adds the credentials to a request that is about to be sent. @throws ConnectorError */
  add(request: SentRequest, access: Access): Promise<void> | void;
  /** Reads a response with status 401. Returns true when the request should be sent once more. @throws ConnectorError */
  isRetried?(response: Response, request: SentRequest): boolean;
  /** Reads any other response. */
  accepted?(response: Response): void;
}

export function getCredentials(auth: HttpAuth): Credentials {
  if (auth.type === 'oauth2') return tokenCredentials(auth);
  if (auth.type === 'digest') return digestCredentials(auth);
  return { add: (request) => signIn(auth, request) };
}

function signIn(auth: DirectAuth, { url, headers }: SentRequest): void {
  if (auth.type === 'basic') setHeader(headers, 'authorization', basic(auth.username, auth.password));
  else if (auth.type === 'bearer') setHeader(headers, 'authorization', `Bearer ${auth.token}`);
  else if (auth.in === 'query') url.searchParams.set(auth.name, auth.value);
  else if (auth.in === 'header') setHeader(headers, auth.name, auth.value);
  else {
    const others = headers.get('cookie');
    setHeader(headers, 'cookie', `${others === null ? '' : `${others}; `}${auth.name}=${auth.value}`);
  }
}

function tokenCredentials(auth: OAuth2Auth): Credentials {
  const tokens = new Tokens();
  const grant = { ...auth, scopes: auth.scopes ?? [] };
  return {
    async add({ headers }, access) {
      const token = await tokens.of('', grant, { address: () => new URL(auth.tokenUrl), ...access });
      setHeader(headers, 'authorization', `Bearer ${token}`);
    },
    // The authority may have taken a token back before its time: the request was refused, not done.
    isRetried: (_, { headers }) => tokens.forget(headers.get('authorization')),
  };
}

function digestCredentials(auth: DigestAuth): Credentials {
  const session = new DigestSession(auth);
  return {
    add(request) {
      // A flow cannot sign in as another user.
      request.headers.delete('authorization');
      const answer = session.answer(request);
      if (answer !== undefined) setHeader(request.headers, 'authorization', answer);
    },
    isRetried(response, { headers, url }) {
      const result = session.learn(response, headers.get('authorization'));
      if (result !== 'unsupported') return result === 'answerable';
      const detail = `${url.origin} answered 401 without a challenge of Digest that is supported (MD5, SHA-256 or SHA-512-256, with \`qop=auth\`)`;
      throw new ConnectorError('authentication', 401, 'Sign-in refused', detail);
    },
    accepted: (response) => session.proceed(response),
  };
}
