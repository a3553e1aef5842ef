import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GraphService } from './graph-service.js';

let service: GraphService;

beforeAll(async () => {
  service = await GraphService.start();
});
afterAll(() => service.stop());

const write =
  'change commit etag connection { name connector config title status { conditions { status } } }';

function create(input: object, more = '', headers = {}) {
  const query = `mutation ($input: ConnectionInput!) { createConnection(input: $input${more}) { ${write} diff valid proposal { branch } } }`;
  return service.ask(query, { input }, headers);
}

function connection(name: string): object {
  return { name, connector: 'http', config: { baseUrl: 'https://crm.example.com' } };
}

describe('mutations of a kind', () => {
  test('an entity is created, replaced, patched and deleted, each as one commit', async () => {
    const created = await create({ ...connection('crm'), title: 'Customers', description: null });
    expect(created.errors).toBeUndefined();
    expect(created.data.createConnection).toMatchObject({
      change: 'created',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      connection: { name: 'crm', connector: 'http', title: 'Customers' },
    });

    const updated = await service.ask(
      `mutation ($input: ConnectionInput!, $etag: String) { updateConnection(input: $input, etag: $etag) { ${write} } }`,
      { input: connection('crm'), etag: created.data.createConnection.etag },
    );
    expect(updated.data.updateConnection).toMatchObject({ change: 'updated', connection: { title: null } });

    const patched = await service.ask(
      `mutation { patchConnection(name: "crm", patch: { title: "Shop", config: { baseUrl: "https://shop.example.com" } }) { ${write} } }`,
    );
    expect(patched.data.patchConnection.connection).toMatchObject({
      title: 'Shop',
      config: { baseUrl: 'https://shop.example.com' },
    });

    const removed = await service.ask(`mutation { deleteConnection(name: "crm") { ${write} } }`);
    expect(removed.data.deleteConnection).toMatchObject({ change: 'deleted', connection: null });
    const { errors } = await service.ask('{ connection(name: "crm") { name } }');
    expect(errors?.[0]?.extensions.code).toBe('entity_not_found');
  });

  test('the audit log has the operation, the entity and the surface', async () => {
    await create(connection('audited'));
    const { data } = await service.ask(
      '{ audit(action: "create-entity", first: 1) { nodes { principal target outcome via } } }',
    );
    expect(data.audit.nodes).toEqual([
      {
        principal: expect.stringMatching(/^api-key:/),
        target: 'connection/audited @ main',
        outcome: 'ok',
        via: 'graphql',
      },
    ]);
  });

  test('null in a patch removes the field', async () => {
    await create({ ...connection('wiki'), title: 'Wiki' });
    const { data } = await service.ask(
      `mutation ($patch: ConnectionPatch) { patchConnection(name: "wiki", patch: $patch) { ${write} } }`,
      { patch: { title: null } },
    );
    expect(data.patchConnection).toMatchObject({ change: 'updated', connection: { title: null } });
  });

  test('a change that is based on an older version is refused', async () => {
    await create(connection('stale'));
    const { data, errors } = await service.ask(
      'mutation { patchConnection(name: "stale", etag: "0000", patch: { title: "Late" }) { change } }',
    );
    expect(data.patchConnection).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'version_conflict', status: 412 });
  });

  test('a dry run answers with the diff and changes nothing', async () => {
    const { data } = await create(connection('tried'), ', dryRun: true');
    expect(data.createConnection).toMatchObject({ valid: true, commit: null, connection: null });
    expect(data.createConnection.diff).toContain('+kind: connection');
    expect((await service.ask('{ connection(name: "tried") { name } }')).data.connection).toBeNull();
  });

  test('an editor proposes to a protected branch, and a viewer may not write', async () => {
    const editor = { 'x-api-key': await service.getRoleKey('editor') };
    const refused = await create(connection('desk-two'), '', editor);
    expect(refused.errors?.[0]?.extensions.code).toBe('write_requires_proposal');
    const proposed = await create(connection('desk-two'), ', propose: true', editor);
    expect(proposed.data.createConnection).toMatchObject({
      connection: null,
      proposal: { branch: expect.stringContaining('proposals/') },
    });
    const viewer = { 'x-api-key': await service.getRoleKey('viewer') };
    const { errors } = await create(connection('desk-three'), ', propose: true', viewer);
    expect(errors?.[0]?.extensions.code).toBe('forbidden');
  });

  test('the types refuse an unknown field, and the schema of the kind a wrong value', async () => {
    const unknown = await create({ ...connection('odd'), conector: 'http' });
    expect(unknown.errors?.[0]?.extensions.code).toBe('query_invalid');
    const wrong = await create({ ...connection('odd'), connector: 'htp' });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      code: 'entity_invalid',
      errors: [expect.objectContaining({ pointer: '/connector' })],
    });
  });

  test('a flow is named by its document, and its tasks keep their shape', async () => {
    const input = {
      document: { dsl: '1.0.3', namespace: 'ops', name: 'greet', version: '1.0.0' },
      do: [{ greet: { set: { message: null } } }],
    };
    const query =
      'mutation ($input: FlowInput!) { a: createFlow(input: $input) { flow { do } } b: updateFlow(input: $input) { change } }';
    const { data, errors } = await service.ask(query, { input });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ a: { flow: { do: input.do } }, b: { change: 'unchanged' } });
  });
});

