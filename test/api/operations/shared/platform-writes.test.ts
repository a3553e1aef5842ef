import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { password, platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const entities = `${platform}/entities/platform`;
const canary = 'canary-5XqT-81zz';
const other = 'canary-9RwV-27yy';
const jsonPatch = { 'content-type': 'application/json-patch+json' };
let service: RealService;

beforeAll(async () => {
  service = await RealService.start();
});
afterAll(() => service.remove());

const get = async (url: string) => (await service.call('GET', url)).json();
const patch = (url: string, operations: object[], headers: Record<string, string> = {}) =>
  service.call('PATCH', url, operations, { ...jsonPatch, ...headers });

async function tool(name: string, args: JsonObject): Promise<JsonObject> {
  const headers = {
    host: '127.0.0.1',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { body } = await service.call('POST', '/mcp', call, headers);
  const line = body.split('\n').filter((each) => /^data: ./.test(each));
  const value = JSON.parse(line.at(-1)?.slice('data: '.length) ?? body).result.structuredContent;
  // A person agrees to the call.
  return value.code === 'confirmation_required' ? tool(name, { ...args, confirm: value.confirm }) : value;
}

describe('a dry run', () => {
  const expiresAt = '2040-01-01T00:00:00Z';
  beforeAll(async () => {
    await service.user('ada', 'viewer');
    await service.key('ci', 'viewer');
    const share = { name: 'guests', branch: 'live', flow: 'hello' };
    expect((await service.call('POST', `${entities}/share`, share)).statusCode).toBe(201);
    const secret = { path: 'shop/token', value: { token: canary } };
    expect((await service.call('POST', `${entities}/secret`, secret)).statusCode).toBe(201);
  });

  test.each([
    ['POST', 'user', { name: 'bob', role: 'viewer', password }, 'created', '+name: bob'],
    ['PATCH', 'user/ada', { role: 'editor' }, 'updated', '-role: viewer\n+role: editor'],
    ['PUT', 'user/ada', { role: 'viewer' }, 'unchanged', ''],
    ['DELETE', 'user/ada', undefined, 'deleted', '-name: ada'],
    ['POST', 'api-key', { name: 'cd', role: 'operator' }, 'created', '+name: cd'],
    ['PATCH', 'api-key/ci', { expiresAt }, 'updated', '-expiresAt: null\n+expiresAt: 2040-'],
    ['DELETE', 'api-key/ci', undefined, 'deleted', '-name: ci'],
    ['POST', 'share', { name: 'others', branch: 'live', flow: 'hello' }, 'created', '+name: others'],
    ['PATCH', 'share/guests', { maxUses: 2 }, 'updated', '-maxUses: null\n+maxUses: 2'],
    ['DELETE', 'share/guests', undefined, 'deleted', '-name: guests'],
    ['POST', 'secret', { path: 'new', value: { token: other } }, 'created', '+  - token'],
    [
      'POST',
      'secret',
      { path: 'shop/token', value: { key: other } },
      'updated',
      '-version: 1\n+  - key\n+version: 2',
    ],
    ['PUT', 'secret/shop/token', { value: { token: other } }, 'updated', '-version: 1\n+version: 2'],
    ['PATCH', 'secret/shop/token', { value: { user: other } }, 'updated', '+  - user'],
    ['DELETE', 'secret/shop/token', undefined, 'deleted', '-path: shop/token'],
    ['PATCH', 'config-section/Limits', { ListPage: 60 }, 'updated', '-  ListPage: 200\n+  ListPage: 60'],
  ] as const)(
    'of %s %s with %j returns the result, and changes nothing',
    async (method, at, body, change, line) => {
      const type = at.split('/')[0];
      const before = await get(`${entities}/${type}`);
      const answer = await service.call(method, `${entities}/${at}?dryRun=true`, body);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['location']).toBeUndefined();
      const told = answer.json();
      expect(told).toMatchObject({ dryRun: true, change });
      expect(told.diff).toContain(line);
      for (const secret of [canary, other, password]) expect(answer.body).not.toContain(secret);
      expect(told).not.toHaveProperty('key');
      expect(told).not.toHaveProperty('token');
      expect(await get(`${entities}/${type}`)).toEqual(before);
    },
  );

  test.each([
    ['POST', 'user', { name: 'ada', role: 'viewer', password }, 409, 'name_taken'],
    ['POST', 'user', { name: 'bob', role: 'viewer', password: 'short' }, 422, 'body_invalid'],
    ['DELETE', 'user/admin', undefined, 409, 'last_admin'],
    ['DELETE', 'user/nobody', undefined, 404, 'user_not_found'],
    ['POST', 'api-key', { name: 'ci', role: 'viewer' }, 409, 'name_taken'],
    ['DELETE', 'api-key/none', undefined, 404, 'api_key_not_found'],
    ['POST', 'share', { name: 's', branch: 'live', flow: 'none' }, 404, 'flow_not_found'],
    ['POST', 'secret', { path: '../etc', value: { token: other } }, 422, 'body_invalid'],
    ['DELETE', 'secret/none', undefined, 404, 'secret_not_found'],
    ['PATCH', 'config-section/Server', { Port: 1 }, 409, 'setting_needs_restart'],
    ['PATCH', 'config-section/Limits', { ListPage: 'all' }, 422, 'body_invalid'],
  ] as const)('of %s %s with %j is refused like the write', async (method, at, body, status, code) => {
    expectProblem(await service.call(method, `${entities}/${at}?dryRun=true`, body), status, code);
  });

  test('is marked as a dry run in the audit log', async () => {
    await service.call('DELETE', `${entities}/user/ada?dryRun=true`);
    const [record] = (await get(`${platform}/audit?action=delete-user&limit=1`)).items;
    expect(record).toMatchObject({ target: 'user/ada', outcome: 'ok', detail: { dryRun: true } });
  });

  test('over MCP changes nothing either, and is refused for operations without a dry run', async () => {
    const definition = { path: 'tried', value: { token: other } };
    const told = await tool('create-entity', { type: 'secret', definition, dryRun: true });
    expect(told).toMatchObject({ dryRun: true, change: 'created', name: 'tried' });
    expectProblem(await service.call('GET', `${entities}/secret/tried`), 404, 'secret_not_found');
    const categories = ['flows'];
    const refused = await tool('create-entity', { type: 'backup', definition: { categories }, dryRun: true });
    expect(refused).toMatchObject({ code: 'body_invalid', errors: [{ pointer: '/dryRun' }] });
    expect((await get(`${entities}/backup`)).items).toEqual([]);
  });
});

describe('a JSON patch of an entity of the platform', () => {
  test.each([
    ['user/eve', [{ op: 'replace', path: '/role', value: 'operator' }], { role: 'operator' }],
    ['api-key/deploy', [{ op: 'replace', path: '/role', value: 'operator' }], { role: 'operator' }],
    ['share/link', [{ op: 'remove', path: '/rights/0' }], { rights: ['read'] }],
    ['config-section/Limits', [{ op: 'replace', path: '/ListPage', value: 70 }], {}],
  ])('of %s changes the patched fields at the version of the caller', async (at, operations, expected) => {
    await service.user('eve', 'viewer').catch(() => undefined);
    await service.key('deploy', 'viewer').catch(() => undefined);
    await service.call('POST', `${entities}/share`, { name: 'link', branch: 'live', flow: 'hello' });
    const url = `${entities}/${at}`;
    const etag = String((await service.call('GET', url)).headers['etag']);
    expectProblem(await patch(url, operations, { 'if-match': '"none"' }), 412, 'version_conflict');
    const changed = await patch(url, operations, { 'if-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toMatchObject(expected);
    expect(await get(url)).toEqual(changed.json());
    expectProblem(await patch(url, operations, { 'if-match': etag }), 412, 'version_conflict');
  });

  test('changes neither a name nor fields that the service maintains', async () => {
    await service.user('fay', 'viewer');
    const url = `${entities}/user/fay`;
    for (const [member, value] of Object.entries({ name: 'admin', createdAt: 'x', dryRun: true, password })) {
      const { errors } = expectProblem(
        await patch(url, [{ op: 'add', path: `/${member}`, value }]),
        422,
        'body_invalid',
      );
      expect(errors).toEqual([{ pointer: `/${member}`, message: 'cannot be changed' }]);
    }
    expectProblem(await patch(url, [{ op: 'remove', path: '/role' }]), 422, 'body_invalid');
    expectProblem(await patch(url, [{ op: 'add', path: '/__proto__', value: {} }]), 422, 'patch_invalid');
    expect(await get(url)).toMatchObject({ name: 'fay', role: 'viewer' });
  });

  test('whose tests fail changes nothing, also when many are sent at once', async () => {
    await service.user('gus', 'viewer');
    const url = `${entities}/user/gus`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        patch(url, [
          { op: 'test', path: '/role', value: 'viewer' },
          { op: 'replace', path: '/role', value: 'editor' },
        ]),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  test('and fields cannot be given together', async () => {
    const definition = { role: 'viewer' };
    const operations = [{ op: 'replace', path: '/role', value: 'editor' }];
    const refused = await tool('update-entity', {
      type: 'user',
      name: 'admin',
      patch: definition,
      jsonPatch: operations,
    });
    expect(refused).toMatchObject({ code: 'body_invalid' });
  });

  test('a precondition that MCP cannot check is refused, not ignored', async () => {
    await service.user('hal', 'viewer');
    const refused = await tool('update-entity', {
      type: 'user',
      name: 'hal',
      patch: { role: 'editor' },
      etag: 'old',
    });
    expect(refused).toMatchObject({ code: 'request_invalid' });
    expect(await get(`${entities}/user/hal`)).toMatchObject({ role: 'viewer' });
  });
});

describe('a secret', () => {
  const url = `${entities}/secret/bank`;
  const values = () => service.controller.vault.secrets.read('bank');
  beforeAll(() => service.controller.vault.secrets.put('bank', { user: canary, token: other }));

  test('keeps the keys that a patch does not name', async () => {
    expect((await service.call('PATCH', url, { value: { token: 'another-token' } })).statusCode).toBe(200);
    expect(await values()).toEqual({ user: canary, token: 'another-token' });
    await tool('update-entity', {
      type: 'secret',
      name: 'bank',
      patch: { value: { token: null, pin: '12345678' } },
    });
    expect(await values()).toEqual({ user: canary, pin: '12345678' });
    await patch(url, [
      { op: 'remove', path: '/value/pin' },
      { op: 'add', path: '/value/token', value: other },
    ]);
    expect(await values()).toEqual({ user: canary, token: other });
  });

  test('keeps the changes of many simultaneous patches', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `key${index}`);
    await Promise.all(names.map((name) => service.call('PATCH', url, { value: { [name]: `${name}-text` } })));
    expect(Object.keys(await values())).toEqual(expect.arrayContaining(names));
  });

  test.each([
    [[{ op: 'test', path: '/value/user', value: canary }]],
    [[{ op: 'move', from: '/value/user', path: '/value' }]],
    [[{ op: 'copy', from: '/value/user', path: '/value/other' }]],
    [[{ op: 'replace', path: '/value', value: { user: other } }]],
    [[{ op: 'add', path: '/path', value: 'elsewhere' }]],
  ])('is not revealed by a patch: %j', async (operations) => {
    const before = await values();
    const refused = await patch(url, operations);
    expectProblem(refused, 422, 'patch_invalid');
    expect(refused.body).not.toContain(canary);
    expect(await values()).toEqual(before);
  });

  test('has at least one key, and only texts as values', async () => {
    const before = await values();
    const none = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
    expectProblem(await service.call('PATCH', url, { value: none }), 422, 'body_invalid');
    expectProblem(await patch(url, [{ op: 'add', path: '/value/n', value: 7 }]), 422, 'body_invalid');
    expect(await values()).toEqual(before);
  });
});

test('a key whose role is changed has the new role at once, also after a restart', async () => {
  const key = await service.key('worker', 'editor');
  const me = () => service.call('GET', `${platform}/auth/me`, undefined, { 'x-api-key': key });
  expect((await me()).json()).toMatchObject({ role: 'editor' });
  await service.call('PATCH', `${entities}/api-key/worker`, { role: 'viewer' });
  expect((await me()).json()).toMatchObject({ role: 'viewer' });
  await service.stop();
  service = await RealService.open(service.folder);
  expect((await me()).json()).toMatchObject({ role: 'viewer' });
});

test('of many keys that are created with one name at once, only one is created', async () => {
  const make = () => service.call('POST', `${entities}/api-key`, { name: 'twin', role: 'viewer' });
  const codes = (await Promise.all(Array.from({ length: 6 }, make)))
    .map(({ statusCode }) => statusCode)
    .sort();
  expect(codes).toEqual([201, 409, 409, 409, 409, 409]);
});

test('a share that is changed keeps its token and its uses, also after a restart', async () => {
  const wanted = { name: 'few', branch: 'live', flow: 'hello', maxUses: 1 };
  const { path } = (await service.call('POST', `${entities}/share`, wanted)).json();
  const use = () => service.anonymous('POST', path, { name: 'Ada' });
  expect((await use()).statusCode).toBe(201);
  expectProblem(await use(), 403, 'share_used_up');
  await service.call('PATCH', `${entities}/share/few`, { maxUses: 2 });
  expect((await use()).statusCode).toBe(201);
  await service.stop();
  service = await RealService.open(service.folder);
  expect(await get(`${entities}/share/few`)).toMatchObject({ maxUses: 2, uses: 2 });
  expectProblem(await use(), 403, 'share_used_up');
  await service.call('PATCH', `${entities}/share/few`, { rights: ['read'], maxUses: null });
  expectProblem(await use(), 403, 'forbidden');
});
