import { expect, test as it } from 'vitest';
import { flow, runTests, shop, test } from './harness.js';

const f = flow(
  'f',
  `  - get:
      call: shop.get
      with: { path: /orders/1 }
  - done:
      set: { total: '\${ .body.total // .total }' }
`,
);

it('passes a flow with given answers', async () => {
  const report = await runTests({
    'f.yaml': f,
    'shop.yaml': shop,
    't.yaml': test('given: [{ call: shop.get, answer: { total: 80 } }]\nexpect: { output: { total: 80 } }\n'),
  });
  console.log(JSON.stringify(report, null, 1));
  expect(report.passed).toBe(1);
});

it('fails a call without an answer', async () => {
  const report = await runTests({
    'f.yaml': f,
    'shop.yaml': shop,
    't.yaml': test('expect: { output: { total: 80 } }\n'),
  });
  console.log(JSON.stringify(report, null, 1));
  expect(report.failed).toBe(1);
});
