import { describe, expect, test } from 'vitest';
import { type KindDefinition, type LooseFile, validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { Branch } from '../catalog/branch.js';

const path = 'catalogs/shared/functions/greet/1.0.0/function.yaml';
const greet = `input: { schema: { document: { type: object, required: [name], additionalProperties: false, properties: { name: { type: string } } } } }
set: { text: '\${ "Hello \\(.name)" }' }
`;

function flow(given: string, endpoint = '/catalogs/shared', version = '1.0.0'): LooseFile {
  const content = `document: { dsl: 1.0.3, namespace: test, name: hello, version: 1.0.0 }
use: { catalogs: { shared: { endpoint: '${endpoint}' } } }
do: [{ greet: { call: 'greet:${version}@shared', with: ${given} } }]
`;
  return { path: 'flows/hello.yaml', content };
}

function findings(...files: LooseFile[]) {
  return validateFiles(files, kinds).map(({ rule, file, line, column, message }) => {
    return `${rule} ${file}:${line}:${column} ${message}`;
  });
}

describe('a function in a catalog of the repository', () => {
  test('is no entity of its own, and is called without findings', () => {
    const known = flow("{ name: '${ .name }' }");
    expect(findings(known, { path, content: greet })).toEqual([]);
    expect(findings({ path, content: greet })).toEqual([]);
  });

  test('of an address is the copy below /catalogs', () => {
    const known = flow('{ name: Ada }', 'https://github.com/serverlessworkflow/catalog');
    expect(findings(known, { path, content: greet })).toEqual([]);
    expect(findings(known)).toEqual([expect.stringContaining(`there is no file \`${path}\``)]);
  });

  test('that is missing is reported at the call', () => {
    const [found] = findings(flow('{ name: Ada }', undefined, '2.0.0'), { path, content: greet });
    expect(found).toContain('file-missing flows/hello.yaml:3:23');
  });

  test.each([
    ['an unknown argument', '{ nam: Ada }', greet, 'takes no argument `nam`'],
    ['an argument of another type', '{ name: [1] }', greet, '`with/name`'],
    ['text that is not YAML', '{}', 'a: [', 'function.yaml:1:'],
    ['text that is no task', '{}', 'greet: 1\n', 'function.yaml:1:1'],
    ['an alias', '{}', 'set: &a { b: *a }\n', 'function.yaml:1:'],
    ['too much text', '{}', `set: { n: '${'x'.repeat(20_000)}' }\n`, 'more than 16384'],
    ['a faulty expression', '{}', "set: { n: '${ .n + }' }\n", '/set/n'],
    ['a secret', '{}', "set: { n: '${ $secrets.key }' }\n", 'secret `key`'],
    ['an action of a connection', '{}', 'call: shop.get\n', 'cannot use connections'],
    ['another flow', '{}', 'run: { workflow: { namespace: a, name: b, version: latest } }\n', 'cannot use'],
    ['an event', '{}', 'listen: { to: { one: { with: { type: a.b } } } }\n', 'nor wait for events'],
    ['a component of the flow', '{}', 'call: other\n', 'neither a protocol'],
  ])('with %s is an error', (_, given, content, text) => {
    expect(findings(flow(given), { path, content })).toEqual([expect.stringContaining(text)]);
  });
});

test('a function is checked once for all flows and their edits, and what each passes to it', async () => {
  let checks = 0;
  const counting = kinds.map((kind): KindDefinition => {
    const { namedTexts } = kind;
    if (!namedTexts) return kind;
    const prepare = (text: string, holds: string) => {
      checks++;
      return namedTexts.prepare(text, holds);
    };
    return { ...kind, namedTexts: { ...namedTexts, prepare } };
  });
  const branch = new Branch(counting);
  const tree = { [path]: greet, 'a.yaml': String(flow('{ name: Ada }').content) };
  const second = String(flow('{ name: [1] }').content).replace('hello', 'second');
  const snapshot = await branch.advance(await branch.load(tree), { ...tree, 'b.yaml': second });
  expect(snapshot.findings.map(({ file }) => file)).toEqual(['b.yaml']);
  const mended = second.replace('[1]', 'Bob');
  expect((await branch.advance(snapshot, { ...tree, 'b.yaml': mended })).findings).toEqual([]);
  expect(checks).toBe(1);
});

test('a flow names at most 50 files', () => {
  const tasks = Array.from({ length: 51 }, (_, n) => `{ t${n}: { call: 'f${n}:1.0.0@shared' } }`);
  const content = `document: { dsl: 1.0.3, namespace: test, name: hello, version: 1.0.0 }
use: { catalogs: { shared: { endpoint: /shared } } }
do: [${tasks.join(', ')}]
`;
  expect(findings({ path: 'flows/hello.yaml', content })).toContainEqual(
    expect.stringContaining('names more than 50'),
  );
});

describe('code in a file of the repository', () => {
  const script = (uri: string, language = 'js'): LooseFile => ({
    path: 'flows/hello.yaml',
    content: `document: { dsl: 1.0.3, namespace: test, name: hello, version: 1.0.0 }
do: [{ run: { run: { script: { language: ${language}, source: { endpoint: '${uri}' } } } } }]
`,
  });

  test('is named from the folder of the flow, or from the root', () => {
    const code = { path: 'flows/code/total.js', content: 'return 1;' };
    expect(findings(script('file:code/total.js'), code)).toEqual([]);
    expect(findings(script('file:///flows/code/total.js'), code)).toEqual([]);
  });

  test.each([
    ['file:///code/none.js', 'there is no file `code/none.js`'],
    ['file:../../etc/passwd.sh', 'leads out of the branch'],
    ['file:///flows/hello.yaml', 'is no text that an entity may name'],
    ['file:///code/broken.js', 'code/broken.js:2:'],
  ])('at %s is an error', (uri, text) => {
    const broken = { path: 'code/broken.js', content: 'const a = 1;\nreturn (;\n' };
    expect(findings(script(uri), broken)).toEqual([expect.stringContaining(text)]);
  });
});

describe('a schema in a file of the repository', () => {
  const taking = (endpoint: string): LooseFile => ({
    path: 'flows/hello.yaml',
    content: `document: { dsl: 1.0.3, namespace: test, name: hello, version: 1.0.0 }
input: { schema: { resource: { endpoint: '${endpoint}' } } }
do: [{ note: { set: { a: 1 } } }]
`,
  });

  test.each([
    ['schemas/order.schema.json', '{ "type": "object", "required": ["id"] }'],
    ['schemas/order.schema.yaml', 'type: object\nrequired: [id]\n'],
  ])('%s is no entity, and no finding', (path, content) => {
    expect(findings(taking(`file:///${path}`), { path, content })).toEqual([]);
    expect(findings({ path, content })).toEqual([]);
  });

  test.each([
    ['file:/schemas/none.schema.json', 'there is no file `schemas/none.schema.json`'],
    ['file:/schemas/order.json', '.schema.json'],
    ['https://example.com/order.json', 'Copy the schema into the repository'],
    ['file:/schemas/list.schema.json', 'a schema is a map'],
    ['file:/schemas/wrong.schema.json', '`/type`'],
    ['file:/schemas/broken.schema.json', 'schemas/broken.schema.json:1:'],
  ])('at %s is an error', (endpoint, text) => {
    const files = { list: '[1]', wrong: '{ "type": "strng" }', broken: '{ "type": ' };
    const named = Object.entries(files).map(([name, content]) => ({
      path: `schemas/${name}.schema.json`,
      content,
    }));
    const used = named.filter(({ path }) => endpoint.endsWith(path));
    const found = validateFiles([taking(endpoint), ...used], kinds);
    expect(found.map(({ message, file, line, hint }) => `${file}:${line}: ${message} ${hint}`)).toEqual([
      expect.stringContaining(text),
    ]);
  });
});
