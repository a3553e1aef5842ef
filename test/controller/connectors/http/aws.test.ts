import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signAws } from '../../../../controller/connectors/http/credentials/aws.js';
import { type ActionFiles, validateConfig } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../server.js';
import { http, shown, useCalls } from './use.js';

const call = useCalls();

/** Returns the value of `Authorization`, and the address as it is sent. */
async function sign(
  [method, address, headers = {}, body]: [string, string, Record<string, string>?, string?],
  scope: {
    service: string;
    now: string;
    keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  },
): Promise<{ authorization: string; url: URL; headers: Headers }> {
  const request = { method, url: new URL(address), headers: new Headers(headers), body: body ?? null };
  await signAws(request, { ...scope, region: 'us-east-1', now: Date.parse(scope.now) });
  return {
    authorization: request.headers.get('authorization') ?? '',
    url: request.url,
    headers: request.headers,
  };
}

// The test suite of Signature Version 4 that AWS publishes (aws-sig-v4-test-suite).
describe('a signature of the test suite of AWS', () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const sessionToken =
    'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
  const unreserved = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const root = 'https://example.amazonaws.com/';

  test.each<[string, Parameters<typeof sign>[0], string, string]>([
    [
      'get-vanilla',
      ['GET', root],
      'host;x-amz-date',
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'post-vanilla',
      ['POST', root],
      'host;x-amz-date',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'get-vanilla-query-order-key-case',
      ['GET', `${root}?Param2=value2&Param1=value1`],
      'host;x-amz-date',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-vanilla-query-unreserved',
      ['GET', `${root}?${unreserved}=${unreserved}`],
      'host;x-amz-date',
      '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
    ],
    [
      'get-vanilla-utf8-query',
      ['GET', `${root}?ሴ=bar`],
      'host;x-amz-date',
      '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    ],
    [
      'get-relative-relative',
      ['GET', `${root}example1/example2/../..`],
      'host;x-amz-date',
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'post-header-key-sort',
      ['POST', root, { 'My-Header1': 'value1' }],
      'host;my-header1;x-amz-date',
      'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
    ],
    [
      'get-header-value-trim',
      ['GET', root, { 'My-Header1': ' value1', 'My-Header2': '"a   b   c"' }],
      'host;my-header1;my-header2;x-amz-date',
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
    [
      'post-x-www-form-urlencoded',
      ['POST', root, form, 'Param1=value1'],
      'content-type;host;x-amz-date',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('%s', async (_, request, signedHeaders, signature) => {
    const { authorization } = await sign(request, { service: 'service', now: '2015-08-30T12:36:00Z', keys });
    const scope = 'AKIDEXAMPLE/20150830/us-east-1/service/aws4_request';
    expect(authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    );
  });

  test('post-sts-header-before', async () => {
    const scope = { service: 'service', now: '2015-08-30T12:36:00Z', keys: { ...keys, sessionToken } };
    const { authorization, headers } = await sign(['POST', root], scope);
    expect(authorization).toMatch(/=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead$/);
    expect(headers.get('x-amz-security-token')).toBe(sessionToken);
  });

  test('the example of IAM', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const { authorization } = await sign(
      ['GET', 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08', headers],
      { service: 'iam', now: '2015-08-30T12:36:00Z', keys },
    );
    expect(authorization).toMatch(/=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7$/);
  });
});

// Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header".
describe('a signature of the examples of Amazon S3', () => {
  const keys = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const bucket = 'https://examplebucket.s3.amazonaws.com';

  test.each<[string, Parameters<typeof sign>[0], string]>([
    [
      'GET Object',
      ['GET', `${bucket}/test.txt`, { range: 'bytes=0-9' }],
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'GET Bucket Lifecycle',
      ['GET', `${bucket}?lifecycle`],
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'List Objects',
      ['GET', `${bucket}?max-keys=2&prefix=J`],
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s', async (_, request, signature) => {
    const { authorization } = await sign(request, { service: 's3', now: '2013-05-24T00:00:00Z', keys });
    expect(authorization.split('Signature=')[1]).toBe(signature);
  });

  test('of a path is sent as it is signed', async () => {
    const scope = { service: 's3', now: '2013-05-24T00:00:00Z', keys };
    const { url } = await sign(['GET', `${bucket}/a%20(b)/é$?q=a+b*`], scope);
    expect(url.href).toBe(`${bucket}/a%20%28b%29/%C3%A9%24?q=a%20b%2A`);
  });
});

describe('a connection with `auth: aws`', () => {
  let server: TestServer;
  const own = { accessKeyId: 'AKIDOWN', secretAccessKey: 'own-secret-of-the-user', sessionToken: '' };
  const ofRole = {
    accessKeyId: 'ASIAROLE',
    secretAccessKey: 'role-secret',
    sessionToken: 'session-token-of-the-role',
  };
  let ahead = 0;
  let assumed: Record<string, string>[] = [];
  let bodies: string[] = [];
  let roleSeconds = 3_600;

  /** Computes the signature as AWS does, from what has arrived. */
  async function findFault(
    {
      method = '',
      url = '',
      headers,
    }: { method?: string | undefined; url?: string | undefined; headers: NodeJS.Dict<string | string[]> },
    body: string,
  ): Promise<string | undefined> {
    const authorization = String(headers['authorization']);
    const [, accessKeyId, region = '', service = '', names = ''] =
      /Credential=(\w+)\/\d+\/([\w-]+)\/([\w-]+)\/aws4_request, SignedHeaders=([\w;-]+), /.exec(
        authorization,
      ) ?? [];
    const keys = [own, ofRole].find((each) => each.accessKeyId === accessKeyId);
    if (!keys) return 'UnrecognizedClientException';
    const date = String(headers['x-amz-date']).replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/,
      '$1-$2-$3T$4:$5:',
    );
    const late = Date.now() + ahead * 1_000 - Date.parse(date);
    if (Math.abs(late) > 240_000) return 'Signature expired';
    const hash = createHash('sha256').update(body).digest('hex');
    if (![undefined, hash].includes(headers['x-amz-content-sha256'] as string)) return 'the hash is wrong';
    const address = new URL(url, 'http://a');
    const { sessionToken, ...plain } = keys;
    const signer = new SignatureV4({
      credentials: sessionToken === '' ? plain : keys,
      region,
      service,
      sha256: Sha256,
      applyChecksum: false,
    });
    const signed = await signer.sign(
      {
        method,
        protocol: 'http:',
        hostname: 'a',
        path: address.pathname,
        query: Object.fromEntries(address.searchParams),
        headers: Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])])),
        body,
      },
      { signingDate: new Date(date) },
    );
    if (signed.headers['authorization'] === authorization) return undefined;
    return `SignatureDoesNotMatch ${headers['x-amz-security-token']}`;
  }

  beforeAll(async () => {
    server = await TestServer.start(async (request, response, body) => {
      response.setHeader('date', new Date(Date.now() + ahead * 1_000).toUTCString());
      bodies.push(body);
      const fault = await findFault(request, body);
      if (request.url === '/sts') {
        if (fault !== undefined) {
          response.writeHead(403, { 'content-type': 'text/xml' });
          response.end(
            `<ErrorResponse><Error><Code>AccessDenied</Code><Message>${fault} ${own.secretAccessKey}</Message></Error></ErrorResponse>`,
          );
          return;
        }
        assumed.push(Object.fromEntries(new URLSearchParams(body)));
        const end = new Date(Date.now() + (ahead + roleSeconds) * 1_000).toISOString();
        response.setHeader('content-type', 'text/xml');
        response.end(
          `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>${ofRole.accessKeyId}</AccessKeyId><SecretAccessKey>${ofRole.secretAccessKey}</SecretAccessKey><SessionToken>${ofRole.sessionToken}</SessionToken><Expiration>${end}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
        );
        return;
      }
      if (fault !== undefined) json(response, { __type: fault }, 400);
      else json(response, { ok: request.url });
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    ahead = 0;
    assumed = [];
    bodies = [];
    roleSeconds = 3_600;
    region++;
  });
  /** Makes configurations that share no keys of roles. */
  let region = 0;
  const auth = (more: JsonObject = {}): JsonObject => ({
    type: 'aws',
    region: `eu-test-${region}`,
    service: 'sqs',
    accessKeyId: own.accessKeyId,
    secretAccessKey: own.secretAccessKey,
    ...more,
  });
  const role = (more: JsonObject = {}) => ({
    role: { arn: 'arn:aws:iam::123456789012:role/svc', stsUrl: `${server.url}/sts`, ...more },
  });
  const send = (
    one: JsonObject,
    input: JsonObject = { path: '/queue/a b (1)', query: { q: "it's +1" }, body: { n: 1 } },
  ) => call({ baseUrl: server.url, auth: one }, { action: 'post', input });

  test('signs what is sent: path, query, headers, content', async () => {
    expect(await send(auth())).toEqual({ ok: '/queue/a%20b%20%281%29?q=it%27s%20%2B1' });
    expect(bodies).toEqual(['{"n":1}']);
  });

  test('signs a file that is sent as a stream by its digest', async () => {
    const content = 'Welcome to Amazon S3.';
    const sha256 = createHash('sha256').update(content).digest('hex');
    const about = { file: 'f-1', name: 'a.txt', type: 'text/plain', size: content.length, sha256 };
    const files = { open: async () => ({ about, read: () => Readable.from([Buffer.from(content)]) }) };
    const input = { path: '/bucket/a.txt', bodyFile: { ...about } };
    const options = { action: 'put', input, files: files as unknown as ActionFiles };
    expect(await call({ baseUrl: server.url, auth: auth() }, options)).toEqual({ ok: '/bucket/a.txt' });
    expect(bodies).toEqual([content]);
  });

  test.each([300, -300])('signs again by the clock of a server that is %s s ahead', async (seconds) => {
    ahead = seconds;
    expect(await send(auth())).toMatchObject({ ok: expect.any(String) });
    expect(bodies).toHaveLength(2);
    await send(auth());
    expect(bodies).toHaveLength(3);
  });

  test('takes the keys of a role once for 64 calls at once', async () => {
    await Promise.all(Array.from({ length: 64 }, () => send(auth(role({ externalId: 'shop-17' })))));
    expect(assumed).toEqual([
      {
        Action: 'AssumeRole',
        Version: '2011-06-15',
        RoleArn: 'arn:aws:iam::123456789012:role/svc',
        RoleSessionName: 'svc',
        DurationSeconds: '3600',
        ExternalId: 'shop-17',
      },
    ]);
  });

  test('takes other keys of a role shortly before they end', async () => {
    roleSeconds = 50;
    await send(auth(role()));
    await send(auth(role()));
    expect(assumed).toHaveLength(2);
  });

  test('takes the keys of a role by the clock of its server', async () => {
    ahead = 300;
    expect(await send(auth(role()))).toMatchObject({ ok: expect.any(String) });
    expect(assumed).toHaveLength(1);
  });

  test('shows no secret of a refusal, of the API or of the role', async () => {
    const wrong = await send(
      auth({ secretAccessKey: 'wrong-secret', sessionToken: 'session-of-the-user' }),
    ).catch((error) => error);
    expect(wrong).toMatchObject({
      status: 400,
      message: expect.stringContaining('SignatureDoesNotMatch ***'),
    });
    expect(shown(wrong)).not.toMatch(/wrong-secret|session-of-the-user/);
    const refused = await send(auth({ ...role(), accessKeyId: 'AKIDOTHER' })).catch((error) => error);
    expect(refused).toMatchObject({
      kind: 'authentication',
      message: expect.stringContaining('`externalId`'),
    });
    expect(refused.message).toContain('AccessDenied: UnrecognizedClientException ***');
    expect(shown(refused)).not.toContain(own.secretAccessKey);
  });

  test('has the service of roles as a destination', () => {
    const destinations = (more: JsonObject) =>
      http.destinations?.({ baseUrl: 'https://a.test', auth: auth(more) }, {});
    expect(destinations({})).toEqual([{ origin: 'https://a.test' }]);
    expect(destinations({ region: 'eu-central-1', role: { arn: 'a' } })).toContainEqual({
      origin: 'https://sts.eu-central-1.amazonaws.com',
    });
    expect(destinations({ region: 'cn-north-1', role: { arn: 'a' } })).toContainEqual({
      origin: 'https://sts.cn-north-1.amazonaws.com.cn',
    });
  });

  test('takes its keys from secrets', () => {
    const faults = (one: JsonObject) => validateConfig(http, { baseUrl: 'https://a.test', auth: one });
    expect(faults(auth()).map(({ pointer }) => pointer)).toEqual(['/auth/secretAccessKey']);
    const secretAccessKey = { secret: 'aws', key: 'secret' };
    expect(faults(auth({ secretAccessKey }))).toEqual([]);
    expect(
      faults(auth({ secretAccessKey, region: 'https://evil.test/?' })).map(({ pointer }) => pointer),
    ).toEqual(['/auth/region']);
  });
});
