import { expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';

const child = (schema: string) => `document: { dsl: 1.0.3, namespace: test, name: child, version: 1.0.0 }
input: { schema: { document: ${schema} } }
do: [{ note: { set: '.' } }]
`;
const parent = (more: string) => `document: { dsl: 1.0.3, namespace: test, name: parent, version: 1.0.0 }
do: [{ go: { run: { workflow: { namespace: test, name: child, version: latest${more} } } } }]
`;
const optional = '{ type: object, properties: { region: { type: string, default: eu } } }';

test.each([
  ['no input, where all parameters are optional', '', optional, ['warning argument-missing']],
  ['an empty input', ', input: {}', optional, []],
  ['an input', ', input: { region: us }', optional, []],
  ['no input, where none is taken', '', '{ type: object }', []],
  [
    'no input, where a parameter is required',
    '',
    '{ type: object, required: [a], properties: { a: { type: string } } }',
    ['error argument-missing'],
  ],
])('a call of a flow with %s', (_, more, schema, expected) => {
  const files = [
    { path: 'child.yaml', content: child(schema) },
    { path: 'parent.yaml', content: parent(more) },
  ];
  const found = validateFiles(files, kinds).filter(({ file }) => file === 'parent.yaml');
  expect(found.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(expected);
});

test('the concurrency of loops at another task is a warning', () => {
  const content = `document: { dsl: 1.0.3, namespace: test, name: flow, version: 1.0.0 }
do: [{ all: { do: [{ note: { set: { a: 1 } } }], metadata: { concurrency: 4 } } }]
`;
  expect(validateFiles([{ path: 'flow.yaml', content }], kinds)).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('is for `for` tasks') },
  ]);
});
