import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, type Role, roles } from '../../../../controller/security/identity/index.js';
import { rest } from '../../parity/surfaces.js';
import { actors, branches, connections, Installation } from './installation.js';
import { actionSurfaces } from './surfaces.js';

let it: Installation;
beforeAll(async () => {
  it = await Installation.start();
}, 60_000);
afterAll(() => it.stop());

const isAtLeast = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);

/** The answer to a call that changes something behind a connection. */
function expected(role: Role, actor: Actor, branch: string, connection: string): string {
  if (role === 'viewer') return 'forbidden';
  if (branch === 'work') return isAtLeast(role, 'editor') ? 'ok' : 'forbidden';
  if (!isAtLeast(role, connections[connection]?.production ?? 'admin')) return 'forbidden';
  return actor === 'agent' ? 'approval_pending' : 'ok';
}

describe.each(actionSurfaces)('over $name', (surface) => {
  test.each(actors)(
    'a call that changes something is made only by whom production lets: %s',
    async (actor) => {
      for (const role of roles) {
        for (const branch of branches) {
          for (const connection of Object.keys(connections)) {
            it.changes.length = 0;
            const code = await surface.call(it, it.key(role, actor), { branch, connection, action: 'post' });
            const cell = `${role} on ${branch} by ${connection}`;
            const wanted = expected(role, actor, branch, connection);
            expect(code, cell).toBe(wanted);
            expect(it.changes, cell).toEqual(wanted === 'ok' ? [`POST /${connection}/${branch}`] : []);
          }
        }
      }
    },
    300_000,
  );

  test('an agent reads, as an operator does', async () => {
    const call = { branch: 'main', connection: 'shop', action: 'get' };
    expect(await surface.call(it, it.key('operator', 'agent'), call)).toBe('ok');
    expect(await surface.call(it, it.key('viewer', 'agent'), call)).toBe('forbidden');
  });
});

test('the refusal names a flow, a proposal and a person', async () => {
  const call = { branch: 'main', connection: 'shop', action: 'post', input: { path: '/' } };
  const answer = await rest.call(
    it.service.app,
    it.key('editor', 'service'),
    'invoke-connector-action',
    call,
  );
  expect(answer?.problem?.hints).toEqual([
    expect.objectContaining({ operation: 'list-entities', call: 'GET /api/v1/main/flows' }),
    expect.objectContaining({
      operation: 'create-entity',
      call: expect.stringContaining('POST /api/v1/main/flows?propose=true'),
    }),
    {
      text: expect.stringMatching(
        /person with the role `admin`.*`direct` of the connection `shop` on `main`/,
      ),
    },
  ]);
});

test('rows behind a connection are written by the same rule', async () => {
  const sql = 'create table tea (id integer primary key, name text not null)';
  const stock = '/api/v1/main/connections/stock/actions/execute';
  expect((await it.service.call('POST', stock, { sql })).statusCode).toBe(200);
  const write = async (role: Role, actor: Actor) => {
    const headers = { 'x-api-key': it.key(role, actor) };
    const answer = await it.service.call(
      'POST',
      '/api/v1/main/entities/sqlite/tea',
      { name: 'Assam' },
      headers,
    );
    return answer.statusCode === 201 ? 'ok' : answer.json().code;
  };
  expect(await write('editor', 'service')).toBe('forbidden');
  expect(await write('admin', 'agent')).toBe('approval_pending');
  expect(await write('admin', 'service')).toBe('ok');
});

test('a broken version of the connection on production lets administrators only', async () => {
  const broken = 'kind: connection\nname: desk\nconnector: http\ndirect: [editor]\nconfig: { baseUrl: 17 }\n';
  await it.commit('main', { 'connections/desk.yaml': broken });
  const call = { branch: 'main', connection: 'desk', action: 'post', input: { path: '/' } };
  const answer = await rest.call(
    it.service.app,
    it.key('editor', 'service'),
    'invoke-connector-action',
    call,
  );
  expect(answer?.problem?.code).toBe('forbidden');
});
