import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusals } from '../../../api/auth/refusals.js';
import { createApiKey } from '../../../controller/security/identity/index.js';
import { Issuer } from '../identity/issuer.js';
import { platform, RealService } from '../identity/real-service.js';

let issuer: Issuer;
let service: RealService;
beforeAll(async () => {
  issuer = await Issuer.start();
  service = await RealService.start(
    {},
    {
      SVC_Limits__RequestsPerMinute: '100000',
      SVC_Auth__Oidc__Issuer: issuer.url,
      SVC_Auth__Oidc__Audience: 'svc',
    },
  );
});
afterAll(async () => {
  await service.remove();
  await issuer.stop();
});

/** The refusals of each reason, as the metric counts them. */
async function count(): Promise<Record<string, number>> {
  const { body } = await service.call('GET', '/metrics');
  const lines = [...body.matchAll(/^svc_credentials_refused_total\{reason="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(lines.map(([, reason = '', value]) => [reason, Number(value)]));
}

const token = (claims: JWTPayload, header = {}) => issuer.token(claims, header);
const seconds = () => Math.floor(Date.now() / 1000);

test.each<[string, () => string | Promise<string>]>([
  ['key_unknown', () => createApiKey('admin')],
  ['key_malformed', () => 'svc_admin_0000'],
  ['share_unknown', () => 'svcs_0000000000'],
  ['credential_malformed', () => 'what-is-this'],
  ['token_issuer', () => token({ iss: `${issuer.url}/` })],
  ['token_audience', () => token({ aud: 'another' })],
  ['token_expired', () => token({ exp: seconds() - 600 })],
  ['token_claim', () => token({ sub: undefined } as unknown as JWTPayload)],
  ['token_name', () => token({ sub: 'a\nb' })],
  ['token_without_role', () => token({ roles: [] } as JWTPayload)],
])('a refusal by `%s` is counted as such', async (reason, credential) => {
  const before = await count();
  const headers = { authorization: `Bearer ${await credential()}` };
  const answer = await service.call('GET', `${platform}/auth/me`, undefined, headers);
  expect([401, 403]).toContain(answer.statusCode);
  expect((await count())[reason] ?? 0).toBe((before[reason] ?? 0) + 1);
});

test('each reason has one line of the log in a minute, with what was refused since the line before', () => {
  const lines: object[] = [];
  let now = 0;
  const refusals = new Refusals({ warn: (about: object) => lines.push(about) } as never, () => now);
  const request = { ip: '192.0.2.1' };
  for (let sent = 0; sent < 5; sent++) refusals.note('key_unknown', request);
  refusals.note('token_audience', request, 'its `aud` is not `svc`');
  now = 60_000;
  refusals.note('key_unknown', request);
  expect(lines).toEqual([
    { reason: 'key_unknown', address: '192.0.2.1', refused: 1 },
    { reason: 'token_audience', address: '192.0.2.1', refused: 1, detail: 'its `aud` is not `svc`' },
    { reason: 'key_unknown', address: '192.0.2.1', refused: 5 },
  ]);
  expect(refusals.counts()).toEqual([
    ['key_unknown', 6],
    ['token_audience', 1],
  ]);
});
