import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { password, platform, RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
const me = `${platform}/auth/me`;
let service: RealService;
beforeAll(async () => {
  service = await RealService.start(
    {},
    {
      SVC_Limits__RequestsPerMinute: '20',
      SVC_Limits__SignInsPerMinute: '4',
      SVC_Server__TrustedProxies: '["10.9.0.0/16"]',
    },
  );
});
afterAll(() => service.remove());

describe('requests of one credential', () => {
  test('are counted, reported in headers, and refused beyond the limit with the time to wait', async () => {
    const headers = { 'x-api-key': await service.key('eager', 'viewer') };
    const first = await service.call('GET', me, undefined, headers);
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '19' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call('GET', me, undefined, headers)),
    );
    const refused = answers.filter((answer) => answer.statusCode !== 200);
    expect(refused).toHaveLength(1);
    for (const answer of refused) {
      expectProblem(answer, 429, 'rate_limited');
      expect(answer.headers['ratelimit-remaining']).toBe('0');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    const other = { 'x-api-key': await service.key('calm', 'viewer') };
    expect((await service.call('GET', me, undefined, other)).statusCode).toBe(200);
  });

  test('are counted alike over GraphQL and MCP', async () => {
    const key = await service.key('agent', 'viewer');
    const headers = { 'x-api-key': key };
    const graph = () => service.call('POST', '/graphql', { query: '{ __typename }' }, headers);
    const agent = () =>
      service.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { ...headers, ...mcpHeaders });
    for (let i = 0; i < 10; i++) {
      for (const answer of [await graph(), await agent()]) expect(answer.statusCode).toBe(200);
    }
    for (const answer of [await graph(), await agent()]) {
      expectProblem(answer, 429, 'rate_limited');
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '0' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('without a valid credential are counted by address', async () => {
    const guess = (from: string, header = {}) =>
      service.app.inject({
        url: me,
        remoteAddress: from,
        headers: { 'x-api-key': `svc_live_${'b'.repeat(36)}`, ...header },
      });
    for (let i = 0; i < 20; i++) expect((await guess('10.2.0.1')).statusCode).toBe(401);
    expectProblem(await guess('10.2.0.1'), 429, 'rate_limited');
    // An address that is no trusted proxy cannot claim to forward for another.
    expectProblem(await guess('10.2.0.1', { 'x-forwarded-for': '10.3.0.1' }), 429, 'rate_limited');
    expect((await guess('10.9.0.1', { 'x-forwarded-for': '10.3.0.1' })).statusCode).toBe(401);
    expectProblem(await guess('10.9.0.1', { 'x-forwarded-for': '10.2.0.1' }), 429, 'rate_limited');
  });
});

describe('failed sign-ins', () => {
  test('of one address are refused beyond the limit, for any user', async () => {
    for (let i = 0; i < 4; i++) {
      const answer = await service.signIn(`guess-${i}`, 'wrong password', '10.4.0.1');
      expectProblem(answer, 401, 'sign_in_failed');
    }
    const refused = await service.signIn('admin', 'wrong password', '10.4.0.1');
    expectProblem(refused, 429, 'sign_in_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectProblem(await service.signIn('admin', 'wrong password', '10.4.0.2'), 401, 'sign_in_failed');
  });

  test('of all addresses of an IPv6 network are counted together', async () => {
    for (let i = 0; i < 4; i++)
      expectProblem(
        await service.signIn(`guess-6-${i}`, 'wrong', `2001:db8:0:1:${i}::1`),
        401,
        'sign_in_failed',
      );
    expectProblem(await service.signIn('guess-6-4', 'wrong', '2001:db8:0:1:ff::1'), 429, 'sign_in_limited');
    expectProblem(await service.signIn('guess-6-5', 'wrong', '2001:db8:0:2::1'), 401, 'sign_in_failed');
  });

  test('in one request with many fields are counted each', async () => {
    const fields = Array.from(
      { length: 6 },
      (_, i) =>
        `a${i}: createToken(grant_type: password, username: "many-${i}", password: "wrong") { access_token }`,
    );
    const query = `mutation { ${fields.join(' ')} }`;
    const answer = await service.app.inject({
      method: 'POST',
      url: '/graphql',
      remoteAddress: '10.6.0.1',
      headers: { 'x-api-key': await service.key('guesser', 'viewer') },
      payload: { query },
    });
    const codes = answer
      .json()
      .errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
    expect(codes.filter((code: string) => code === 'sign_in_failed')).toHaveLength(4);
    expect(codes.filter((code: string) => code === 'sign_in_limited')).toHaveLength(2);
  });

  test('of one user delay the user from all addresses, also with the right password', async () => {
    await service.user('target', 'viewer');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const attempts = [0, 1, 2, 3, 4].map((i) => service.signIn('target', 'wrong password', `10.5.0.${i}`));
    for (const answer of await Promise.all(attempts)) expectProblem(answer, 401, 'sign_in_failed');
    const slowed = await service.signIn('target', password, '10.5.0.9');
    expectProblem(slowed, 429, 'sign_in_limited');
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await service.signIn('target', password, '10.5.0.9')).statusCode).toBe(200);
  });

  test('are in the audit log with name and address, and repeated refusals do not flood it', async () => {
    const { items } = await service.controller.audit.list({ action: 'create-token', limit: 200 });
    expect(items).toContainEqual(
      expect.objectContaining({ principal: 'user:target', address: '10.5.0.1', outcome: 'sign_in_failed' }),
    );
    expect(items).toContainEqual(expect.objectContaining({ principal: 'user:target', outcome: 'ok' }));
    expect(items.filter(({ outcome }) => outcome.endsWith('_limited'))).toEqual([]);
    expect(JSON.stringify(items)).not.toContain('wrong password');
    expect(await service.controller.audit.verify()).toMatchObject({ ok: true });
  });
});
