import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { validateFiles } from '../../../controller/catalog/index.js';
import { createHttpClient } from '../../../controller/connectors/index.js';
import { compileFlow } from '../../../controller/flows/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { fixture } from '../connectors/openapi/api.js';
import { json, TestServer } from '../connectors/server.js';
import { MemoryHost } from './memory-host.js';

const client = createHttpClient({ allowPrivateNetworks: true });
const petstore = fixture('petstore.swagger.json');
let server: TestServer;
let seen: string[] = [];

beforeAll(async () => {
  server = await TestServer.start(({ method, url = '', headers }, response, body) => {
    seen.push(`${method} ${url} ${headers.authorization ?? ''}`.trim());
    if (url === '/swagger.json')
      return response.end(JSON.stringify({ ...JSON.parse(petstore), host: undefined }));
    if (url.startsWith('/v2/pet/404')) return json(response, { title: 'No pet' }, 404);
    if (url.startsWith('/v2/pet/300')) return response.writeHead(302, { location: '/v2/pet/1' }).end();
    return json(response, { url, body });
  });
});
afterAll(async () => {
  await Promise.all([client.close(), server.stop()]);
});

function getFlow(given: string): JsonObject {
  return parse(`document: { dsl: '1.0.3', namespace: test, name: flow, version: '1.0.0' }
do: [{ ask: { call: openapi, with: { ${given.replaceAll('SERVER', server.url)} } } }]`) as JsonObject;
}

function run(given: string, input: Json = {}, texts: Record<string, string> = {}): Promise<Json> {
  seen = [];
  const { plan, findings } = compileFlow(getFlow(given), false, texts);
  if (!plan) throw new Error(JSON.stringify(findings));
  return plan.execute(input, new MemoryHost({ fetch: client.fetch }));
}

const document = "document: { endpoint: 'SERVER/swagger.json' }";

describe('a call of an operation', () => {
  test('reads the description, and sends what it says', async () => {
    const called = `${document}, operationId: findPetsByStatus, parameters: { status: ['\${ .s }', sold] }`;
    expect(await run(called, { s: 'available' })).toMatchObject({
      url: '/v2/pet/findByStatus?status=available&status=sold',
    });
    expect(seen).toEqual(['GET /swagger.json', 'GET /v2/pet/findByStatus?status=available&status=sold']);
  });

  test('has the authentication of the flow', async () => {
    const called = `${document}, operationId: addPet, parameters: { body: { name: Rex } }, authentication: { bearer: { token: t } }`;
    expect(await run(called)).toMatchObject({ body: '{"name":"Rex"}' });
    expect(seen.at(-1)).toBe('POST /v2/pet Bearer t');
  });

  test('gives the content, its bytes, or the whole response', async () => {
    const getPet = `${document}, operationId: getPet, parameters: { petId: 1 }`;
    const raw = await run(`${getPet}, output: raw`);
    expect(JSON.parse(Buffer.from(String(raw), 'base64').toString())).toMatchObject({ url: '/v2/pet/1' });
    expect(await run(`${getPet}, output: response`)).toMatchObject({
      request: { method: 'get', uri: `${server.url}/v2/pet/1` },
      statusCode: 200,
      content: { url: '/v2/pet/1' },
    });
  });

  test('fails with the status of a refusal, and follows redirects where that is asked for', async () => {
    const pet = (id: number) => `${document}, operationId: getPet, parameters: { petId: ${id} }`;
    await expect(run(pet(404))).rejects.toMatchObject({ body: { status: 404, instance: '/do/0/ask' } });
    await expect(run(pet(300))).rejects.toMatchObject({ body: { status: 302 } });
    expect(await run(`${pet(300)}, redirect: true`)).toMatchObject({ url: '/v2/pet/1' });
  });

  test.each([
    ['operationId: findPet', 'has no operation `findPet`'],
    ['operationId: getPet', 'needs the argument `petId`'],
    ['operationId: getPet, parameters: { petId: one }', 'petId'],
    ["operationId: a, document: { endpoint: 'SERVER/v2/other' }", 'no description of OpenAPI'],
  ])('is refused before anything is sent: %s', async (given, message) => {
    const whole = given.includes('document') ? given : `${document}, ${given}`;
    await expect(run(whole)).rejects.toMatchObject({
      body: {
        status: 400,
        type: expect.stringMatching(/configuration$/),
        detail: expect.stringContaining(message),
      },
    });
    expect(seen.filter((line) => !/swagger|other/.test(line))).toEqual([]);
  });
});

describe('a description in the repository', () => {
  const file = "document: { endpoint: 'file:/pets.swagger.json' }";

  test.each([
    ['operationId: getPet, parameters: { petId: 1 }', undefined],
    ["operationId: getPet, parameters: { petId: '${ .id }' }", undefined],
    ['operationId: findPet', 'has no operation `findPet`'],
    ['operationId: getPet', 'needs the argument `petId`'],
    ['operationId: getPet, parameters: { petId: 1, status: a }', 'takes no argument `status`'],
    ['operationId: findPetsByStatus, parameters: { status: [gone] }', '`available`, `pending` or `sold`'],
  ])('is checked with the call: %s', (given, message) => {
    const content = `document: { dsl: '1.0.3', namespace: test, name: flow, version: '1.0.0' }
do: [{ ask: { call: openapi, with: { ${file}, ${given} } } }]\n`;
    const files = [
      { path: 'flow.yaml', content },
      { path: 'pets.swagger.json', content: petstore },
    ];
    const found = validateFiles(files, kinds).map((finding) => `${finding.severity}: ${finding.message}`);
    expect(found).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
  });

  test('is what runs', async () => {
    const text = JSON.stringify({
      ...JSON.parse(petstore),
      host: new URL(server.url).host,
      schemes: ['http'],
    });
    const called = `${file}, operationId: getPet, parameters: { petId: 5 }`;
    expect(await run(called, {}, { 'openapi@/pets.swagger.json': text })).toMatchObject({ url: '/v2/pet/5' });
    expect(seen).toEqual(['GET /v2/pet/5']);
  });
});
