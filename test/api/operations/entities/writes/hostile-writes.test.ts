import { describe, expect, test } from 'vitest';
import { crm, entities, GitService } from './git-service.js';

const connection = `${entities}/connection/crm`;
const unlimited = { SVC_Limits__RequestsPerMinute: '1000000' };
const jsonPatch = { 'content-type': 'application/json-patch+json' };

describe('simultaneous writers', () => {
  test('with the same etag: exactly one succeeds, and the others get both versions', async () => {
    const service = await start();
    const etag = String((await service.call('GET', connection)).headers['etag']);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, writer) =>
        service.patch(connection, { title: `writer ${writer}` }, { 'if-match': etag }),
      ),
    );
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    const lost = answers.filter(({ statusCode }) => statusCode === 412);
    expect([won.length, lost.length]).toEqual([1, 49]);
    for (const answer of lost) {
      expect(answer.json().code).toBe('version_conflict');
      expect(answer.json().detail).toContain(String(won[0]?.headers['etag']).slice(1, -1));
    }
    expect(service.git('rev-list', '--count', 'main')).toBe('2');
    expect(service.file('connections/crm.yaml')).toContain(won[0]?.json().definition.title);
  });

  test('that create the same entity: exactly one succeeds', async () => {
    const service = await start();
    const definition = { name: 'erp', connector: 'http', config: { baseUrl: 'http://127.0.0.1:1/' } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call('POST', `${entities}/connection`, definition)),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, ...Array(19).fill(409)]);
    expect(service.git('rev-list', '--count', 'main')).toBe('2');
  });
});

test('a hostile JSON patch is refused with its place, and changes nothing', async () => {
  const service = await start();
  const patches: [code: string, operations: object[]][] = [
    ['patch_invalid', [{ op: 'add', path: '/__proto__/x', value: 1 }]],
    ['patch_conflict', [{ op: 'add', path: '/constructor/prototype/x', value: 1 }]],
    ['patch_conflict', [{ op: 'replace', path: '/labels/-1', value: 1 }]],
    ['patch_invalid', [{ op: 'remove', path: '/a~2' }]],
    ['patch_conflict', [{ op: 'add', path: '/labels/99999999999999999999', value: 1 }]],
    ['patch_invalid', [{ op: 'move', from: '/config', path: '/config/inner' }]],
    [
      'patch_conflict',
      [
        { op: 'add', path: '/title', value: 'changed' },
        { op: 'test', path: '/connector', value: 'smtp' },
      ],
    ],
    ['patch_invalid', [{ op: 'replace', path: '', value: [] }]],
    ['entity_invalid', [{ op: 'replace', path: '/name', value: 'other' }]],
    ['entity_invalid', [{ op: 'remove', path: '/connector' }]],
    ['entity_invalid', [{ op: 'add', path: '/constructor', value: { prototype: { x: 1 } } }]],
  ];
  for (const [code, operations] of patches) {
    const answer = await service.call('PATCH', connection, operations, jsonPatch);
    expect([operations, answer.statusCode < 500, answer.json().code]).toEqual([operations, true, code]);
    expect(answer.json().errors[0].pointer, answer.body).toEqual(expect.any(String));
    expect(answer.json().hints).not.toEqual([]);
  }
  expect(({} as { x?: unknown }).x).toBeUndefined();
  expect(service.git('log', '--format=%s')).toBe('first');
});

