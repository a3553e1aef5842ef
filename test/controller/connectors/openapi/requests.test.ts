import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../server.js';
import { Api, fixture } from './api.js';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start(({ method, url, headers }, response, body) =>
    json(response, { method, url, headers, body }),
  );
});
afterAll(() => server.stop());

async function sent(action: string, input: JsonObject, file = 'colours.openapi.yaml') {
  const api = new Api({ document: file, baseUrl: `${server.url}/v1`, auth: bearer }, fixture(file));
  try {
    return (await api.call({ action, input })) as Sent;
  } finally {
    await api.clients.close();
  }
}

interface Sent extends JsonObject {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

const bearer = { type: 'bearer', token: 'secret-token' };
const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

/** The values of the specification's own table ("Style Examples"). */
describe('parameters arrive as the description says', () => {
  test('in the path', async () => {
    expect((await sent('simple', { array, object, exploded: object })).url).toBe(
      '/v1/simple/blue,black,brown/R,100,G,200,B,150/R=100,G=200,B=150',
    );
    expect((await sent('label', { array, listed: array, object })).url).toBe(
      '/v1/label/.blue,black,brown/.blue.black.brown/.R=100.G=200.B=150',
    );
    expect((await sent('matrix', { color: array, listed: array, object })).url).toBe(
      '/v1/matrix;color=blue,black,brown/;listed=blue;listed=black;listed=brown/;R=100;G=200;B=150',
    );
  });

  test('in the path by `matrix`, an empty value without a sign (RFC 6570, 3.2.7)', async () => {
    const empty = { color: '', listed: ['', 'blue'], object: { R: '', G: 200 } };
    expect((await sent('matrix', empty)).url).toBe('/v1/matrix;color/;listed;listed=blue/;R;G=200');
  });

  test('as a list of one, where one value stands for a list', async () => {
    expect((await sent('query', { each: 'blue' })).url).toContain('?each=blue');
    expect((await sent('query', { names: 'blue' })).url).toContain('?names=%5B%22blue%22%5D');
  });

  test.each<[JsonObject, string]>([
    [{ text: 'a b&c=d/ü' }, 'text=a%20b%26c%3Dd%2F%C3%BC'],
    [{ each: array }, 'each=blue&each=black&each=brown'],
    [{ comma: array }, 'comma=blue,black,brown'],
    [{ space: array }, 'space=blue%20black%20brown'],
    [{ pipe: array }, 'pipe=blue%7Cblack%7Cbrown'],
    [{ flat: object }, 'flat=R,100,G,200,B,150'],
    [{ open: object }, 'R=100&G=200&B=150'],
    [
      { deep: { ...object, of: { a: 1 }, all: [1, 2] } },
      'deep[R]=100&deep[G]=200&deep[B]=150&deep[of][a]=1&deep[all][]=1&deep[all][]=2',
    ],
    [{ path: '/a/b?c' }, 'path=/a/b?c'],
    [{ filter: { a: [1] } }, 'filter=%7B%22a%22%3A%5B1%5D%7D'],
    [{ text: null, comma: array.slice(0, 1) }, 'comma=blue'],
  ])('in the query: %j', async (input, query) => {
    expect((await sent('query', input)).url).toBe(`/v1/query?${query}`);
  });

  test('in headers and cookies, and under one name in two places', async () => {
    const input = {
      path_id: 'a/..',
      query_id: 2,
      'X-Colours': array,
      'X-Rgb': object,
      session: 's',
      theme: array,
    };
    const { url, headers } = await sent('places', input);
    expect(url).toBe('/v1/places/a%2F..?id=2');
    expect(headers).toMatchObject({
      'x-colours': 'blue,black,brown',
      'x-rgb': 'R=100,G=200,B=150',
      cookie: 'session=s; theme=blue,black,brown',
      authorization: 'Bearer secret-token',
      accept: 'application/json',
    });
  });

  test('in the formats of version 2.0', async () => {
    const input = { status: ['sold', 'pending'], tags: ['a', 'b'], ids: [1, 2] };
    const { url } = await sent('findPetsByStatus', input, 'petstore.swagger.json');
    expect(url).toBe('/v1/pet/findByStatus?status=sold&status=pending&tags=a%7Cb&ids=1,2');
  });

  test('a value cannot lead to another path, or begin another header', async () => {
    for (const path_id of ['..', '.'])
      await expect(sent('places', { path_id })).rejects.toMatchObject({ kind: 'validation' });
    const split = sent('places', { path_id: 'a', session: 'a\r\nX-Admin: 1' });
    await expect(split).rejects.toMatchObject({
      kind: 'validation',
      message: expect.not.stringContaining('Admin'),
    });
  });
});

describe('bodies', () => {
  test('JSON, forms and texts, by the content type', async () => {
    const body = { name: 'red', tags: ['a', 'b'], like: { x: 1 } };
    const asJson = await sent('colours_create', { body });
    expect(asJson.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'run/do/0',
    });
    expect(JSON.parse(asJson.body)).toEqual(body);
    const form = await sent('colours_create', { contentType: 'application/x-www-form-urlencoded', body });
    expect([...new URLSearchParams(form.body)]).toEqual([
      ['name', 'red'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['like', '{"x":1}'],
    ]);
    const text = await sent('colours_create', { contentType: 'text/csv', body: 'name\nred' });
    expect(text).toMatchObject({ body: 'name\nred', headers: { 'content-type': 'text/csv' } });
  });

  test('forms with files', async () => {
    const picture = { base64: Buffer.from('PNG').toString('base64'), filename: 'a".png' };
    const { body, headers } = await sent('colours-create', {
      body: { title: 'A', picture, about: { a: 1 }, tags: ['x', 'y'] },
    });
    const form = await new Response(body, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    expect(form.get('title')).toBe('A');
    expect(form.getAll('tags')).toEqual(['x', 'y']);
    expect(form.get('about')).toBe('{"a":1}');
    const file = form.get('picture') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['a".png', 'image/png', 'PNG']);
  });

  test('bytes, and the forms of version 2.0', async () => {
    expect((await sent('colours_create_2', { body: { base64: 'AAE=' } })).body).toBe('\u0000\u0001');
    const form = await sent(
      'updatePet',
      { petId: 1, body: { name: 'Rex', tags: ['a', 'b'] } },
      'petstore.swagger.json',
    );
    expect(form.body).toBe('name=Rex&tags=a,b');
    const file = await sent('uploadFile', { petId: 1, body: { file: 'text' } }, 'petstore.swagger.json');
    expect(file.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(file.body).toContain('text');
  });
});
