import { afterEach, beforeEach, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

const files = {
  'echo.yaml': `document: { dsl: '1.0.3', namespace: test, name: echo, version: 1.0.0 }
do: [{ answer: { set: { id: '\${ .body.id }' } } }]
`,
  'open.yaml': triggerText('open', '{ scheme: none }'),
  'other.yaml': triggerText('other', '{ scheme: none }'),
  'signed.yaml': triggerText('signed', '{ scheme: github, secret: hooks/github, key: secret }'),
};

function triggerText(name: string, signature: string): string {
  return `kind: trigger
name: ${name}
flow: echo
webhook: { path: ${name}, signature: ${signature}, dedupe: '\${ .body.id }' }
`;
}

let service: RealService;
beforeEach(async () => {
  service = await RealService.start(files, { SVC_Limits__WebhooksPerMinute: '3' });
});
afterEach(() => service.remove());

let deliveries = 0;
const deliver = (remoteAddress: string, hook = 'open') =>
  service.app.inject({
    method: 'POST',
    url: `/api/v1/live/hooks/${hook}`,
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ id: `delivery-${++deliveries}` }),
  });

async function expectAccepted(remoteAddress: string, hook?: string): Promise<void> {
  const { statusCode, body } = await deliver(remoteAddress, hook);
  expect(statusCode, body).toBe(202);
}

test('a sender beyond its limit at a webhook reaches its others, and others reach the webhook', async () => {
  for (let n = 0; n < 3; n++) await expectAccepted('10.0.0.1');

  const refused = await deliver('10.0.0.1');
  expectProblem(refused, 429, 'rate_limited');
  expect(refused.json().detail).toContain('from 10.0.0.1 to this webhook');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

  await expectAccepted('10.0.0.1', 'other');
  await expectAccepted('10.0.0.2');
});

test('deliveries with wrong signatures use up only what their sender may send', async () => {
  const secret = { path: 'hooks/github', value: { secret: 'right' } };
  await service.call('POST', '/api/v1/platform/entities/platform/secret', secret);
  for (let n = 0; n < 3; n++) expectProblem(await deliver('10.0.0.1', 'signed'), 401, 'signature_invalid');
  expectProblem(await deliver('10.0.0.1', 'signed'), 429, 'rate_limited');

  expectProblem(await deliver('10.0.0.2', 'signed'), 401, 'signature_invalid');
});

test('a network of IPv6 is one sender, however many of its addresses it uses', async () => {
  for (let n = 1; n <= 3; n++) await expectAccepted(`2001:db8:0:1::${n}`);

  expectProblem(await deliver('2001:db8:0:1:ffff::4'), 429, 'rate_limited');
  await expectAccepted('2001:db8:0:2::1');
});

test('all senders together reach the limit of the webhook, and its other webhooks are not affected', async () => {
  for (let n = 0; n < 30; n++) await expectAccepted(`10.0.1.${n}`);

  const refused = await deliver('10.0.1.99');
  expectProblem(refused, 429, 'rate_limited');
  expect(refused.json().detail).toContain('together');
  await expectAccepted('10.0.1.99', 'other');
});

test('an address reaches its limit over all webhooks, those that do not exist among them', async () => {
  for (let n = 0; n < 30; n++)
    expectProblem(await deliver('10.0.0.1', `none-${n}`), 404, 'webhook_not_found');

  const refused = await deliver('10.0.0.1', 'other');
  expectProblem(refused, 429, 'rate_limited');
  expect(refused.json().detail).toContain('from this address');
  await expectAccepted('10.0.0.2', 'other');
});
