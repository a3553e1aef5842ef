import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { eventually } from '../../../eventually.js';
import { platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

let service: RealService;
let receiver: TestServer;
let received: { body: string; key: unknown }[] = [];
let viewer = '';

beforeAll(async () => {
  receiver = await TestServer.start(({ headers }, response, body) => {
    received.push({ body, key: headers['idempotency-key'] });
    json(response, {});
  });
  service = await RealService.start({}, { SVC_Support__Url: `${receiver.url}/tickets` });
  viewer = await service.key('reader', 'viewer');
});
afterAll(async () => {
  await service.remove();
  await receiver.stop();
});

test('a request for support is stored, and forwarded once with its id as idempotency key', async () => {
  received = [];
  const body = { kind: 'support', subject: 'Help', body: 'It is stuck', includeDiagnostics: true };
  const made = await service.call('POST', `${platform}/support`, body, { 'x-api-key': viewer });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json();
  expect(made.json()).toMatchObject({ kind: 'support', subject: 'Help', principal: 'api-key:reader' });
  await eventually(() => received.length > 0);
  expect(received).toHaveLength(1);
  expect(received[0]?.key).toBe(id);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    subject: 'Help',
    diagnostics: { checks: expect.arrayContaining([expect.objectContaining({ name: 'database' })]) },
  });
  const read = await eventually(async () => {
    const found = (await service.call('GET', `${platform}/support/${id}`)).json();
    return found.status === 'forwarded' && found;
  });
  expect(read.forwardedAt).toEqual(expect.any(String));
});

test('requests are read by administrators only', async () => {
  expectProblem(
    await service.call('GET', `${platform}/support`, undefined, { 'x-api-key': viewer }),
    403,
    'forbidden',
  );
  const { items } = (await service.call('GET', `${platform}/support`)).json();
  expect(items[0]).toMatchObject({ subject: 'Help' });
  expectProblem(await service.call('GET', `${platform}/support/none`), 404, 'ticket_not_found');
});

test.each([
  [{ kind: 'praise', subject: 'Hi', body: 'x' }, '/kind'],
  [{ kind: 'feature', subject: '', body: 'x' }, '/subject'],
  [{ kind: 'feature', subject: 'Hi' }, 'body'],
])('a request that is not complete is refused with the place (%j)', async (body, pointer) => {
  const problem = expectProblem(await service.call('POST', `${platform}/support`, body), 422, 'body_invalid');
  const [error] = problem.errors as { pointer: string; message: string }[];
  expect(`${error?.pointer} ${error?.message}`).toContain(pointer);
});
