import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/operations/registry.js';
import { getParams, takesBody } from '../../../api/operations/shared/route.js';
import { RealService } from '../identity/real-service.js';
import { sendRaw } from './wire.js';

let service: RealService;
let port = 0;
let before: string[];

const listing = () =>
  readdirSync(service.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/svc\.db|^\.svc\/(cache|repository|backups\/)/.test(path))
    .sort();

beforeAll(async () => {
  service = await RealService.start({}, { SVC_Limits__RequestsPerMinute: '1000000' });
  port = Number(new URL(await service.app.listen({ port: 0, host: '127.0.0.1' })).port);
  before = listing();
});
afterAll(() => service.remove());

const bound = (method: 'GET' | 'DELETE') =>
  routes.filter((route) => route.method === method && !route.answers?.['text/event-stream']);

describe('a name that is a path', () => {
  const hostile = [
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    '.git/config',
    'hello\u0000.yaml',
    'hello\r\nX-Evil: 1',
    '\u001b[31mred',
    '__proto__',
    'constructor',
    'toString',
    '%2e%2e%2f',
    'file:///etc/passwd',
    "'; drop table runs; --",
    '🙂'.repeat(60),
  ];

  test.each(hostile)('leads to no file, whichever parameter it is given for: %j', async (name) => {
    const wrong: string[] = [];
    for (const route of [...bound('GET'), ...bound('DELETE')]) {
      for (const parameter of getParams(route)) {
        const url = urlWith(route.path, parameter, encodeURIComponent(name));
        const { statusCode, headers, body } = await service.call(route.method, url);
        const isRefusal = statusCode >= 400 && statusCode < 500;
        // A deletion of a name that does not exist may succeed.
        if (!isRefusal && !(route.method === 'DELETE' && statusCode === 204))
          wrong.push(`${url}: ${statusCode}`);
        if (headers['x-evil'] !== undefined || /root:x:|\[fonts\]/.test(body)) wrong.push(`${url}: ${body}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(listing()).toEqual(before);
  });

  test.each([
    [
      'an entity',
      '/api/v1/live/entities/platform/folio',
      (name: string) => ({ name, title: 'x', body: 'y' }),
    ],
    [
      'a secret',
      '/api/v1/platform/entities/platform/secret',
      (path: string) => ({ path, value: { a: 'b' } }),
    ],
    [
      'a user',
      '/api/v1/platform/users',
      (name: string) => ({ name, role: 'viewer', password: 'correct horse battery' }),
    ],
    ['a key', '/api/v1/platform/api-keys', (name: string) => ({ name, role: 'viewer' })],
    ['a share', '/api/v1/platform/shares', (name: string) => ({ name, branch: 'live', flow: 'hello' })],
    ['a branch', '/api/v1/platform/branches', (name: string) => ({ name })],
  ] as const)('is refused as the name of %s', async (_what, path, getBody) => {
    const given = hostile.filter((name) => !['constructor', 'toString'].includes(name));
    for (const name of [...given, '..']) {
      const answer = await service.call('POST', path, getBody(name));
      expect([name, answer.statusCode < 500 && answer.statusCode >= 400]).toEqual([name, true]);
    }
    expect(listing()).toEqual(before);
  });

  test.each([
    '../../../../../etc/passwd',
    '/etc/passwd',
    '..\\secret',
    'a/../../../x',
    '.svc/master.key',
    '.git/config',
  ])('is refused as the file of the text of an entity: %s', async (file) => {
    const folio = { name: 'leak', title: 'x', file };
    const answer = await service.call('POST', '/api/v1/live/entities/platform/folio?dryRun=true', folio);
    const { valid, definition, texts } = answer.json();
    expect(answer.statusCode >= 400 || valid === false, answer.body).toBe(true);
    expect(JSON.stringify([definition, texts])).not.toMatch(/root:|[0-9a-f]{64}/);
  });
});

describe('a header', () => {
  test('is not split by the values of a caller', async () => {
    const inject = 'a%0d%0aX-Evil:%201';
    const request = (path: string, ...more: string[]) =>
      [
        `GET ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        `X-API-Key: ${service.adminKey}`,
        'Connection: close',
        ...more,
        '',
        '',
      ].join('\r\n');
    for (const path of [
      `/api/v1/live/flows/${inject}`,
      `/api/v1/${inject}/flows`,
      `/api/v1/platform/secrets/${inject}`,
      `/healthz?${inject}`,
      `/${inject}`,
    ]) {
      const answer = await sendRaw(port, request(path));
      expect(answer).toMatch(/^HTTP\/1\.1 \d{3}/);
      expect(answer).not.toMatch(/^x-evil/im);
    }
    const ids = await sendRaw(port, request('/healthz', 'X-Request-Id: a b"c,d'));
    expect(ids).not.toContain('a b"c');
    // A `Host` that is none is refused, and is in no answer.
    const hosted = await sendRaw(
      port,
      request('/nothing').replace('Host: 127.0.0.1', 'Host: evil"><script>alert(1)</script>'),
    );
    expect(hosted).toMatch(/^HTTP\/1\.1 400 /);
    expect(hosted).toContain('request_invalid');
    expect(hosted).not.toContain('<script>');
  });
});

describe('the log', () => {
  test('has one line of JSON for each event, whichever characters it holds', async () => {
    const nasty = 'x\n{"level":60,"msg":"forged"}\r\u001b[2J\u2028';
    await service.call('POST', '/api/v1/platform/auth/token', {
      grant_type: 'password',
      username: nasty,
      password: 'wrong password',
    });
    await service.call('GET', `/api/v1/live/flows/${encodeURIComponent(nasty)}`, undefined, {
      'x-api-key': service.adminKey,
      'user-agent': 'a\u001b[31m'.replace('\u001b', ' '),
    });
    service.app.log.warn({ branch: nasty, err: new Error(nasty) }, nasty);
    const written = service.logged;
    expect(written.length).toBeGreaterThan(0);
    for (const line of written) {
      expect(() => JSON.parse(line)).not.toThrow();
      for (const control of ['\n', '\r', '\u001b']) expect(line.trimEnd()).not.toContain(control);
    }
    expect(written.filter((line) => JSON.parse(line).msg === 'forged')).toEqual([]);
    const { items } = await service.controller.audit.list({ limit: 200 });
    expect(items.map(({ action }) => action)).not.toContain('forged');
    expect(await service.controller.audit.verify()).toMatchObject({ ok: true });
  });
});

describe('a key such as `__proto__`', () => {
  const own = '"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": "yes"}}';

  test('is refused by every route that takes a body', async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(takesBody)) {
      const [type = 'application/json'] = [...Object.keys(route.bodies ?? {}), ...(route.bodyTypes ?? [])];
      const url = urlWith(route.path, '', '');
      for (const payload of [`{${own}}`, `{"name": "a", "deep": {${own}}}`, `[{${own}}]`]) {
        const { statusCode } = await service.app.inject({
          method: route.method,
          url,
          headers: { 'x-api-key': service.adminKey, 'content-type': type },
          payload,
        });
        if (statusCode < 400 || statusCode >= 500) wrong.push(`${route.method} ${url}: ${statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('is refused over GraphQL and MCP, in arguments and variables', async () => {
    const call = async (url: string, payload: string) => {
      const answer = await service.app.inject({
        method: 'POST',
        url,
        headers: {
          host: '127.0.0.1',
          'x-api-key': service.adminKey,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        payload,
      });
      return answer.body;
    };
    const literal = 'mutation { runFlow(flow: \\"hello\\", parameters: {__proto__: {polluted: 1}}) { id } }';
    expect(await call('/graphql', `{"query": "${literal}"}`)).toContain('request_invalid');
    const variables = `{"query": "mutation($p: JSON){ runFlow(flow: \\"hello\\", parameters: $p) { id } }", "variables": {"p": {${own}}}}`;
    expect(await call('/graphql', variables)).toContain('request_invalid');
    for (const args of [
      `{"flow": "hello", "parameters": {"a": [{"__proto__": {"polluted": "yes"}}]}}`,
      `{"flow": "hello", "parameters": {"__proto__": {"polluted": "yes"}}}`,
    ]) {
      const message = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "run-flow", "arguments": ${args}}}`;
      expect(await call('/mcp', message)).toContain('request_invalid');
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('changes no entity by a patch', async () => {
    const url = '/api/v1/live/entities/platform/flow/hello';
    const patches = [
      '/__proto__/polluted',
      '/document/__proto__/polluted',
      '/constructor/prototype/polluted',
    ];
    for (const path of patches) {
      const answer = await service.app.inject({
        method: 'PATCH',
        url,
        headers: { 'x-api-key': service.adminKey, 'content-type': 'application/json-patch+json' },
        payload: JSON.stringify([{ op: 'add', path, value: 'yes' }]),
      });
      expect(['patch_invalid', 'patch_conflict', 'entity_invalid']).toContain(answer.json().code);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

/** Returns the path with this value for one parameter, and existing values for the others. */
function urlWith(path: string, parameter: string, value: string): string {
  const known: Record<string, string> = {
    branch: 'live',
    op: 'platform',
    type: 'flow',
    name: 'hello',
    flow: 'hello',
  };
  return path
    .replace('::', '\u0001')
    .replaceAll(/:(\w+)/g, (_all, name: string) => (name === parameter ? value : (known[name] ?? 'x')))
    .replace('*', parameter === '*' ? value : 'x')
    .replace('\u0001', ':');
}
