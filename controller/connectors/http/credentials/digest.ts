import { createHash, randomBytes } from 'node:crypto';

const algorithms: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
};
/** Servers choose the nonce, which is sent back with every request. */
const maxNonceLength = 4_096;

/** The fields of a challenge by their names in lower case. */
type Challenge = Readonly<Record<string, string>>;

interface User {
  readonly username: string;
  readonly password: string;
}

/** A request as far as its digest covers it. */
interface Covered {
  readonly method: string;
  readonly url: URL;
}

/**
 * Digest access authentication (RFC 7616) with one server, with `qop=auth` or none. The nonce of a challenge is used for all
 * further requests, each with its own count, until the server refuses it or names the next one.
 */
export class DigestSession {
  #challenge: Challenge | undefined;
  #count = 0;
  #cnonce = '';

  constructor(private readonly user: User) {}

  /** Returns the value of `Authorization`; undefined before the first challenge. */
  answer(request: Covered): string | undefined {
    if (this.#challenge === undefined) return undefined;
    this.#count++;
    return answerTo(this.#challenge, request, this.user, { count: this.#count, cnonce: this.#cnonce });
  }

  /**
   * Reads the challenge of a response with status 401. The request can be answered when the challenge has another nonce than
   * the refused request, or says that the nonce was too old; otherwise the credentials are refused.
   * @param sent the value of `Authorization` in the refused request
   */
  learn(response: Pick<Response, 'headers'>, sent: string | null): 'answerable' | 'refused' | 'unsupported' {
    const challenge = challengeIn(response.headers.get('www-authenticate') ?? '');
    if (challenge === undefined) return 'unsupported';
    const { nonce, stale = '' } = challenge;
    const used = sent === null ? undefined : getParameters(sent)['nonce'];
    // Requests that use this nonce already go on with its count.
    if (this.#challenge?.['nonce'] !== nonce) this.#use(challenge);
    return used === nonce && stale.toLowerCase() !== 'true' ? 'refused' : 'answerable';
  }

  /** Goes on with the nonce that a response names (RFC 7616, section 3.5). */
  proceed(response: Pick<Response, 'headers'>): void {
    const nonce = getParameters(`Digest ${response.headers.get('authentication-info') ?? ''}`)['nextnonce'];
    const challenge = this.#challenge;
    if (!challenge || !nonce || nonce.length > maxNonceLength || nonce === challenge['nonce']) return;
    // The key of a session belongs to the first nonce.
    if (!isSession(challenge)) this.#use({ ...challenge, nonce });
  }

  #use(challenge: Challenge): void {
    this.#challenge = challenge;
    this.#count = 0;
    this.#cnonce = randomBytes(16).toString('hex');
  }
}

/** Returns the first challenge that is supported: servers name the one that they prefer first. */
function challengeIn(header: string): Challenge | undefined {
  return challenges(header).find((fields) => {
    const nonce = fields['nonce'] ?? '';
    const qop = fields['qop']?.split(',').map((each) => each.trim().toLowerCase()) ?? ['auth'];
    return (
      nonce !== '' &&
      nonce.length <= maxNonceLength &&
      Object.hasOwn(algorithms, getBase(fields)) &&
      qop.includes('auth')
    );
  });
}

function getParameters(header: string): Challenge {
  return challenges(header)[0] ?? {};
}

/** Returns the parameters of each `Digest` in a list of challenges (RFC 9110, section 11.6.1). */
function challenges(header: string): Challenge[] {
  const item = /[\s,]*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/y;
  const parsedChallenges: Record<string, string>[] = [];
  let current: Record<string, string> | undefined;
  for (;;) {
    const [text, name = '', quoted, bare] = item.exec(header) ?? [];
    if (text === undefined) return parsedChallenges;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare;
    if (value !== undefined) {
      if (current && !Object.hasOwn(current, name.toLowerCase())) current[name.toLowerCase()] = value;
      continue;
    }
    current = /^digest$/i.test(name) ? Object.create(null) : undefined;
    if (current) parsedChallenges.push(current);
  }
}

function getBase({ algorithm = 'MD5' }: Challenge): string {
  return algorithm.toUpperCase().replace(/-SESS$/, '');
}

function isSession({ algorithm = '' }: Challenge): boolean {
  return /-sess$/i.test(algorithm);
}

function answerTo(
  challenge: Challenge,
  { method, url }: Covered,
  { username, password }: User,
  { count, cnonce }: { count: number; cnonce: string },
): string {
  const { realm = '', nonce = '', qop, opaque, algorithm } = challenge;
  const digest = algorithms[getBase(challenge)] ?? 'md5';
  const hash = (text: string) => createHash(digest).update(text).digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const uri = url.pathname + url.search;
  const secret = hash(`${username}:${realm}:${password}`);
  const ha1 = isSession(challenge) ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(`${method}:${uri}`);
  const proof = qop === undefined ? `${ha1}:${nonce}:${ha2}` : `${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`;
  const fields = [nameField(username), quotedField('realm', realm), quotedField('nonce', nonce)];
  fields.push(quotedField('uri', uri), quotedField('response', hash(proof)));
  if (opaque !== undefined) fields.push(quotedField('opaque', opaque));
  if (algorithm !== undefined) fields.push(`algorithm=${algorithm}`);
  if (qop !== undefined || isSession(challenge)) fields.push(quotedField('cnonce', cnonce));
  if (qop !== undefined) fields.push('qop=auth', `nc=${nc}`);
  return `Digest ${fields.join(', ')}`;
}

/** Names with other letters than those of ASCII are written as RFC 8187 says. */
function nameField(username: string): string {
  if (/^[\x20-\x7e]*$/.test(username)) return quotedField('username', username);
  const encoded = encodeURIComponent(username).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `username*=UTF-8''${encoded}`;
}

function quotedField(name: string, value: string): string {
  return `${name}="${value.replace(/["\\]/g, '\\$&')}"`;
}
