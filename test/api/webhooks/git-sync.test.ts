import { describe, expect, it } from 'vitest';
import type { WebhookDelivery } from '../../../controller/git/forges/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { expectProblem, startApp, type TestApp } from '../start-app.js';

const url = '/api/v1/platform/git/sync';
const json = { 'content-type': 'application/json' };

describe('POST /platform/git/sync', () => {
  it('needs no credential, and passes on the bytes as they were sent', async () => {
    const { deliver, deliveries } = await startReceiving();
    const payload = '{ "a" :  1.0,\r\n "__proto__": {} }';
    const answer = await deliver(payload, { ...json, 'x-github-event': 'push' });
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({
      status: 202,
      body: { syncId: 'sync-1' },
    });
    expect(Buffer.from(deliveries[0]?.body ?? []).toString()).toBe(payload);
    expect(deliveries[0]?.headers['x-github-event']).toBe('push');
  });

  it('accepts a body that is no JSON unchanged, since its signature decides', async () => {
    const { deliver, deliveries } = await startReceiving();
    expect((await deliver('{', json)).statusCode).toBe(202);
    expect((await deliver('', {})).statusCode).toBe(202);
    expect(deliveries.map(({ body }) => body.byteLength)).toEqual([1, 0]);
  });

  it('answers a wrong signature with 401 and a hint', async () => {
    const { deliver, controller } = await startReceiving();
    Object.assign(controller.webhooks, {
      receive: async () => {
        throw new Problem('signature_invalid', 'The signature (github) does not fit the delivery');
      },
    });
    const answer = await deliver('{}', json);
    expectProblem(answer, 401, 'signature_invalid');
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  it('takes forms, as GitHub can send them, and no other media type', async () => {
    const { deliver, deliveries } = await startReceiving();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await deliver('payload=%7B%7D', form)).statusCode).toBe(202);
    expect(Buffer.from(deliveries[0]?.body ?? []).toString()).toBe('payload=%7B%7D');
    const { hints } = expectProblem(
      await deliver('<a/>', { 'content-type': 'text/xml' }),
      415,
      'unsupported_media_type',
    );
    expect(hints[0].text).toContain('application/json');
  });

  it('accepts deliveries of several megabytes, and refuses larger ones', async () => {
    const { deliver } = await startReceiving();
    expect((await deliver(' '.repeat(4_000_000), json)).statusCode).toBe(202);
    expectProblem(await deliver(' '.repeat(6_000_000), json), 413, 'body_too_large');
  });

  it('is documented, with its signatures, for callers without a credential', async () => {
    const { app } = await startReceiving();
    const document = (await app.inject('/api/v1/openapi.json')).json();
    const { security, parameters, responses } = document.paths[url].post;
    expect(security).toEqual([]);
    expect(parameters.map(({ name }: { name: string }) => name)).toContain('x-hub-signature-256');
    expect(Object.keys(responses)).toEqual(['202', '400', '401', '413', '415', '429', '4XX', '5XX']);
    expect(responses['401'].description).toContain('signature_invalid');
  });

  it('refuses other methods', async () => {
    const { app } = await startReceiving();
    const answer = await app.inject({ method: 'GET', url });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).toBe('POST');
  });

  it('refuses an address that delivers too often, with the time to wait', async () => {
    const { deliver, controller } = await startReceiving();
    const limit = controller.settings.Limits.RequestsPerMinute;
    for (let turn = 0; turn < limit; turn++) await deliver('{}', json);
    const answer = await deliver('{}', json);
    expectProblem(answer, 429, 'rate_limited');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

async function startReceiving() {
  const started: TestApp = await startApp();
  const deliveries: WebhookDelivery[] = [];
  Object.assign(started.controller.webhooks, {
    receive: async (delivery: WebhookDelivery) => {
      deliveries.push(delivery);
      return { syncId: 'sync-1' };
    },
  });
  const deliver = (payload: string, headers: Record<string, string>) =>
    started.app.inject({ method: 'POST', url, payload, headers });
  return { ...started, deliveries, deliver };
}
