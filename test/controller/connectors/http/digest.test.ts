import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DigestSession } from '../../../../controller/connectors/http/credentials/digest.js';
import { validateConfig } from '../../../../controller/connectors/index.js';
import { json, TestServer } from '../server.js';
import { http, shown, useCalls } from './use.js';

const call = useCalls();

const names: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
};
const password = 'Circle of Life';
let server: TestServer;
let other: TestServer;
/** The statuses of all answers, with the count of the nonce. */
let seen: string[] = [];
let nonces = 0;
let valid = new Set<string>();
let counts = new Map<string, number>();
/** The answers that each nonce is good for. */
let maxUses = Number.POSITIVE_INFINITY;

/** A server that follows RFC 7616, and refuses a count that is not the next one. */
beforeAll(async () => {
  other = await TestServer.start((request, response) => json(response, request.headers));
  server = await TestServer.start((request, response) => {
    const url = request.url ?? '';
    const algorithm = /^\/api\/(MD5|SHA-256|SHA-512-256)(-sess)?/i.exec(url)?.[0].slice(5) ?? 'MD5';
    const fields = new Map(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
        ([, name = '', quoted, bare]) => [name, quoted ?? bare ?? ''],
      ),
    );
    const get = (name: string) => fields.get(name) ?? '';
    const nonce = get('nonce');
    const count = Number.parseInt(get('nc'), 16);
    const hash = (text: string) =>
      createHash(names[algorithm.replace('-sess', '')] ?? 'md5')
        .update(text)
        .digest('hex');
    const key = hash(`Mufasa:shop "a":${password}`);
    const ha1 = algorithm.endsWith('-sess') ? hash(`${key}:${nonce}:${get('cnonce')}`) : key;
    const ha2 = hash(`${request.method}:${url}`);
    const expected = hash(`${ha1}:${nonce}:${get('nc')}:${get('cnonce')}:auth:${ha2}`);
    const isRight = get('response') === expected && get('uri') === url && get('opaque') === 'o,p';
    const isFresh = valid.has(nonce) && count === (counts.get(nonce) ?? 0) + 1 && count <= maxUses;
    seen.push(`${isRight && isFresh ? 200 : 401} ${get('nc')}`);
    if (!isRight || !isFresh) {
      const fresh = `n${++nonces}`;
      valid.add(fresh);
      const stale = isRight ? ', stale=true' : '';
      const challenge = `Digest realm="shop \\"a\\"", qop="auth, auth-int", algorithm=${algorithm}, nonce="${fresh}", opaque="o,p"${stale}`;
      response.writeHead(401, { 'www-authenticate': `Basic realm="x", ${challenge}` }).end('sign in');
      return;
    }
    counts.set(nonce, count);
    if (url.endsWith('/moved')) return response.writeHead(307, { location: '/api/MD5/there?a=1' }).end();
    if (url.endsWith('/away')) return response.writeHead(307, { location: `${other.url}/` }).end();
    if (url.endsWith('/next')) {
      const next = `n${++nonces}`;
      valid.add(next);
      valid.delete(nonce);
      response.setHeader('authentication-info', `nextnonce="${next}", qop=auth`);
    }
    json(response, { url });
  });
});
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
});
beforeEach(() => {
  seen = [];
  valid = new Set();
  counts = new Map();
  maxUses = Number.POSITIVE_INFINITY;
});

const auth = { type: 'digest', username: 'Mufasa', password };
const connection = () => ({ baseUrl: `${server.url}/api`, auth });

