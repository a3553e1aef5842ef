import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testWith, tool } from '../../tools/tool.js';
import { svc, temporaryFolder } from '../test-io.js';
import { type Diagnostic, LanguageServer } from './language-server.js';

const program = tool('yaml-language-server', 'yaml-language-server');
const test = testWith(program);

const shop = 'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example.com }\n';
const books =
  'kind: connection\nname: books\nconnector: openapi\nconfig: { document: ../books.openapi.yaml }\n';
const description = `openapi: 3.1.0
info: { title: Books, version: '1' }
servers: [{ url: https://books.example.com }]
paths:
  /books/{isbn}:
    get:
      operationId: readBook
      summary: Read a book
      parameters: [{ name: isbn, in: path, required: true, description: The number of the book., schema: { type: string } }]
      responses: { '200': { description: The book. } }
`;

async function repository(): Promise<{ folder: string; server: LanguageServer }> {
  const folder = temporaryFolder({
    'connections/shop.yaml': shop,
    'connections/books.yaml': books,
    'books.openapi.yaml': description,
  });
  expect(await svc(folder, ['schemas', '--write', '.svc/schemas'])).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  return { folder, server: await LanguageServer.start(program.file, folder) };
}

const flow = (task: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: a, version: '1.0.0' }\ndo:\n  - first:\n${task}`;

function found(diagnostics: readonly Diagnostic[]): [number, string][] {
  return diagnostics.map(({ message, range }) => [range.start.line + 1, message]);
}

test('a new file is completed by its kind, and a connection by its connector', async () => {
  const { server } = await repository();
  expect(await server.open('new.yaml', '')).toEqual([]);
  expect([...(await server.complete('new.yaml', { line: 0, character: 0 })).keys()]).toEqual([
    'kind',
    'document',
  ]);
  await server.open('kind.yaml', 'kind: \n');
  const kinds = await server.complete('kind.yaml', { line: 0, character: 6 });
  expect([...kinds.keys()]).toEqual(expect.arrayContaining(['connection', 'trigger']));

  await server.open('c.yaml', 'kind: connection\nname: x\nconnector: \n');
  const connectors = await server.complete('c.yaml', { line: 2, character: 11 });
  expect([...connectors.keys()]).toEqual(expect.arrayContaining(['http', 'postgres', 's3']));
  const config = 'kind: connection\nname: x\nconnector: s3\nconfig:\n  bucket: reports\n  \n';
  await server.open('s3.yaml', config);
  const fields = await server.complete('s3.yaml', { line: 5, character: 2 });
  expect([...fields.keys()]).toEqual(expect.arrayContaining(['region', 'endpoint']));
  expect(await server.hover('s3.yaml', { line: 4, character: 4 })).toMatch(/bucket/i);
});

test('a call is completed with the actions of the connections here, and with their arguments', async () => {
  const { server } = await repository();
  const task = `      call: shop.get\n      with:\n        path: /orders\n        \n`;
  expect(await server.open('flows/a.yaml', flow(task))).toEqual([]);
  const calls = await server.complete('flows/a.yaml', { line: 3, character: 12 });
  expect([...calls.keys()]).toEqual(expect.arrayContaining(['shop.get', 'shop.post', 'books.readBook']));
  expect(calls.has('books.get')).toBe(false);
  const args = await server.complete('flows/a.yaml', { line: 6, character: 8 });
  expect([...args.keys()]).toEqual(expect.arrayContaining(['query', 'headers', 'pathParams']));
  expect(args.has('path')).toBe(false);
  expect(await server.hover('flows/a.yaml', { line: 5, character: 9 })).toContain(
    'Appended to the base address',
  );
  expect(await server.hover('flows/a.yaml', { line: 3, character: 8 })).toContain('svc explain task.call');

  await server.open('flows/b.yaml', flow('      call: books.readBook\n      with:\n        \n'));
  const described = await server.complete('flows/b.yaml', { line: 5, character: 8 });
  expect(described.get('isbn')).toContain('The number of the book.');
});

test('mistakes are marked where they are', async () => {
  const { server } = await repository();
  const faults = async (path: string, text: string) => found(await server.open(path, text));
  expect(await faults('a.yaml', 'kind: conection\nname: x\n')).toEqual([
    [1, expect.stringContaining('"connection"')],
  ]);
  expect(await faults('b.yaml', shop.replace('baseUrl', 'baseUlr'))).toEqual(
    expect.arrayContaining([[4, expect.stringContaining('baseUlr')]]),
  );
  expect(await faults('c.yaml', shop.replace('http\n', 'htpp\n'))).toEqual([
    [3, expect.stringContaining('"http"')],
  ]);
  expect(await faults('d.yaml', flow('      call: shop.gte\n'))).toEqual([
    [4, expect.stringContaining('"shop.get"')],
  ]);
  expect(await faults('e.yaml', flow('      call: shop.get\n      with: { pth: /x }\n'))).toEqual([
    [5, 'Property pth is not allowed.'],
  ]);
  expect(await faults('f.yaml', flow('      call: books.readBook\n      with: {}\n'))).toEqual([
    [5, expect.stringContaining('isbn')],
  ]);
  expect(await faults('g.yaml', flow('      cal: shop.get\n'))).toEqual(
    expect.arrayContaining([[4, 'Property cal is not allowed.']]),
  );
  expect(await faults('k8s.yaml', 'apiVersion: v1\nkind: Deployment\n')).toEqual([]);
  expect(await faults('compose.yaml', 'services: { web: { image: nginx } }\n')).toEqual([]);
});

test('a new repository has schemas that the editor accepts', async () => {
  const folder = temporaryFolder();
  await svc(folder, ['init']);
  const server = await LanguageServer.start(program.file, folder);
  expect(
    await server.open('flows/greet.yaml', readFileSync(join(folder, 'flows/greet.yaml'), 'utf8')),
  ).toEqual([]);
  const slip = await server.open('flows/x.yaml', flow('      cal: a.b\n'));
  expect(found(slip)).toContainEqual([4, 'Property cal is not allowed.']);
});

const correct = ['demo', ...readdirSync('fixtures/correct').map((name) => `correct/${name}`)];
for (const repository of correct) {
  test(`the schemas find nothing in the files of ${repository}`, async () => {
    const folder = temporaryFolder();
    cpSync(join('fixtures', repository), folder, { recursive: true });
    await svc(folder, ['schemas', '--write', '.svc/schemas']);
    const server = await LanguageServer.start(program.file, folder);
    // A draft that `.svcignore` names is broken on purpose.
    const isEntity = (path: string) => path.endsWith('.yaml') && !path.endsWith('.draft.yaml');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isEntity);
    expect(files.length).toBeGreaterThan(4);
    const marked: [string, [number, string][]][] = [];
    for (const file of files) {
      // A modeline would lead to the schemas of a running service.
      const text = readFileSync(join(folder, file), 'utf8').replace('yaml-language-server:', '');
      const diagnostics = (await server.open(file, text)).filter(({ source }) =>
        source?.startsWith('yaml-schema'),
      );
      if (diagnostics.length > 0) marked.push([file, found(diagnostics)]);
    }
    expect(marked).toEqual([]);
  }, 120_000);
}
