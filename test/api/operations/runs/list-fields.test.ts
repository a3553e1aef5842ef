import { expect, onTestFinished, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';

const echo = `document: { dsl: '1.0.3', namespace: test, name: echo, version: '1.0.0' }
do:
  - said: { set: { word: '\${ .word }' } }
`;

async function start() {
  const service = await RealService.start({ 'flows/echo.yaml': echo });
  onTestFinished(() => service.remove());
  const read = async (path: string) => service.call('GET', `/api/v1/live/${path}`);
  await service.call('POST', '/api/v1/live/flows/echo/runs', { word: 'hello' });
  return { service, read };
}

test('a list of runs is a summary; `fields` names the data that it has as well', async () => {
  const { read } = await start();
  const [summary] = (await read('runs')).json().items;
  expect(summary).toMatchObject({ flow: 'echo', status: 'completed', error: null });
  expect(Object.keys(summary)).not.toEqual(expect.arrayContaining(['input']));
  expect(Object.keys(summary)).not.toEqual(expect.arrayContaining(['output']));
  const data = { input: { word: 'hello' }, output: { word: 'hello' } };
  for (const query of ['fields=input,output', 'fields=output&fields=input'])
    expect((await read(`runs?${query}`)).json().items, query).toEqual([{ ...summary, ...data }]);
  expect((await read('runs?fields=output')).json().items).toEqual([{ ...summary, output: data.output }]);
  expect((await read(`runs/${summary.id}`)).json()).toMatchObject(data);
});

test('a field that lists do not have is refused with its place', async () => {
  const { read } = await start();
  for (const [query, pointer] of [
    ['fields=inputs', '/fields/0'],
    ['fields=input,', '/fields/1'],
    ['fields=input,output,input', '/fields'],
  ]) {
    const answer = await read(`runs?${query}`);
    expect(answer.statusCode, query).toBe(400);
    expect(answer.json(), query).toMatchObject({ code: 'request_invalid', errors: [{ pointer }] });
  }
});

test('GraphQL reads the data that a request selects', async () => {
  const { service } = await start();
  const query = '{ runs(branch: "live") { nodes { status input output } } }';
  const answer = await service.call('POST', '/graphql', { query });
  expect(answer.json().data.runs.nodes).toEqual([
    { status: 'completed', input: { word: 'hello' }, output: { word: 'hello' } },
  ]);
});
