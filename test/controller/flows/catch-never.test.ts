import { expect, test } from 'vitest';
import { compileFlow } from '../../../controller/flows/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const document = { dsl: '1.0.3', namespace: 'test', name: 'catching', version: '1.0.0' };
const call = { ask: { call: 'http', with: { method: 'get', endpoint: 'https://example.com' } } };

function findingsOf(handler: JsonObject, tasks: JsonObject[] = [call]) {
  const { findings } = compileFlow({ document, do: [{ guarded: { try: tasks, catch: handler } }] });
  return findings.filter(({ rule }) => rule === 'catch-never');
}
const withType = (type: string) => ({ errors: { with: { type } } });
const uri = (name: string) => `https://open-workflow-specification.org/spec/1.0.0/errors/${name}`;

test.each([
  [withType('communication'), uri('communication')],
  [withType('Timeout'), uri('timeout')],
  [withType('CommunicationError'), uri('communication')],
  [withType('https://serverlessworkflow.io/spec/1.0.0/errors/comunication'), uri('communication')],
  [{ errors: { with: { status: '${ 500 }' } } }, '$error'],
  [{ errors: { with: { status: [500, 503] } } }, '$error.status >= 500'],
  [{ when: '.status == 503' }, '`$error.status == 503`'],
  [{ when: '${ .status >= 500 }' }, '`$error.status >= 500`'],
  [{ as: 'problem', when: '.error.status == 503' }, '`$problem.status == 503`'],
  [{ exceptWhen: '.type | endswith("timeout")' }, '`$error.type | endswith("timeout")`'],
])('a `catch` with %j is a finding with the right form', (handler, hint) => {
  const findings = findingsOf(handler);
  expect(findings).toMatchObject([{ severity: 'warning' }]);
  expect(findings[0]?.hint).toContain(hint);
});

test.each([
  [withType(uri('communication'))],
  [withType('https://serverlessworkflow.io/dsl/errors/types/timeout')],
  [withType('https://example.com/errors/out-of-stock')],
  [withType('out-of-stock')],
  [{ errors: { with: { status: 503 } } }],
  [{ when: '$error.status == 503' }],
  [{ as: 'problem', when: '.order.status == "open" and $problem.status == 503' }],
  [{ when: '.order.status == "open"' }],
  [{ when: '.status == "open"' }],
])('a `catch` with %j is none', (handler) => {
  expect(findingsOf(handler)).toEqual([]);
});

test('a short type that the tasks raise themselves is none', () => {
  const raising = { fail: { raise: { error: { type: 'communication', status: 500 } } } };
  expect(findingsOf(withType('communication'), [raising])).toEqual([]);
  expect(findingsOf(withType('communication'))).toHaveLength(1);
});
