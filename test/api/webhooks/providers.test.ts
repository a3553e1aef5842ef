import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import { RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

const key = 'bXkgc2hhcmVkIHNlY3JldA==';
const hmac = (text: string, form: 'hex' | 'base64' = 'hex', algorithm = 'sha256') =>
  createHmac(algorithm, key).update(text).digest(form);
const seconds = (at: number) => String(Math.floor(at / 1_000));
const standard = (body: string, at: number) => ({
  'webhook-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  'webhook-timestamp': seconds(at),
  'webhook-signature': new Webhook(key).sign('msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', new Date(at), body),
});

interface Provider {
  signature: string;
  more?: string;
  body: string;
  isTimed?: true;
  sign(body: string, at: number): Record<string, string>;
}

const named = (scheme: string, more = '') => `{ scheme: ${scheme}, secret: shop/hook, key: secret${more} }`;
/** Payloads in the form of the documentation of each provider, signed as it signs. */
const providers: Record<string, Provider> = {
  github: {
    signature: named('github'),
    body: '{"action":"opened","issue":{"number":1347,"title":"Found a bug"},"repository":{"full_name":"octo/hello"}}',
    sign: (body) => ({
      'x-hub-signature-256': `sha256=${hmac(body)}`,
      'x-github-event': 'issues',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    }),
  },
  gitlab: {
    signature: named('gitlab'),
    body: '{"object_kind":"merge_request","object_attributes":{"iid":1,"action":"open"},"project":{"id":15}}',
    isTimed: true,
    sign: (body, at) => ({ 'x-gitlab-event': 'Merge Request Hook', ...standard(body, at) }),
  },
  stripe: {
    signature: named('stripe'),
    body: '{"id":"evt_1NG8Du2eZvKYlo2CUI79vXWy","object":"event","type":"invoice.paid","data":{"object":{"amount_paid":1999}}}',
    isTimed: true,
    sign: (payload, at) => ({
      'stripe-signature': new Stripe('sk_test').webhooks.generateTestHeaderString({
        payload,
        secret: key,
        timestamp: Math.floor(at / 1_000),
      }),
    }),
  },
  shopify: {
    signature: named('shopify'),
    body: '{"id":820982911946154508,"email":"jon@example.com","total_price":"403.00","line_items":[{"sku":"IPOD2008"}]}',
    sign: (body) => ({
      'x-shopify-hmac-sha256': hmac(body, 'base64'),
      'x-shopify-topic': 'orders/create',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    }),
  },
  slack: {
    signature: named('slack'),
    body: '{"type":"event_callback","event_id":"Ev0PV52K21","event":{"type":"app_mention","text":"<@U0> ship it"}}',
    isTimed: true,
    sign: (body, at) => ({
      'x-slack-request-timestamp': seconds(at),
      'x-slack-signature': `v0=${hmac(`v0:${seconds(at)}:${body}`)}`,
    }),
  },
  'standard-webhooks': {
    signature: named('standard-webhooks'),
    body: '{"type":"contact.created","timestamp":"2022-11-03T20:26:10.344522Z","data":{"id":"1f81eb52"}}',
    isTimed: true,
    sign: standard,
  },
  svix: {
    signature: named('standard-webhooks'),
    body: '{"type":"user.created","data":{"id":"user_29w83sxmDNGwOuEthce5gg56FcC"}}',
    isTimed: true,
    sign: (body, at) =>
      Object.fromEntries(
        Object.entries(standard(body, at)).map(([name, value]) => [name.replace('webhook', 'svix'), value]),
      ),
  },
  intercom: {
    signature: named('hmac', ", header: x-hub-signature, algorithm: sha1, prefix: 'sha1='"),
    more: ", dedupe: '${ .body.id }'",
    body: '{"type":"notification_event","id":"notif_ccd8a4d0","topic":"conversation.user.created","delivery_attempts":1}',
    sign: (body) => ({ 'x-hub-signature': `sha1=${hmac(body, 'hex', 'sha1')}` }),
  },
  linear: {
    signature: named('hmac', ', header: linear-signature'),
    more: `, dedupe: '\${ .headers["linear-delivery"] }'`,
    body: '{"action":"update","type":"Issue","data":{"identifier":"ENG-79"},"webhookTimestamp":1676056940508}',
    sign: (body) => ({
      'linear-signature': hmac(body),
      'linear-delivery': '234d1a4e-b617-4388-90fe-adc3633d6b72',
    }),
  },
};

const echo = `document: { dsl: '1.0.3', namespace: test, name: echo, version: 1.0.0 }
do: [{ keep: { set: '\${ .body }' } }]
`;
const triggers = Object.entries(providers).map(([name, { signature, more = '' }]) => [
  `${name}.yaml`,
  `kind: trigger\nname: ${name}\nflow: echo\nwebhook: { path: ${name}, signature: ${signature}${more} }\n`,
]);

triggers.push([
  'azure.yaml',
  `kind: trigger\nname: azure\nflow: echo\nwebhook: { path: azure, signature: ${named('basic')}, dedupe: '\${ .body.id }' }\n`,
]);

triggers.push(
  [
    'shared.yaml',
    `kind: trigger\nname: shared\nflow: echo\nwebhook: { path: shared, signature: { ${named('header').slice(1, -1)}, header: X-Token }, dedupe: '\${ .body.id }' }\n`,
  ],
  [
    'checked.yaml',
    `kind: trigger
name: checked
flow: echo
webhook:
  path: checked
  signature: ${named('github')}
  verify:
    query: { hub.mode: subscribe, hub.verify_token: { secret: shop/hook, key: secret } }
    answer: '\${ .query["hub.challenge"] }'
`,
  ],
  [
    'strava.yaml',
    `kind: trigger
name: strava
flow: echo
webhook:
  path: strava
  signature: { scheme: none }
  dedupe: '\${ .body.id }'
  verify: { query: { hub.mode: subscribe }, answer: { hub.challenge: '\${ .query["hub.challenge"] }' } }
`,
  ],
);

let service: RealService;
beforeAll(async () => {
  const files = { 'echo.yaml': echo, ...Object.fromEntries(triggers) };
  service = await RealService.start(files, { SVC_Limits__WebhooksPerMinute: '60' });
  const secret = { path: 'shop/hook', value: { secret: key } };
  await service.call('POST', '/api/v1/platform/entities/platform/secret', secret);
});
afterAll(() => service.remove());

const deliver = (
  path: string,
  payload: string,
  headers: Record<string, string>,
  remoteAddress = '192.0.2.1',
) =>
  service.app.inject({
    method: 'POST',
    url: `/api/v1/live/hooks/${path}`,
    payload,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...headers },
  });

