import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

const files = {
  'echo.yaml': `document: { dsl: '1.0.3', namespace: test, name: echo, version: 1.0.0 }
do: [{ answer: { set: { id: '\${ .body.id }' } } }]
`,
  'open.yaml': `kind: trigger
name: open
flow: echo
webhook: { path: open, signature: { scheme: none }, dedupe: '\${ .body.id }' }
`,
};

let service: RealService;
beforeAll(async () => {
  service = await RealService.start(files, { SVC_Limits__WebhooksPerMinute: '5' });
});
afterAll(() => service.remove());

const deliver = (id: string, remoteAddress: string) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/live/hooks/open',
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ id }),
  });

test('deliveries are refused beyond the limit of an address and of a trigger, with the time to wait', async () => {
  for (let n = 0; n < 4; n++) expect((await deliver(`a${n}`, '10.0.0.1')).statusCode).toBe(202);
  expect((await deliver('b', '10.0.0.2')).statusCode).toBe(202);
  const ofTrigger = await deliver('c', '10.0.0.3');
  expectProblem(ofTrigger, 429, 'rate_limited');
  expect(Number(ofTrigger.headers['retry-after'])).toBeGreaterThan(0);
  await deliver('d', '10.0.0.1');
  const ofAddress = await deliver('e', '10.0.0.1');
  expectProblem(ofAddress, 429, 'rate_limited');
  expect(ofAddress.json().detail).toContain('address');
  expect(Number(ofAddress.headers['retry-after'])).toBeGreaterThan(0);
});