describe('a connection with digest', () => {
  test.each(['MD5', 'MD5-sess', 'SHA-256', 'SHA-256-sess', 'SHA-512-256'])(
    'answers a challenge of %s, and uses its nonce again with the next count',
    async (algorithm) => {
      const config = connection();
      for (const path of ['a', 'b?x=ä', 'c'])
        await call(config, { input: { path: `/${algorithm}/${path}` } });
      expect(seen.slice(-2)).toEqual(['200 00000002', '200 00000003']);
    },
  );

  test('asks again with the new nonce when the server says that the old one is stale', async () => {
    maxUses = 2;
    const config = connection();
    for (const path of ['a', 'b', 'c']) await call(config, { input: { path: `/SHA-256/${path}` } });
    expect(seen.slice(-2)).toEqual(['401 00000003', '200 00000001']);
  });

  test('counts parallel requests, so that no count is sent twice', async () => {
    const config = connection();
    await call(config, { input: { path: '/MD5/first' } });
    seen = [];
    const paths = Array.from({ length: 8 }, (_, index) => `/MD5/${index}`);
    const answers = await Promise.all(paths.map((path) => call(config, { input: { path } })));
    expect(answers).toHaveLength(8);
    const sent = seen.map((each) => each.split(' ')[1]);
    expect(new Set(sent.slice(0, 8)).size).toBe(8);
  });

  test('goes on with the nonce that the server names', async () => {
    const config = connection();
    await call(config, { input: { path: '/MD5/next' } });
    seen = [];
    await call(config, { input: { path: '/MD5/after' } });
    expect(seen).toEqual(['200 00000001']);
  });

  test('is refused with a wrong password after one answer, without the password in the error', async () => {
    const wrong = { ...connection(), auth: { ...auth, password: 'geheim' } };
    const failure = await call(wrong, { input: { path: '/MD5/a' } }).catch((error) => error);
    expect(failure).toMatchObject({ name: 'ConnectorError', status: 401 });
    expect(shown(failure)).not.toContain('geheim');
    expect(seen).toHaveLength(2);
  });

  test('answers for the new address after a redirect', async () => {
    const config = connection();
    expect(await call(config, { input: { path: '/MD5/moved' } })).toEqual({ url: '/api/MD5/there?a=1' });
  });

  test('sends nothing to another origin', async () => {
    const failure = await call(connection(), { input: { path: '/MD5/away' } }).catch((error) => error);
    expect(failure).toMatchObject({ code: 'redirect_refused' });
  });

  test('takes no credential of the flow in place of its own', async () => {
    const input = { path: '/MD5/own', headers: { authorization: 'Basic eDp5' } };
    expect(await call(connection(), { input })).toMatchObject({ url: expect.stringContaining('/own') });
  });

  test('takes its password from a secret only', () => {
    const faults = validateConfig(http, { baseUrl: 'https://a.test', auth });
    expect(faults).toMatchObject([{ rule: 'credential-plain', pointer: '/auth/password' }]);
  });
});

test('a challenge that is not supported is an error that says so', async () => {
  const basic = await TestServer.start((_, response) =>
    response
      .writeHead(401, { 'www-authenticate': 'Digest realm="a", nonce="n", qop="auth-int", algorithm=MD5' })
      .end(),
  );
  const failure = await call({ baseUrl: basic.url, auth }).catch((error) => error);
  expect(failure).toMatchObject({ kind: 'authentication', message: expect.stringContaining('qop=auth') });
  await basic.stop();
});

describe('the session', () => {
  const refused = (challenge: string) => ({ headers: new Headers({ 'www-authenticate': challenge }) });
  const request = { method: 'GET', url: new URL('http://www.example.org/dir/index.html') };

  test('has the response of RFC 7616, section 3.9.1, for its fields', () => {
    const session = new DigestSession({ username: 'Mufasa', password });
    const challenge =
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
    expect(session.learn(refused(challenge), null)).toBe('answerable');
    const answer = session.answer(request) ?? '';
    const cnonce = /cnonce="(\w+)"/.exec(answer)?.[1] ?? '';
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    const ha1 = sha(`Mufasa:http-auth@example.org:${password}`);
    expect(ha1).toBe('7987c64c30e25f1b74be53f966b49b90f2808aa92faf9a00262392d7b4794232');
    const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
    const expected = sha(`${ha1}:${nonce}:00000001:${cnonce}:auth:${sha('GET:/dir/index.html')}`);
    expect(answer).toContain(`response="${expected}"`);
  });

  test('answers the challenge of RFC 2069, which has no `qop`', () => {
    const session = new DigestSession({ username: 'u', password: 'p' });
    session.learn(refused('Digest realm=r, nonce=n'), null);
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    const expected = md5(`${md5('u:r:p')}:n:${md5('GET:/dir/index.html')}`);
    expect(session.answer(request)).toBe(
      `Digest username="u", realm="r", nonce="n", uri="/dir/index.html", response="${expected}"`,
    );
  });

  test('writes names with other letters as RFC 8187 says', () => {
    const session = new DigestSession({ username: 'Jäsøn Doe', password: 'p' });
    session.learn(refused('Digest realm=r, nonce=n'), null);
    expect(session.answer(request)).toContain("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe,");
  });

  test.each([
    'Basic realm="a"',
    'Digest realm="a", nonce="n", algorithm=SHA-3',
    'Digest realm="a"',
    `Digest nonce="${'n'.repeat(5_000)}"`,
    'Digest realm="a", nonce="n',
    '',
  ])('does not support %s', (challenge) => {
    const session = new DigestSession({ username: 'u', password: 'p' });
    expect(session.learn(refused(challenge), null)).toBe('unsupported');
  });

  test('reads a hostile header in no time', () => {
    const session = new DigestSession({ username: 'u', password: 'p' });
    const started = performance.now();
    for (const part of ['Digest a="', 'Digest ,= ', '\\"', ' ', 'a ', 'a=']) {
      session.learn(refused(`Digest ${part.repeat(16_000 / part.length)}`), null);
    }
    expect(performance.now() - started).toBeLessThan(500);
  });
});
