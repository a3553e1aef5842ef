import { describe, expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';

function told(content: string): string[] {
  const findings = validateFiles([{ path: 'flow.yaml', content }], kinds);
  return findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`);
}

describe('a flow that breaks its schema', () => {
  test('tells faults of its expressions and targets in the same answer', () => {
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

  test('tells nothing twice', () => {
    const rules = told(`document: { dsl: '1.0.3', namespace: test, name: orders, version: '1.0.0' }
do:
  - wait: { wait: forever }
`);
    expect(rules).toHaveLength(1);
  });
});
