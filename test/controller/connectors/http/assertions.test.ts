import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validateConfig } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { TestAuthority } from './certificates.js';
import { SigningAuthority } from './signing-authority.js';
import { http, shown, useCalls } from './use.js';

const call = useCalls();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const account = 'svc@shop.iam.gserviceaccount.com';
let authority: SigningAuthority;
/** Makes configurations that share no tokens. */
let count = 0;

beforeAll(async () => {
  authority = new SigningAuthority(rsa.publicKey, { issuer: account, audience: 'https://token.test/' });
  await authority.start();
});
afterAll(() => authority.stop());
beforeEach(() => {
  authority.ahead = 0;
  authority.repeats = false;
  authority.tokenLifetime = 3_600;
  authority.forms.length = 0;
  authority.accepted.length = 0;
  count++;
});

const google = (assertion: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  type: 'oauth2',
  tokenUrl: `${authority.url}/token?test=${count}`,
  assertion: {
    issuer: account,
    audience: 'https://token.test/',
    key: pem,
    keyId: 'key-1',
    claims: { scope: 'https://www.googleapis.com/auth/drive' },
    ...assertion,
  },
  ...more,
});
const get = (auth: JsonObject) => call({ baseUrl: authority.url, auth }, { input: { path: '/orders' } });

describe('a signed assertion as the grant (RFC 7523, section 2.1)', () => {
  test('gets a token with the claims of the configuration, and nothing of a client', async () => {
    expect(await get(google())).toEqual({ ok: true });
    const [form] = authority.forms;
    expect(Object.keys(form ?? {})).toEqual(['grant_type', 'assertion']);
    expect(form?.['grant_type']).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [{ header, payload } = { header: {}, payload: {} }] = authority.accepted;
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    expect(payload).toMatchObject({ scope: 'https://www.googleapis.com/auth/drive', iss: account });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(300);
  });

  test('is made once for 64 calls at once', async () => {
    await Promise.all(Array.from({ length: 64 }, () => get(google())));
    expect(authority.forms).toHaveLength(1);
  });

  test('is made again when the token is about to end', async () => {
    authority.tokenLifetime = 1;
    await get(google());
    await get(google());
    expect(authority.forms).toHaveLength(2);
  });

  test('is sent again when the API takes the token back', async () => {
    await get(google());
    authority.tokens.clear();
    expect(await get(google())).toEqual({ ok: true });
    expect(authority.forms).toHaveLength(2);
  });

  test.each([300, -300, 3_000])(
    'is signed by the clock of an authority that is %s s ahead',
    async (ahead) => {
      authority.ahead = ahead;
      expect(await get(google({ lifetime: 60 }))).toEqual({ ok: true });
      expect(authority.forms).toHaveLength(2);
    },
  );

  test('is not signed for a time that is hours away, and the refusal says so', async () => {
    authority.ahead = 5 * 3_600;
    const failure = await get(google()).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'authentication', status: 401 });
    expect(failure.message).toMatch(/The clock of this machine is 1(?:799|800)\d s behind .* set it right/);
    expect(authority.forms).toHaveLength(1);
  });

  test('says with a wrong audience which one was sent, and what to check', async () => {
    const failure = await get(google({ audience: 'https://other.test/' })).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'authentication', title: 'Sign-in refused' });
    expect(failure.message).toContain('invalid_grant: unexpected "aud" claim value');
    expect(failure.message).toContain(
      '`auth.assertion` was signed with RS256 for the audience `https://other.test/`',
    );
    expect(failure.message).not.toContain('clock');
  });

  test('has the address of tokens as its audience, when none is stated', async () => {
    const { audience: _, ...assertion } = google()['assertion'] as JsonObject;
    const auth = { ...google(), assertion };
    const failure = await get(auth).catch((error) => error);
    expect(failure.message).toContain(`for the audience \`${authority.url}/token?test=`);
    expect(failure.message).toContain('write `audience`');
  });

  test('is never shown, also by an authority that repeats the request', async () => {
    authority.repeats = true;
    const failure = await get(google({ audience: 'https://other.test/' })).catch((error) => error);
    const [form] = authority.forms;
    const signature = String(form?.['assertion']).split('.')[2] ?? '';
    expect(signature).not.toBe('');
    expect(failure.message).toContain('***');
    expect(shown(failure)).not.toContain(signature);
    expect(shown(failure)).not.toContain('PRIVATE KEY');
  });

  test('excludes a refresh token', async () => {
    const failure = await get(google({}, { refreshToken: 'geheim' })).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringContaining('remove one') });
  });

  test('is an alternative to the client in the schema', () => {
    const faults = (auth: JsonObject) => validateConfig(http, { baseUrl: 'https://a.test', auth });
    const key = { secret: 'sheets', key: 'private_key' };
    const base = { type: 'oauth2', tokenUrl: 'https://a.test/token' };
    expect(faults({ ...base, assertion: { key } })).toEqual([]);
    expect(faults(base)).toEqual([expect.objectContaining({ message: expect.stringContaining('clientId') })]);
    expect(faults({ ...base, assertion: { key: pem } })).toEqual([
      expect.objectContaining({ rule: 'credential-plain', pointer: '/auth/assertion/key' }),
    ]);
    expect(faults({ ...base, assertion: { key, claims: { aud: 'x' } } })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('`audience`') }),
    ]);
    expect(faults({ ...base, assertion: { key, algorithm: 'none' } })).toHaveLength(1);
  });

  test('sends its proof to the address of tokens, which is a destination', () => {
    const auth = { type: 'oauth2', tokenUrl: 'https://two.test/t', assertion: {} };
    const exchange = { type: 'jwt', key: {}, exchangeUrl: 'https://three.test/e' };
    expect(http.destinations?.({ baseUrl: 'https://one.test', auth }, {})).toEqual([
      { origin: 'https://one.test' },
      { origin: 'https://two.test' },
    ]);
    expect(http.destinations?.({ baseUrl: 'https://one.test', auth: exchange }, {})).toContainEqual({
      origin: 'https://three.test',
    });
  });
});