test.each(Object.entries(providers))(
  'a delivery of %s starts one run; altered, late or without a signature it starts none',
  async (name, { body, sign, isTimed }) => {
    const headers = sign(body, Date.now());
    const answer = await deliver(name, body, headers);
    expect(answer.statusCode).toBe(202);
    const { runId } = answer.json();
    const { output } = await service.controller.runs.wait(runId, 10_000);
    expect(toJsonText(output)).toBe(toJsonText(parseJsonText(body)));
    expect((await deliver(name, body, headers)).json()).toEqual({ runId, repeated: true });
    expectProblem(await deliver(name, body.replace(/\d/, '7 '), headers), 401, 'signature_invalid');
    expectProblem(await deliver(name, body, {}), 401, 'signature_invalid');
    if (isTimed)
      expectProblem(await deliver(name, body, sign(body, Date.now() - 400_000)), 401, 'signature_invalid');
    const runs = await service.call('GET', '/api/v1/live/runs?flow=echo&limit=200&fields=input,output');
    const ofTrigger = runs
      .json()
      .items.filter((run: { principal: string }) => run.principal.endsWith(`/${name}`));
    expect(ofTrigger).toHaveLength(1);
  },
);

test('a flood from one address is refused, and the deliveries of others start runs', async () => {
  const { body, sign } = providers['linear'] as Provider;
  const codes: number[] = [];
  for (let sent = 0; sent < 100; sent++)
    codes.push((await deliver('linear', body, sign('x', 0), '198.51.100.9')).statusCode);
  expect(codes.filter((code) => code === 401)).toHaveLength(60);
  expect(codes.filter((code) => code === 429)).toHaveLength(40);
  const other = body.replace('ENG-79', 'ENG-80');
  const headers = { ...sign(other, 0), 'linear-delivery': 'another' };
  expect((await deliver('linear', other, headers, '203.0.113.5')).json()).toMatchObject({ repeated: false });
});

