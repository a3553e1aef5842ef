import { ConnectorError } from '../../contract/connector.js';
import type { ConsentTokens } from '../../contract/consent-tokens.js';
import type { DigestAuth, DirectAuth, HttpAuth, JwtAuth, OAuth2Auth } from './auth-schema.js';
import { signAws } from './aws.js';
import { AwsKeySource } from './aws-keys.js';
import type { AwsAuth } from './aws-schema.js';
import { SignedBearer } from './bearer.js';
import { DigestSession } from './digest.js';
import { JwtSigner } from './jwt.js';
import { ServerClock } from './server-clock.js';
import { setHeader } from './set-header.js';
import type { SentRequest } from './signature.js';
import { basic, type Grant, Tokens } from './tokens.js';

/** The way to an authority of tokens. */
interface Access {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** Signs the requests of a connection in. */
export interface Credentials {
  /** Adds the credentials to a request that is about to be sent. @throws ConnectorError */
  add(request: SentRequest, access: Access): Promise<void> | void;
  /** The statuses by which the server refuses the credentials: 401, or also 400 and 403. */
  readonly refusedBy?: 'unauthorized' | 'client-error';
  /** Reads such a response. Returns true when the request should be sent once more. @throws ConnectorError */
  isRetried?(response: Response, request: SentRequest): boolean;
  /** Reads any other response. */
  accepted?(response: Response): void;
  /** Sentences about what to check when the server goes on refusing. */
  getAdvice?(): string;
}

/**
 * @param consent the tokens of an `auth` for which a person has consented
 * @throws ConnectorError for a key that cannot be used
 */
export function getCredentials(auth: HttpAuth, consent?: ConsentTokens): Credentials {
  if (auth.type === 'jwt') return bearerCredentials(auth);
  if (auth.type === 'aws') return awsCredentials(auth);
  if (auth.type === 'oauth2') return consent ? consentCredentials(consent) : tokenCredentials(auth);
  if (auth.type === 'digest') return digestCredentials(auth);
  return { add: (request) => signIn(auth, request) };
}

function signIn(auth: DirectAuth, { url, headers }: SentRequest): void {
  if (auth.type === 'basic') setHeader(headers, 'authorization', basic(auth.username, auth.password));
  else if (auth.type === 'bearer') setHeader(headers, 'authorization', `Bearer ${auth.token}`);
  else if (auth.in === 'query') url.searchParams.set(auth.name, auth.value);
  else if (auth.in === 'path') url.pathname = `/${auth.name}${auth.value}${url.pathname}`;
  else if (auth.in === 'header') setHeader(headers, auth.name, auth.value);
  else {
    const others = headers.get('cookie');
    setHeader(headers, 'cookie', `${others === null ? '' : `${others}; `}${auth.name}=${auth.value}`);
  }
}

function tokenCredentials(auth: OAuth2Auth): Credentials {
  const tokens = new Tokens();
  const grant = getGrant(auth);
  return {
    async add({ headers }, access) {
      const token = await tokens.of('', grant, { address: () => new URL(auth.tokenUrl), ...access });
      setHeader(headers, 'authorization', `Bearer ${token}`);
    },
    // The authority may have taken a token back before its time: the request was refused, not done.
    isRetried: (_, { headers }) => tokens.forget(headers.get('authorization')),
  };
}

function consentCredentials(consent: ConsentTokens): Credentials {
  return {
    async add({ headers }, access) {
      setHeader(headers, 'authorization', `Bearer ${await consent.get(access)}`);
    },
    isRetried(_, { headers }) {
      consent.forget(headers.get('authorization'));
      return true;
    },
  };
}

/** @throws ConnectorError for proofs that exclude each other, and for a key that cannot be used */
function getGrant(auth: OAuth2Auth): Grant {
  const { clientId, clientSecret, clientAuthentication, refreshToken, scopes = [] } = auth;
  const { assertion, clientAssertion } = auth;
  if (assertion && refreshToken !== undefined) throw exclusive('assertion', 'refreshToken');
  if (clientAssertion && clientSecret !== undefined) throw exclusive('clientAssertion', 'clientSecret');
  return {
    clientId,
    clientSecret,
    clientAuthentication,
    refreshToken,
    scopes,
    assertion: assertion && new JwtSigner(assertion, 'auth.assertion'),
    clientAssertion: clientAssertion && new JwtSigner(clientAssertion, 'auth.clientAssertion'),
  };
}

function exclusive(one: string, other: string): ConnectorError {
  const detail = `\`auth.${one}\` and \`auth.${other}\` are proofs of the same: remove one of them`;
  return new ConnectorError('configuration', 400, 'Sign-in not usable', detail);
}

function bearerCredentials(auth: JwtAuth): Credentials {
  const bearer = new SignedBearer(auth);
  return {
    async add({ headers }, access) {
      setHeader(headers, 'authorization', `Bearer ${await bearer.get(access)}`);
    },
    isRetried: (response, { headers }) => bearer.isRetried(response, headers.get('authorization')),
    getAdvice: () => bearer.advice,
  };
}

function awsCredentials(auth: AwsAuth): Credentials {
  const clock = new ServerClock();
  const source = new AwsKeySource(auth, clock);
  const { region, service } = auth;
  return {
    async add(request, access) {
      const keys = await source.get(access);
      await signAws(request, { keys, region, service, now: clock.now() });
    },
    // Services refuse a signature by any of them; only one for another time may be accepted.
    refusedBy: 'client-error',
    isRetried: (response) => clock.learn(response),
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