test('a trigger has the fields and values of its schedule as types', async () => {
  const { data, errors } = await service.ask(
    `mutation { createTrigger(input: { name: "restock-nightly", flow: "restock", schedule: { cron: "0 2 * * *", missed: skip, overlap: null } }) {
      trigger { schedule { cron missed overlap } }
    } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.createTrigger.trigger.schedule).toEqual({ cron: '0 2 * * *', missed: 'skip', overlap: null });
  const patched = await service.ask(
    'mutation { patchTrigger(name: "restock-nightly", patch: { schedule: { missed: all } }) { diff trigger { schedule { cron missed } } } }',
  );
  expect(patched.data.patchTrigger.trigger.schedule).toEqual({ cron: '0 2 * * *', missed: 'all' });
});

describe('changes of several kinds', () => {
  test('entities that refer to each other are created in one commit', async () => {
    const changes = [
      { connection: { create: connection('billing') } },
      { cachePolicy: { create: { name: 'bills', ttl: 'PT5M', appliesTo: [{ connection: 'billing' }] } } },
    ];
    const query =
      'mutation ($changes: [KindChangeInput!]!) { changeEntities(changes: $changes, message: "Bill") { commit entities { type change } written { __typename ... on Connection { connector } } } }';
    const { data, errors } = await service.ask(query, { changes });
    expect(errors).toBeUndefined();
    expect(data.changeEntities.written).toEqual([
      { __typename: 'Connection', connector: 'http' },
      { __typename: 'CachePolicy' },
    ]);
    const { data: history } = await service.ask(
      '{ versions(type: "connection", name: "billing") { nodes { commitHash message } } }',
    );
    expect(history.versions.nodes[0]).toEqual({
      commitHash: data.changeEntities.commit,
      message: expect.stringMatching(/^Bill\n/),
    });

    const removed = await service.ask(query, {
      changes: [
        { connection: { delete: { name: 'billing' } } },
        { cachePolicy: { delete: { name: 'bills' } } },
      ],
    });
    expect(removed.data.changeEntities).toMatchObject({
      entities: [{ change: 'deleted' }, { change: 'deleted' }],
      written: [],
    });
  });

  test('one fault refuses all changes, and a change states exactly one action', async () => {
    const faulty = await service.ask(
      `mutation { changeEntities(changes: [
        { connection: { create: { name: "left", connector: "http", config: { baseUrl: "https://a.example.com" } } } },
        { trigger: { patch: { name: "no-such", patch: { enabled: false } } } }
      ]) { commit } }`,
    );
    expect(faulty.errors?.[0]?.extensions.code).toBe('entity_not_found');
    expect((await service.ask('{ connection(name: "left") { name } }')).data.connection).toBeNull();

    const two = await service.ask(
      'mutation { changeEntities(changes: [{ flow: { delete: { name: "a" } }, team: { delete: { name: "b" } } }]) { commit } }',
    );
    expect(two.errors?.[0]?.message).toContain('exactly one');
  });
});
