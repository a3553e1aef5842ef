import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { json, TestServer } from '../../controller/connectors/server.js';
import { serveFolder } from '../serve-folder.js';
import { svc, temporaryFolder } from '../test-io.js';

let folder: string;

beforeEach(async () => {
  const server = await TestServer.start((request, response) => json(response, { asked: request.url }));
  onTestFinished(() => server.stop());
  const connection = (name: string, address: string) =>
    `kind: connection\nname: ${name}\nconnector: http\nconfig: { baseUrl: '${address}' }\n`;
  folder = temporaryFolder({
    'connections/shop.yaml': connection('shop', server.url),
    'connections/gone.yaml': connection('gone', 'http://127.0.0.1:1'),
    'environments/test.yaml': `kind: environment\nname: test\nconnections:\n  gone: { config: { baseUrl: '${server.url}' } }\n`,
  });
  await serveFolder(folder);
});

const connections = (...argv: string[]) => svc(folder, ['connections', ...argv]);

it('lists the connections with their connectors', async () => {
  expect((await connections('list')).stdout).toBe('gone  http  -\nshop  http  -\n');
});

it('tests a connection, and ends with 1 when it does not work', async () => {
  expect(await connections('test', 'shop')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^reached \(\d+ ms\): http:.* answers 200\n$/),
  });
  expect(await connections('test', 'gone')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('does not work'),
  });
  expect(await connections('test', 'gone', '--env', 'test')).toMatchObject({ exitCode: 0 });
});

it('tests all connections, and ends with 1 when one does not work', async () => {
  const all = await connections('test', '--all');
  expect([all.exitCode, all.stdout]).toEqual([
    1,
    expect.stringMatching(/^gone {2}does not work .*\nshop {2}reached .* answers 200\n$/s),
  ]);
  expect((await connections('test', '--all', '--env', 'test')).exitCode).toBe(0);
  const { items } = { items: JSON.parse((await connections('test', '--all', '--json')).stdout).tests };
  expect(items).toMatchObject([
    { name: 'gone', ok: false },
    { name: 'shop', ok: true },
  ]);
  expect((await connections('test', 'shop', '--all')).exitCode).toBe(2);
});

it('shows the actions of a connection with their parameters', async () => {
  const { stdout } = await connections('actions', 'shop');
  expect(stdout).toMatch(/^get {2}\(path, pathParams, query, headers, output, paginate\) {2}GET$/m);
  expect(stdout).toMatch(/^request {2}\(method\*, /m);
});

it('calls an action with arguments of the types that it takes', async () => {
  const given = ['-p', 'path=/orders/{id}', '-p', 'pathParams:={"id":17}', '-p', 'query:={"n":[1,2]}'];
  const { stdout, exitCode } = await connections('call', 'shop', 'get', ...given);
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { asked: '/orders/17?n=1&n=2' }]);
});

it('says what is wrong with an action, an argument or a name', async () => {
  const failed = async (text: string, ...argv: string[]) => {
    const { exitCode, stderr } = await connections(...argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(text);
  };
  await failed('`test`', 'try');
  await failed('call <name> <action>', 'call', 'shop');
  await failed('Did you mean `get`', 'call', 'shop', 'gett');
  await failed('Did you mean `path`', 'call', 'shop', 'get', '-p', 'pathh=/');
  await failed('entity_not_found', 'test', 'shopp');
});
