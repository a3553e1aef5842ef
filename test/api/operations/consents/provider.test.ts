import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, platform, RealService } from '../../identity/real-service.js';
import { CodeIssuer, client } from '../sign-in/code-issuer.js';

let issuer: CodeIssuer;
let service: RealService;
let address: string;
const cookies = new Map<string, string>();

beforeAll(async () => {
  service = await RealService.start({}, { SVC_Flows__AllowPrivateNetworks: 'true' });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  issuer = await CodeIssuer.start([`${address}${platform}/consents/callback`], { ada: { roles: ['ops'] } });
  await service.call('POST', `${platform}/entities/platform/secret`, {
    path: 'crm/client',
    value: { clientSecret: client.secret },
  });
  const created = await service.call('POST', '/api/v1/live/connections', {
    name: 'crm',
    connector: 'http',
    config: {
      baseUrl: issuer.url,
      auth: {
        type: 'oauth2',
        authorizationUrl: `${issuer.url}/auth`,
        authorizationParameters: { prompt: 'consent' },
        tokenUrl: `${issuer.url}/token`,
        issuer: issuer.url,
        clientId: client.id,
        clientSecret: { secret: 'crm/client', key: 'clientSecret' },
        refreshToken: { secret: 'crm/consent', key: 'refreshToken' },
        scopes: ['openid', 'offline_access'],
      },
    },
  });
  expect([created.statusCode, created.body]).toEqual([201, expect.any(String)]);
  await service.user('ada', 'admin');
});
afterAll(async () => {
  await service.remove();
  await issuer.stop();
});

/** A request of a browser at the console, over HTTP. */
async function browse(method: string, path: string, body?: object): Promise<Response> {
  const answer = await fetch(new URL(path, address), {
    method,
    redirect: 'manual',
    headers: {
      'x-svc-console': '1',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

test('a provider of OpenID Connect takes a person there and back, and its tokens are renewed', async () => {
  expect((await browse('POST', `${platform}/auth/session`, { username: 'ada', password })).status).toBe(200);
  const begun = await browse('POST', '/api/v1/live/connections/crm/consent');
  const { path, redirectUri } = (await begun.json()) as { path: string; redirectUri: string };
  expect(redirectUri).toContain(`${platform}/consents/callback`);
  const led = await browse('GET', path);
  expect(led.status).toBe(302);
  const back = await issuer.signIn(String(led.headers.get('location')), 'ada');
  expect(back.searchParams.get('iss')).toBe(issuer.url);
  const answer = await browse('GET', back.href);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/console/connections/crm']);
  const call = async () =>
    (await service.call('POST', '/api/v1/live/connections/crm/actions/get', { path: '/me' })).json();
  expect(await call()).toMatchObject({ output: { sub: 'ada' } });
  // A refresh token that was written by hand is renewed at once: this one is the same.
  await service.controller.vault.secrets.update('crm/consent', (value) => ({ ...value, by: 'hand' }));
  expect(await call()).toMatchObject({ output: { sub: 'ada' } });
  const state = await service.call('GET', '/api/v1/live/connections/crm/consent');
  expect(state.json()).toMatchObject({ status: 'given', secret: 'crm/consent', givenBy: 'user:ada' });
});
