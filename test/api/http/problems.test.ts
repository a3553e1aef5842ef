import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { adminKey } from '../fake-controller.js';
import { expectProblem, startApp } from '../start-app.js';

const echo = '/api/v1/main/flows/echo/runs';
const json = { 'content-type': 'application/json' };

describe('a request that fails before its operation', () => {
  it('without a credential is 401 and says how to authenticate', async () => {
    const { app } = await startApp();
    const answer = await app.inject({ method: 'GET', url: '/api/v1/platform/auth/me' });
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="svc"');
  });

  it('a wrong key and a scheme that is not Bearer are 401', async () => {
    const { app } = await startApp();
    for (const headers of [
      { 'x-api-key': 'no' },
      { authorization: 'Bearer no' },
      { authorization: 'Basic YTpi' },
    ]) {
      expectProblem(await app.inject({ url: '/api/v1/platform/auth/me', headers }), 401, 'unauthenticated');
    }
  });

  it('an API key is as good in `Authorization: Bearer`', async () => {
    const { app } = await startApp();
    const answer = await app.inject({
      url: '/api/v1/platform/auth/me',
      headers: { authorization: `bearer ${adminKey}` },
    });
    expect(answer.json()).toEqual({ id: 'api-key:admin', role: 'admin', scopes: null, expiresAt: null });
  });

  it('an unknown path is 404', async () => {
    const { get } = await startApp();
    expectProblem(await get('/nowhere'), 404, 'route_not_found');
    expectProblem(await get('/api/v1/platform/nowhere'), 404, 'route_not_found');
    expectProblem(await get('/api/v1/platform/flows'), 404, 'route_not_found');
  });

  it('a path with the slash of a branch as it is names the path with `%2F`', async () => {
    const { get } = await startApp();
    const { hints } = expectProblem(await get('/api/v1/feature/x/flows'), 404, 'route_not_found');
    expect(hints).toEqual([
      { text: 'A slash in the name of a branch is written `%2F`: `/api/v1/feature%2Fx/flows`.' },
    ]);
    const other = expectProblem(await get('/api/v1/feature/x/nothing'), 404, 'route_not_found');
    expect(JSON.stringify(other.hints)).not.toContain('%2F');
  });

  it('a method that a path does not support is 405 with the supported methods', async () => {
    const { call } = await startApp();
    const answer = await call({ method: 'PUT', url: '/api/v1/main/cicd/sync', payload: 'x' });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
  });

  it('malformed JSON is 400, and so is a prototype-poisoning body', async () => {
    const { call } = await startApp();
    for (const payload of ['{"count":', '{"__proto__": {"a": 1}}']) {
      expectProblem(
        await call({ method: 'POST', url: echo, payload, headers: json }),
        400,
        'request_invalid',
      );
    }
  });

  it('a body that is not JSON is 415', async () => {
    const { call } = await startApp();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const headers = { 'content-type': type };
      expectProblem(
        await call({ method: 'POST', url: echo, payload: 'a=1', headers }),
        415,
        'unsupported_media_type',
      );
    }
  });

  it('a body beyond the limit is 413', async () => {
    const { post } = await startApp();
    expectProblem(await post(echo, { text: 'x'.repeat(1_100_000) }), 413, 'body_too_large');
  });

  it('an Accept header without JSON is 406', async () => {
    const { get } = await startApp();
    expectProblem(await get('/api/v1/main/flows/echo', { accept: 'application/xml' }), 406, 'not_acceptable');
    expectProblem(await get('/api/v1/main/flows', { accept: 'application/json;q=0' }), 406, 'not_acceptable');
    expect((await get('/api/v1/main/flows', { accept: 'text/html, */*;q=0.1' })).statusCode).toBe(200);
  });

  it('a URL that cannot be decoded is 400, and a segment that is too long too', async () => {
    const { get } = await startApp();
    expectProblem(await get('/%zz'), 400, 'request_invalid');
    expectProblem(await get(`/api/v1/main/flows/${'x'.repeat(600)}`), 400, 'request_invalid');
  });

  it('a defect is 500 with an id, and its text is in the log only', async () => {
    const { post, logged } = await startApp();
    const answer = await post('/api/v1/main/flows/crash/runs');
    const problem = expectProblem(answer, 500, 'internal');
    expect(answer.payload).not.toContain('secret internals');
    expect(answer.payload).not.toContain('.ts');
    expect(problem.hints[0].text).toContain(problem.instance);
    expect(logged.join('')).toContain('secret internals');
    expect(logged.join('')).toContain(problem.instance);
  });

  it('a request id of the caller is kept, and a malformed one is replaced', async () => {
    const { get } = await startApp();
    expect((await get('/healthz', { 'x-request-id': 'abc-1' })).headers['x-request-id']).toBe('abc-1');
    expect((await get('/healthz', { 'x-request-id': 'a b{}' })).headers['x-request-id']).not.toBe('a b{}');
  });

  it('a message that is not HTTP is answered with a problem', async () => {
    const { app } = await startApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    expect(await talk(port, 'GARBAGE\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 .*application\/problem\+json.*request_invalid/s,
    );
    const large = `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await talk(port, large)).toMatch(/^HTTP\/1.1 431 .*"status":431/s);
  });

  it.each([
    ['without a host', 'GET /healthz HTTP/1.1\r\n', 400],
    ['with two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n', 400],
    ['with a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b/c\r\n', 400],
    ['that expects what no server does', 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n', 417],
  ])('a request %s is answered with a problem', async (_, head, status) => {
    const { app } = await startApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const answer = await talk(port, `${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/application\/problem\+json.*"code":"request_invalid".*"hints":\[\{"text":"/s);
  });

  it('a request of HTTP/1.0 needs no host, and a host may have a port or brackets', async () => {
    const { app } = await startApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    for (const head of [
      'HTTP/1.0',
      'HTTP/1.1\r\nHost: a.b:80',
      'HTTP/1.1\r\nHost: [::1]:80',
      'HTTP/1.1\r\nHost:',
    ]) {
      expect(await talk(port, `GET /healthz ${head}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 200 /,
      );
    }
  });
});

describe('probes', () => {
  it('need no credential', async () => {
    const { app } = await startApp();
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'alive', version: '0.1.0' });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });

  it('a service that is not ready says why, and logs no stack for it', async () => {
    const { app, controller, logged } = await startApp();
    controller.unready.push('branch main has no snapshot yet');
    const problem = expectProblem(await app.inject('/readyz'), 503, 'not_ready');
    expect(problem.detail).toContain('no snapshot');
    const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
    expect(lines).toMatchObject([{ level: 40, code: 'not_ready', detail: problem.detail }]);
    expect(lines[0]).not.toHaveProperty('err');
  });
});

function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
