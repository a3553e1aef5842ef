import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';
import { graphQL, mcp, rest } from '../parity/surfaces.js';

const entities = '/api/v1/live/entities/platform';
const document = (name: string, more = '') =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}`;
const say = 'do:\n  - say: { set: { hello: world } }\n';

let service: RealService;
let editor = '';
/** An editor who is administrator of the flow `secret`. */
let lead = '';

beforeAll(async () => {
  service = await RealService.start({
    'connections/open.yaml':
      'kind: connection\nname: open\nconnector: http\nconfig: { baseUrl: https://example.com }\n',
    'connections/shop.yaml':
      'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://example.com, auth: { type: bearer, token: { secret: shop, key: key } } }\n',
    'teams/plain.yaml':
      'kind: team\nname: plain\nmembers: [api-key:lead]\ngrants:\n  - { role: editor }\n  - { role: admin, types: [flow], names: [secret] }\n',
    'environments/test.yaml': 'kind: environment\nname: test\n',
    'flows/plain.yaml': document('plain', say),
    'flows/secret.yaml': document('secret', `use: { secrets: [shop] }\n${say}`),
    'flows/caller.yaml': document(
      'caller',
      "do:\n  - call: { run: { workflow: { namespace: test, name: ordering, version: '1.0.0' } } }\n",
    ),
    'flows/ordering.yaml': document('ordering', 'do:\n  - order: { call: shop.get, with: { path: / } }\n'),
    'flows/script.yaml': document(
      'script',
      'use: { secrets: [shop] }\ndo:\n  - tidy: { run: { script: { language: js, source: { endpoint: { uri: "script:tidy" } } } } }\n',
    ),
  });
  editor = await service.key('ed', 'editor');
  lead = await service.key('lead', 'editor');
});
afterAll(() => service.remove());

const asEditor = (method: 'PUT' | 'PATCH' | 'DELETE' | 'POST', url: string, payload?: object) =>
  service.call(method, url, payload, {
    'x-api-key': editor,
    ...(method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}),
  });
const titled = { document: { title: 'Changed' } };

test.each([
  ['connection/open', { title: 'x' }],
  ['environment/test', { title: 'x' }],
  ['flow/secret', titled],
  ['flow/ordering', titled],
  ['flow/caller', titled],
  ['flow/plain', { use: { secrets: ['shop'] } }],
  ['flow/plain', { do: [{ order: { call: 'shop.get', with: { path: '/' } } }] }],
])('without Git only an administrator changes %s by %j', async (entity, patch) => {
  const url = `${entities}/${entity}?dryRun=true`;
  const refused = await asEditor('PATCH', url, patch);
  expect([refused.statusCode, refused.json().code], refused.body).toEqual([403, 'forbidden']);
  expect(JSON.stringify(refused.json().hints)).toContain('Git');
  const headers = { 'content-type': 'application/merge-patch+json' };
  const admitted = await service.call('PATCH', url, patch, headers);
  expect(admitted.statusCode, admitted.body).toBe(200);
});

test('a team that makes an editor administrator of one flow does not let a batch change another one', async () => {
  const change = (name: string) => ({ op: 'update', type: 'flow', name, patch: titled });
  const batch = (...names: string[]) =>
    service.call(
      'POST',
      '/api/v1/live/entities:batch?dryRun=true',
      { changes: names.map(change) },
      { 'x-api-key': lead },
    );
  expect((await batch('secret')).statusCode).toBe(200);
  for (const names of [
    ['secret', 'ordering'],
    ['ordering', 'secret'],
  ]) {
    const refused = await batch(...names);
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([403, 'forbidden']);
    expect(refused.json().detail).toContain('`ordering`');
  }
});

test('an editor still writes flows that reach no secret', async () => {
  const answer = await asEditor('PATCH', `${entities}/flow/plain`, titled);
  expect(answer.statusCode, answer.body).toBe(200);
});

test('an editor neither deletes, replaces nor creates what may use a secret, alone or in a batch', async () => {
  const definition = {
    kind: 'connection',
    name: 'mine',
    connector: 'http',
    config: {
      baseUrl: 'https://evil.example.com',
      auth: { type: 'bearer', token: { secret: 'shop', key: 'key' } },
    },
  };
  const answers = [
    await asEditor('POST', `${entities}/connection`, definition),
    await asEditor('PUT', `${entities}/connection/open`, { ...definition, name: 'open' }),
    await asEditor('DELETE', `${entities}/connection/shop`),
    await asEditor('POST', '/api/v1/live/entities:batch', {
      changes: [
        { op: 'update', type: 'flow', name: 'plain', patch: titled },
        { op: 'create', type: 'connection', definition },
      ],
    }),
  ];
  for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
});

test.each([rest, graphQL, mcp])('is refused over $name too', async (surface) => {
  const patch = { title: 'x' };
  const input = { branch: 'live', op: 'platform', type: 'connection', name: 'open', patch };
  const outcome = await surface.call(service.app, editor, 'update-entity', input);
  expect(outcome?.problem).toMatchObject({ code: 'forbidden' });
});
