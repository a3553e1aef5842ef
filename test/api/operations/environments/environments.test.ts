import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({
    'environments/test.yaml':
      "kind: environment\nname: test\ndefault: true\nvariables: { region: eu, retries: 3 }\nsecrets: staging\nconnections: { crm: { config: { baseUrl: 'https://staging.example.com' } } }\n",
    'environments/bare.yaml': 'kind: environment\nname: bare\n',
    'environments/broken.yaml': 'kind: environment\nname: broken\nvariables: 7\n',
    'connections/crm.yaml':
      "kind: connection\nname: crm\nconnector: http\nconfig: { baseUrl: 'https://crm.example.com', auth: { type: bearer, token: { secret: crm, key: token } } }\n",
    'connections/other.yaml':
      "kind: connection\nname: other\nconnector: http\nconfig: { baseUrl: 'https://other.example.com' }\n",
    'teams/narrow.yaml':
      "kind: team\nname: narrow\nmembers: ['api-key:narrow']\nconfined: true\ngrants: [{ role: viewer, types: [environment] }, { role: viewer, types: [connection], names: [other] }]\n",
  });
  const secret = { path: 'staging/crm', value: { token: 'tok-3e8f1a77c2' } };
  await service.call('POST', '/api/v1/platform/entities/platform/secret', secret);
});
afterAll(() => service.remove());

const resolved = (name: string, headers = {}) =>
  service.call('GET', `/api/v1/live/environments/${name}/resolved`, undefined, headers);

test('a resolved environment shows the variables and connections of its runs, and no value of a secret', async () => {
  const answer = await resolved('test');
  expect(answer.json()).toMatchObject({
    name: 'test',
    isDefault: true,
    variables: { region: 'eu', retries: 3 },
    secretsPrefix: 'staging',
    connections: [
      {
        name: 'crm',
        connector: 'http',
        isChanged: true,
        config: {
          baseUrl: 'https://staging.example.com',
          auth: { type: 'bearer', token: { secret: 'crm', key: 'token' } },
          timeout: expect.anything(),
        },
      },
      { name: 'other', isChanged: false },
    ],
  });
  expect(answer.body).not.toContain('tok-3e8f1a77c2');
});

test('an empty environment resolves to the connections unchanged', async () => {
  const { isDefault, variables, secretsPrefix, connections } = (await resolved('bare')).json();
  expect({ isDefault, variables, secretsPrefix }).toEqual({
    isDefault: false,
    variables: {},
    secretsPrefix: null,
  });
  expect(connections[0].config.baseUrl).toBe('https://crm.example.com');
});

test('an environment that does not exist, or never was valid, is refused with the reason', async () => {
  expectProblem(await resolved('tset'), 404, 'environment_not_found');
  expectProblem(await resolved('broken'), 422, 'entity_invalid');
});

test('a caller who may see one connection sees no other', async () => {
  const narrow = { 'x-api-key': await service.key('narrow', 'viewer') };
  const { connections } = (await resolved('test', narrow)).json();
  expect(connections.map(({ name }: { name: string }) => name)).toEqual(['other']);
});