describe('a commit message', () => {
  test.each([
    ['with trailers of ours', 'Rename it\n\nSvc-Request-Id: forged\nSVC-AGENT : root\n', 'Rename it'],
    ['with carriage returns', 'One\r\rSvc-Agent: root\rtwo', 'One\n\ntwo'],
    ['that turns the line around', 'safe\u202egnp.exe', 'safegnp.exe'],
    ['of trailers of ours alone', 'Svc-Agent: root', 'Update connection crm: title'],
    ['of nothing one can see', ' \n\t\u202e ', 'Update connection crm: title'],
  ])('%s is cleaned, and cannot forge trailers', async (_, message, said) => {
    const service = await start();
    const answer = await service.patch(`${connection}?message=${encodeURIComponent(message)}`, {
      title: 'Customers',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { commit } = answer.json();
    const body = service.git('log', '-1', '--format=%B', commit);
    expect(body.replace(/\n+Svc-Request-Id: [\w-]+(\nSvc-Agent: .*)?$/, '')).toBe(said);
    const agents = service.git('log', '-1', '--format=%(trailers:key=Svc-Agent,valueonly)', commit);
    expect(agents).not.toContain('root');
    expect(service.git('log', '-1', '--format=%(trailers:key=Svc-Request-Id,valueonly)').trim()).not.toBe(
      'forged',
    );
    expect(service.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  test.each(['Rename\n\nSvc\u0000-Agent: root\u001b[2J', 'two\u2028lines', '\u009b31m'])(
    'with the control characters of %j is refused',
    async (message) => {
      const service = await start();
      const url = `${connection}?message=${encodeURIComponent(message)}`;
      const answer = await service.patch(url, { title: 'Customers' });
      expect([answer.statusCode, answer.json().errors[0].pointer], answer.body).toEqual([400, '/message']);
      expect(service.git('log', '--format=%s')).toBe('first');
    },
  );

  test('of a megabyte is refused', async () => {
    const service = await start();
    const change = { op: 'update', type: 'connection', name: 'crm', patch: { title: 'x' } };
    for (const size of [10_001, 1_000_000]) {
      const batch = { message: 'x'.repeat(size), changes: [change] };
      const answer = await service.call('POST', '/api/v1/main/entities:batch', batch);
      expect([answer.statusCode, answer.json().errors[0].pointer], answer.body.slice(0, 500)).toEqual([
        422,
        '/message',
      ]);
      expect(answer.body.length).toBeLessThan(5_000);
    }
    expect(service.git('log', '--format=%s')).toBe('first');
  });
});

test('characters that YAML must escape come back as they were sent', async () => {
  const service = await start();
  for (const title of [
    'a\u0000b',
    '\ufeffbom',
    'a\u2028b\u0085c',
    '\ud83d\ude00',
    'tab\tcr\rlf\nend ',
    '- x: y #z',
  ]) {
    const answer = await service.patch(connection, { title });
    expect(answer.statusCode, answer.body).toBe(200);
    const read = await service.call('GET', connection);
    expect(read.json().definition.title).toBe(title);
  }
  const lone = await service.patch(connection, { title: 'a\ud800b' });
  expect([200, 422]).toContain(lone.statusCode);
  const read = await service.call('GET', connection);
  expect(read.json().definition.title).toBe(lone.statusCode === 200 ? 'a\ud800b' : '- x: y #z');
});

test('a name that is reserved, or differs from another by letter case alone, is refused', async () => {
  const service = await start({ 'connections/ERP.yaml': crm.replace('name: crm', 'name: old') });
  const create = (name: string) =>
    service.call('POST', `${entities}/connection`, {
      name,
      connector: 'http',
      config: { baseUrl: 'http://127.0.0.1:1/' },
    });
  for (const name of [
    'platform',
    'platform-x',
    'platform.x',
    'platform/x',
    'Crm',
    'con.yaml',
    'x'.repeat(64),
  ]) {
    const answer = await create(name);
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 422, 'entity_invalid']);
  }
  const taken = await create('erp');
  expect([taken.statusCode, taken.json().code]).toEqual([409, 'name_taken']);
  expect(taken.json().detail).toContain('connections/ERP.yaml');
  expect(service.git('log', '--format=%s')).toBe('first');
});

describe('a file', () => {
  const patch = { title: 'Customers' };

  test.each([
    ['with a BOM', `\ufeff${crm}`, `\ufeff${crm}title: Customers\n`],
    ['with Windows lines', crm.replaceAll('\n', '\r\n'), `${crm}title: Customers\n`.replaceAll('\n', '\r\n')],
    ['without an end of line at its end', crm.trimEnd(), `${crm}title: Customers`],
    ['with a document mark', `---\n${crm}`, `---\n${crm}title: Customers\n`],
  ])('%s is edited in its own style', async (_, before, after) => {
    const service = await start({ 'connections/crm.yaml': before });
    const answer = await service.patch(connection, patch);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(service.file('connections/crm.yaml').trimEnd()).toBe(after.trimEnd());
    expect((await service.call('GET', connection)).json().definition).toMatchObject(patch);
  });

  test('with anchors and aliases keeps them', async () => {
    const text = `kind: environment
name: shared
variables:
  base: &base { region: north, size: 1 }
  copy: *base
  more: { size: 2 } # of our own
`;
    const service = await start({ 'environments/shared.yaml': text });
    const url = `${entities}/environment/shared`;
    const answer = await service.patch(url, { variables: { more: { size: 3 } } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(service.file('environments/shared.yaml')).toBe(text.replace('size: 2', 'size: 3'));
    await service.patch(url, { variables: { copy: { size: 9 } } });
    expect((await service.call('GET', url)).json().definition.variables).toEqual({
      base: { region: 'north', size: 1 },
      copy: { region: 'north', size: 9 },
      more: { size: 3 },
    });
  });

  test.each([
    ['with tabs', crm.replace('  baseUrl', '\tbaseUrl'), 6],
    ['with a key twice', `${crm}connector: http\n`, 7],
    ['with merge keys', `${crm}labels:\n  a: &a { b: c }\n  <<: *a\n`, 9],
    ['with two documents', `${crm}---\n${crm}`, 7],
    ['that is cut off', `${crm}labels: { a: "b\n`, 7],
  ])('%s is refused, with the line', async (_, text, line) => {
    const service = await start({ 'connections/crm.yaml': text });
    const answer = await service.patch(connection, patch);
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([409, 'entity_file_unreadable']);
    expect(answer.json().errors[0]).toMatchObject({ file: 'connections/crm.yaml', line });
    expect(service.file('connections/crm.yaml')).toBe(text);
  });
});

function start(files: Record<string, string> = {}): Promise<GitService> {
  return GitService.start({ 'connections/crm.yaml': crm, ...files }, unlimited);
}
