import { describe, expect, test } from 'vitest';
import { validateFiles } from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';

function told(content: string): string[] {
  const findings = validateFiles([{ path: 'file.yaml', content }], kinds);
  return findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`);
}

describe('a flow that breaks its schema', () => {
  test('reports faults of its expressions and targets in the same answer', () => {
    expect(
      told(`document: { dsl: '1.0.3', namespace: test, name: orders, version: 1.0 }
do:
  - fetch:
      cal: http
      with: { method: get, endpoint: '\${ .url | frist }' }
  - next:
      set: { total: '\${ .items | mapp(.x) }' }
      then: nowhere
`),
    ).toEqual(['field-invalid 1:67', 'field-unknown 4:7', 'jq-syntax 7:34', 'then-unknown 8:13']);
  });

  test('reports no fault twice', () => {
    const rules = told(`document: { dsl: '1.0.3', namespace: test, name: orders, version: '1.0.0' }
do:
  - wait: { wait: forever }
`);
    expect(rules).toHaveLength(1);
  });
});

describe('an entity of another kind that breaks its schema', () => {
  const all = [
    [
      'cache-policy',
      'ttl: 5 minutes\nkey: .a | frist\nmaxEntris: 3',
      'field-unknown 5:1',
      'duration-syntax 3:6',
      'jq-syntax 4:11',
    ],
    [
      'mapping',
      'expression: .a | frist\nexamples: [null, { input: 1 }]',
      'field-invalid 4:12',
      'jq-syntax 3:18',
    ],
    ['template', 'body: "{{ a"\nparameter: {}', 'field-unknown 4:1', 'template-syntax 3:8'],
    ['script', 'language: js\ncode: "let = ;"\nparameter: {}', 'field-unknown 5:1', 'script-syntax 4:14'],
    [
      'store',
      'ttl: 5 minutes\nschema: { type: strin }\nmaxEntries: 0',
      'duration-syntax 3:6',
      'field-invalid 5:13',
      'schema-invalid 4:17',
    ],
    ['connection', 'connector: htp\nconfg: {}', 'field-unknown 4:1', 'connector-unknown 3:12'],
    ['annotation', 'target: { type: flw, name: a }\ntxt: a', 'field-unknown 4:1', 'kind-unknown 3:17'],
    ['team', 'grants: [null, { types: [flw] }]\nmembrs: []', 'field-unknown 4:1', 'kind-unknown 3:26'],
  ] as const;

  test.each(all)('%s: the faults of its texts are reported too', (kind, content, ...expected) => {
    expect(told(`kind: ${kind}\nname: one\n${content}\n`)).toEqual(expect.arrayContaining(expected));
  });

  test('a field whose name begins like another hides nothing of it', () => {
    const file = 'kind: cache-policy\nname: one\nttl: PT1M\nkey: .a | frist\nkeys: .b\n';
    expect(told(file)).toEqual(expect.arrayContaining(['field-unknown 5:1', 'jq-syntax 4:11']));
  });

  test('an example that lacks a side is not run', () => {
    const file = 'kind: mapping\nname: one\nexpression: .\nexamples: [{ output: 1 }, { input: 1 }]\n';
    expect(told(file)).toEqual(['field-missing 4:12', 'field-missing 4:27']);
  });
});
