import { createHash, randomBytes } from 'node:crypto';
import type { Credentials } from './credentials.js';
import type { HttpRequest } from './request.js';

const algorithms: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
};

/** Digest access authentication (RFC 7616): answers the first supported challenge, with `qop=auth` or none. */
export function digestCredentials(username: string, password: string): Credentials {
  return {
    authorization: async () => ({ scheme: 'Digest', parameter: null }),
    async send(request, send) {
      const first = await send(request.headers);
      if (first.status !== 401) return first;
      const challenge = readChallenge(first.headers.get('www-authenticate') ?? '');
      if (challenge === undefined) return first;
      await first.body?.cancel();
      const headers = new Headers(request.headers);
      headers.set('authorization', answer(challenge, request, username, password));
      return send(headers);
    },
  };
}

type Challenge = Readonly<Record<string, string>>;

function readChallenge(header: string): Challenge | undefined {
  for (const [, text] of header.matchAll(
    /Digest\s+((?:[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)\s*,?\s*)+)/gi,
  )) {
    const fields: Record<string, string> = {};
    for (const [, name, quoted, bare] of (text ?? '').matchAll(
      /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g,
    )) {
      if (name !== undefined) fields[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '';
    }
    const known = Object.hasOwn(algorithms, base(fields));
    const plain =
      fields['qop'] === undefined || fields['qop'].split(',').some((each) => each.trim() === 'auth');
    if (fields['nonce'] !== undefined && known && plain) return fields;
  }
  return undefined;
}

function base(fields: Challenge): string {
  return (fields['algorithm'] ?? 'MD5').toUpperCase().replace(/-SESS$/, '');
}

function answer(challenge: Challenge, request: HttpRequest, username: string, password: string): string {
  const { realm = '', nonce = '', qop, opaque, algorithm } = challenge;
  const digest = algorithms[base(challenge)] ?? 'md5';
  const hash = (text: string) => createHash(digest).update(text).digest('hex');
  const cnonce = randomBytes(16).toString('hex');
  const count = '00000001';
  const uri = request.url.pathname + request.url.search;
  const session = algorithm?.toUpperCase().endsWith('-SESS') === true;
  const secret = hash(`${username}:${realm}:${password}`);
  const ha1 = session ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(`${request.method}:${uri}`);
  const response = hash(
    qop === undefined ? `${ha1}:${nonce}:${ha2}` : `${ha1}:${nonce}:${count}:${cnonce}:auth:${ha2}`,
  );
  const quoted = { username, realm, nonce, uri, response, ...(opaque === undefined ? {} : { opaque }) };
  const fields = Object.entries(quoted).map(
    ([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  );
  if (algorithm !== undefined) fields.push(`algorithm=${algorithm}`);
  if (qop !== undefined || session) fields.push(`cnonce="${cnonce}"`);
  if (qop !== undefined) fields.push('qop=auth', `nc=${count}`);
  return `Digest ${fields.join(', ')}`;
}
