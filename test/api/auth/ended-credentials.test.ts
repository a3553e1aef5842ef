import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Role } from '../../../controller/security/identity/index.js';
import { password, platform, RealService } from '../identity/real-service.js';
import { AgentSession } from '../mcp/sessions.js';

let service: RealService;
let url: string;
beforeAll(async () => {
  service = await RealService.start();
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.remove());

interface SignedIn {
  name: string;
  access: string;
  refresh: string;
}

let count = 0;

async function signedIn(role: Role): Promise<SignedIn> {
  const name = `user-${++count}`;
  await service.user(name, role);
  const { access_token: access, refresh_token: refresh } = (await service.signIn(name)).json();
  return { name, access, refresh };
}

const refreshed = (refresh: string) =>
  service.anonymous('POST', `${platform}/auth/token`, {
    grant_type: 'refresh_token',
    refresh_token: refresh,
  });

const me = (access: string) =>
  service.call('GET', `${platform}/auth/me`, undefined, { authorization: `Bearer ${access}` });

/** Opens a stream, and resolves once it has ended by the service. */
async function opened(path: string, headers: Record<string, string>, init: RequestInit = {}) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const accept = { accept: 'text/event-stream', ...headers, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${url}${path}`, { ...init, headers: accept, signal: abort.signal });
  expect(answer.status).toBe(200);
  return { ended: answer.text().then(() => true) };
}

describe('the tokens of a user', () => {
  const { users } = { users: () => service.controller.identity.users };

  test.each<[string, (name: string) => Promise<unknown>]>([
    ['is disabled', (name) => users().update(name, () => ({ disabled: true }))],
    ['is deleted', (name) => users().remove(name)],
    ['gets another password', (name) => users().setPassword(name, 'another horse battery')],
  ])('end when the user %s, and stay so', async (_how, change) => {
    const { name, access, refresh } = await signedIn('viewer');
    const stream = await opened(`${platform}/events`, { authorization: `Bearer ${access}` });
    await change(name);
    expect((await me(access)).statusCode).toBe(401);
    expect((await refreshed(refresh)).statusCode).toBe(401);
    expect(await stream.ended).toBe(true);
    const back = users()
      .list()
      .find((user) => user.name === name);
    if (back) await users().update(name, () => ({ disabled: false }));
    else await users().create({ name, role: 'admin', password });
    expect((await refreshed(refresh)).statusCode).toBe(401);
    expect((await me(access)).statusCode).toBe(401);
  });

  test('have the new role at once when it changes, and streams of the old one end', async () => {
    const { name, access, refresh } = await signedIn('admin');
    const stream = await opened(`${platform}/events`, { authorization: `Bearer ${access}` });
    await users().update(name, () => ({ role: 'viewer' }));
    expect((await me(access)).json().role).toBe('viewer');
    const next = (await refreshed(refresh)).json().access_token;
    expect((await me(next)).json().role).toBe('viewer');
    expect(await stream.ended).toBe(true);
  });
});

describe('with an API key that is deleted', () => {
  const { keys } = { keys: () => service.controller.identity.apiKeys };
  const newKey = () => keys().create({ name: `key-${++count}`, role: 'editor', createdBy: 'user:test' });

  test.each<[string, string, (key: string) => RequestInit]>([
    ['events', `${platform}/events`, () => ({})],
    ['notifications of MCP', '/mcp', () => ({ headers: { 'mcp-protocol-version': '2025-11-25' } })],
    [
      'subscriptions of GraphQL',
      '/graphql',
      () => ({
        method: 'POST',
        body: JSON.stringify({ query: 'subscription { events { id } }' }),
      }),
    ],
  ])('its streams end: %s', async (_what, path, init) => {
    const { id, key } = await newKey();
    const headers = {
      'x-api-key': key,
      ...(path === '/graphql' ? { 'content-type': 'application/json' } : {}),
    };
    const stream = await opened(path, headers, init(key));
    await keys().remove(id);
    expect(await stream.ended).toBe(true);
  });

  test('its session of MCP is refused with the next call', async () => {
    const { id, key } = await newKey();
    const agent = await AgentSession.start({ url, apiKey: key });
    expect((await agent.call('list-entities', { type: 'flow' })).isError).toBeUndefined();
    await keys().remove(id);
    await expect(agent.call('list-entities', { type: 'flow' })).rejects.toThrow(/unauthenticated|401/i);
  });

  test('tokens that it was the secret of are refused', async () => {
    const { id, key, name } = await newKey();
    const grant = { grant_type: 'client_credentials', client_id: name, client_secret: key };
    const { access_token: access } = (
      await service.anonymous('POST', `${platform}/auth/token`, grant)
    ).json();
    expect((await me(access)).statusCode).toBe(200);
    await keys().remove(id);
    expect((await me(access)).statusCode).toBe(401);
  });
});