describe('a signed assertion of the client (RFC 7523, section 2.2)', () => {
  const certificates = new TestAuthority();
  const { certificate, key } = certificates.issue('svc');
  let tenant: SigningAuthority;
  beforeAll(async () => {
    const { createPublicKey } = await import('node:crypto');
    const expected = { issuer: 'client-1', subject: 'client-1', audience: 'https://tenant.test/token' };
    tenant = new SigningAuthority(createPublicKey(certificate), expected, certificate);
    await tenant.start();
  });
  afterAll(() => {
    certificates.remove();
    return tenant.stop();
  });
  const auth = (assertion: JsonObject = {}, more: JsonObject = {}) => ({
    type: 'oauth2',
    tokenUrl: `${tenant.url}/token?test=${count}`,
    clientId: 'client-1',
    clientAssertion: { algorithm: 'ES256', key, audience: 'https://tenant.test/token', ...assertion },
    ...more,
  });
  const ask = (one: JsonObject) => call({ baseUrl: tenant.url, auth: one }, { input: { path: '/orders' } });

  test('names the certificate by its digests, and the client as issuer and subject', async () => {
    expect(await ask(auth({ certificate }))).toEqual({ ok: true });
    const form = tenant.forms.at(-1);
    expect(form).toMatchObject({
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    expect(form).not.toHaveProperty('client_secret');
    const verified = tenant.accepted.at(-1);
    expect(verified?.header).toMatchObject({ x5t: expect.any(String), 'x5t#S256': expect.any(String) });
  });

  test('is refused without the certificate, and the refusal names the field', async () => {
    const failure = await ask(auth()).catch((error) => error);
    expect(failure.message).toContain('the certificate is not known');
    expect(failure.message).toContain('`auth.clientAssertion`');
  });

  test('needs the certificate of its own key', async () => {
    const other = certificates.issue('other');
    const failure = await ask(auth({ certificate: other.certificate })).catch((error) => error);
    expect(failure).toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('is not the certificate of'),
    });
  });

  test('excludes a client secret', async () => {
    const failure = await ask(auth({}, { clientSecret: 'geheim' })).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'configuration' });
    expect(shown(failure)).not.toContain('geheim');
  });
});