/** The runs that a trigger has started. */
async function countRuns(trigger: string): Promise<number> {
  const runs = await service.call('GET', '/api/v1/live/runs?flow=echo&limit=200&fields=input,output');
  const { items } = runs.json() as { items: { principal: string }[] };
  return items.filter(({ principal }) => principal.endsWith(`/${trigger}`)).length;
}

test.each([
  [
    'slack',
    '{"type":"url_verification","token":"t","challenge":"3eZbrw1aBm2rZgRNFdxV2595"}',
    {},
    '3eZbrw1aBm2rZgRNFdxV2595',
  ],
  ['github', '{"zen":"Keep it logically awesome.","hook_id":1}', { 'x-github-event': 'ping' }, 'pong'],
])('the check of an address by %s is answered, and starts nothing', async (name, body, more, answer) => {
  const before = await countRuns(name);
  const { sign } = providers[name] as Provider;
  const {
    statusCode,
    headers,
    body: text,
  } = await deliver(name, body, { ...sign(body, Date.now()), ...more });
  expect([statusCode, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', answer]);
  expectProblem(await deliver(name, body, more), 401, 'signature_invalid');
  expect(await countRuns(name)).toBe(before);
});

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

test('a delivery with the password of HTTP Basic starts a run, which does not see the password', async () => {
  const body = '{"id":"d3","eventType":"workitem.created"}';
  const { runId } = (await deliver('azure', body, basic(`svc:${key}`))).json();
  const run = await service.controller.runs.wait(runId, 10_000);
  expect(run.status).toBe('completed');
  expect(
    JSON.stringify(await service.call('GET', `/api/v1/live/runs/${runId}`).then((answer) => answer.json())),
  ).not.toContain(Buffer.from(`svc:${key}`).toString('base64'));
  for (const text of [`svc:${key}x`, 'svc:', key, ':'])
    expectProblem(await deliver('azure', body, basic(text)), 401, 'signature_invalid');
  expectProblem(await deliver('azure', body, {}), 401, 'signature_invalid');
});

test('a delivery with the shared value in its header starts a run, which does not see the value', async () => {
  const { runId } = (await deliver('shared', '{"id":"s1"}', { 'x-token': key })).json();
  expect((await service.controller.runs.wait(runId, 10_000)).status).toBe('completed');
  const run = await service.call('GET', `/api/v1/live/runs/${runId}`);
  expect(JSON.stringify(run.json())).not.toContain(key);
  for (const headers of [{ 'x-token': `${key}x` }, { 'x-token': '' }, {}])
    expectProblem(await deliver('shared', '{"id":"s2"}', headers as never), 401, 'signature_invalid');
});

describe('a check of the address by GET', () => {
  const check = (path: string, query: Record<string, string>) =>
    service.app.inject({ method: 'GET', url: `/api/v1/live/hooks/${path}`, query });
  const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '<1158201444>' };

  test('is answered as the trigger says, and starts nothing', async () => {
    const before = await countRuns('checked');
    const answer = await check('checked', { ...asked, 'hub.verify_token': key });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '<1158201444>',
    ]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const strava = await check('strava', asked);
    expect([strava.statusCode, strava.json()]).toEqual([200, { 'hub.challenge': '<1158201444>' }]);
    expect(await countRuns('checked')).toBe(before);
  });

  test('with another value, or without one, is refused', async () => {
    for (const token of [`${key}x`, ''])
      expectProblem(
        await check('checked', { ...asked, 'hub.verify_token': token }),
        401,
        'signature_invalid',
      );
    expectProblem(await check('checked', asked), 401, 'signature_invalid');
    const twice = `hub.mode=subscribe&hub.verify_token=${key}&hub.verify_token=${key}`;
    const answer = await service.app.inject(`/api/v1/live/hooks/checked?${twice}`);
    expectProblem(answer, 401, 'signature_invalid');
  });

  test('of a webhook that answers none is not found', async () => {
    expectProblem(await check('github', asked), 404, 'webhook_not_found');
    expectProblem(await check('nothing', asked), 404, 'webhook_not_found');
  });
});

test('a compressed delivery is refused as such', async () => {
  const { body, sign } = providers['github'] as Provider;
  const headers = { ...sign(body, 0), 'content-encoding': 'gzip' };
  expectProblem(await deliver('github', body, headers), 415, 'unsupported_media_type');
});
