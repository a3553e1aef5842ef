import { createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { JwtSigner } from '../../../../controller/connectors/http/credentials/jwt.js';
import type { JwtConfig } from '../../../../controller/connectors/http/credentials/jwt-schema.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { TestAuthority } from './certificates.js';
import { SigningAuthority } from './signing-authority.js';
import { shown, useCalls } from './use.js';

const call = useCalls();
const toPem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1' = 'pkcs8') =>
  key.export({ type, format: 'pem' } as never).toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const shared = 'a-text-that-both-sides-know-and-no-other';

describe('a JWT as the bearer', () => {
  let api: SigningAuthority;
  afterEach(() => api.stop());
  const start = async (key: KeyObject, expected = {}) => {
    api = new SigningAuthority(key, expected);
    await api.start();
    return (auth: JsonObject, path = '/signed') =>
      call({ baseUrl: api.url, auth: { type: 'jwt', ...auth } }, { input: { path } });
  };

  test.each<[string, KeyObject, JsonObject]>([
    ['GitHub App: RSA key in PKCS #1', rsa.publicKey, { key: toPem(rsa.privateKey, 'pkcs1') }],
    ['RSA-PSS', rsa.publicKey, { algorithm: 'PS384', key: toPem(rsa.privateKey) }],
    ['App Store Connect: EC key', ec.publicKey, { algorithm: 'ES256', key: toPem(ec.privateKey, 'sec1') }],
    ['Ed25519', ed.publicKey, { algorithm: 'EdDSA', key: toPem(ed.privateKey) }],
    ['Zoom: a shared text', createSecretKey(Buffer.from(shared)), { algorithm: 'HS256', key: shared }],
    [
      'a JWK',
      ec.publicKey,
      { algorithm: 'ES256', key: JSON.stringify(ec.privateKey.export({ format: 'jwk' })) },
    ],
    [
      'a key with its line breaks written out',
      rsa.publicKey,
      { key: toPem(rsa.privateKey).replaceAll('\n', '\\n') },
    ],
    [
      'Snowflake: an encrypted key',
      rsa.publicKey,
      {
        key: rsa.privateKey
          .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'geheim' })
          .toString(),
        passphrase: 'geheim',
      },
    ],
  ])('is verified: %s', async (_, key, auth) => {
    const get = await start(key, { issuer: 'app-1', subject: 'user-1', audience: 'api-1' });
    const claims = { bid: 'com.example.app' };
    const answer = await get({ ...auth, issuer: 'app-1', subject: 'user-1', audience: 'api-1', claims });
    expect(answer).toMatchObject({ payload: { iss: 'app-1', bid: 'com.example.app' } });
  });

  test('is signed once for many calls while it is valid', async () => {
    const get = await start(rsa.publicKey);
    const auth = { key: toPem(rsa.privateKey), issuer: 'once' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(auth)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  test('is signed again by the clock of a server that is five minutes ahead', async () => {
    const get = await start(rsa.publicKey);
    api.ahead = 300;
    const auth = { key: toPem(rsa.privateKey), issuer: 'late', lifetime: 120 };
    expect(await get(auth)).toMatchObject({ payload: { iss: 'late' } });
    expect(api.requests).toBe(2);
    await get(auth);
    expect(api.requests).toBe(3);
  });

  test('is refused with what to check, and is not shown', async () => {
    const get = await start(rsa.publicKey, { audience: 'api-1' });
    api.repeats = true;
    const failure = await get({ key: toPem(rsa.privateKey), audience: 'api-2' }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'authentication', status: 401 });
    expect(failure.message).toContain('`auth` was signed with RS256 for the audience `api-2`');
    expect(failure.message).toContain('***');
    expect(shown(failure)).not.toMatch(/[\w-]{20,}\.[\w-]{20,}\.|[\w-]{100,}|PRIVATE KEY/);
  });

  test('is exchanged once for the token of an installation, and again when that is taken back', async () => {
    const get = await start(rsa.publicKey, { issuer: '12345' });
    const auth = { key: toPem(rsa.privateKey), issuer: '12345', exchangeUrl: `${api.url}/exchange` };
    await Promise.all(Array.from({ length: 20 }, () => get(auth, '/orders')));
    expect(api.accepted).toHaveLength(1);
    api.tokens.clear();
    expect(await get(auth, '/orders')).toEqual({ ok: true });
    expect(api.accepted).toHaveLength(2);
  });

  test('is refused by the address of the exchange with what to check', async () => {
    const get = await start(rsa.publicKey, { issuer: '12345' });
    api.repeats = true;
    const auth = { key: toPem(rsa.privateKey), issuer: 'other', exchangeUrl: `${api.url}/exchange` };
    const failure = await get(auth, '/orders').catch((error) => error);
    expect(failure).toMatchObject({ kind: 'authentication', message: expect.stringContaining('`issuer`') });
    expect(shown(failure)).not.toMatch(/[\w-]{100,}/);
  });
});

test('signs the example of RFC 7515, appendix A.1, with its key', async () => {
  const k = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow';
  const signer = new JwtSigner({ algorithm: 'HS256', key: JSON.stringify({ kty: 'oct', k }) }, 'auth');
  const [header = '', payload = '', signature] = (await signer.sign(0, { isUsedOnce: false })).split('.');
  const { createHmac } = await import('node:crypto');
  const expected = createHmac('sha256', Buffer.from(k, 'base64url'))
    .update(`${header}.${payload}`)
    .digest('base64url');
  expect(signature).toBe(expected);
});

describe('a key that cannot be used', () => {
  const authority = new TestAuthority();
  afterAll(() => authority.remove());
  let small: string;
  beforeAll(() => {
    small = toPem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey);
  });
  const locked = rsa.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'geheim' })
    .toString();

  test.each<[string, () => Partial<JwtConfig>, RegExp]>([
    ['another type', () => ({ algorithm: 'ES256' }), /of the type rsa, which `algorithm: ES256`/],
    ['another curve', () => ({ algorithm: 'ES384', key: toPem(ec.privateKey) }), /prime256v1/],
    ['a short key', () => ({ key: small }), /has 1024 bits/],
    [
      'the public key',
      () => ({ key: createPublicKey(rsa.privateKey).export({ type: 'spki', format: 'pem' }).toString() }),
      /public part/,
    ],
    ['half a key', () => ({ key: toPem(rsa.privateKey).slice(0, 400) }), /not a whole PEM key/],
    ['no PEM', () => ({ key: 'geheim-geheim' }), /neither PEM/],
    ['broken JSON', () => ({ key: '{"kty": "RSA", "d": "geheim' }), /neither PEM|cannot be read/],
    [
      'a public JWK',
      () => ({ key: JSON.stringify(rsa.publicKey.export({ format: 'jwk' })) }),
      /without a private key/,
    ],
    ['a whole key file', () => ({ key: JSON.stringify({ private_key: 'geheim' }) }), /whole key file/],
    ['no passphrase', () => ({ key: locked }), /is encrypted/],
    ['a wrong passphrase', () => ({ key: locked, passphrase: 'falsch' }), /does not open/],
    ['PEM for a shared text', () => ({ algorithm: 'HS256' }), /takes a shared text/],
  ])('is an error of the configuration, without the key: %s', async (_, more, message) => {
    const auth = { type: 'jwt', key: toPem(rsa.privateKey), ...more() } as unknown as JsonObject;
    const failure = await call({ baseUrl: 'http://127.0.0.1:1', auth }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringMatching(message) });
    expect(failure.message).toContain('`auth.key`');
    expect(shown(failure)).not.toMatch(/geheim|falsch|MII/);
  });
});
