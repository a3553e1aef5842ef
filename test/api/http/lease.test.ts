import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useLease } from '../../../api/http/lease.js';
import { sendProblem, toProblem } from '../../../api/http/problem-answers.js';

/** An app of one node; its lease is valid until the test takes it. */
async function open() {
  const waiting: (() => void)[] = [];
  const lease = {
    isValid: true,
    whenValid: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
  const app = Fastify();
  app.setErrorHandler((error, request, reply) =>
    sendProblem(toProblem(error, request), request, reply, {
      baseUrl: undefined,
      maskJsonText: (text) => text,
    }),
  );
  useLease(app, lease);
  app.get('/readyz', () => 'not ready');
  app.get('/entities', () => 'entities');
  onTestFinished(() => app.close());
  await app.ready();
  const renew = () => {
    lease.isValid = true;
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { app, lease, renew, waiting };
}

test('a node that holds its lease answers', async () => {
  const { app } = await open();
  const { statusCode, body } = await app.inject('/entities');
  expect([statusCode, body]).toEqual([200, 'entities']);
});

test('a node whose lease has ended answers nothing from its memory', async () => {
  const { app, lease, waiting } = await open();
  lease.isValid = false;
  const answers = await Promise.all([app.inject('/entities'), app.inject('/entities')]);
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ code: 'standby' });
  }
  expect(waiting).toHaveLength(1);
});

test('a probe is answered without a lease', async () => {
  const { app, lease } = await open();
  lease.isValid = false;
  const { statusCode } = await app.inject('/readyz');
  expect(statusCode).toBe(200);
});

test('a request that came before the renewal is answered after it', async () => {
  const { app, lease, renew, waiting } = await open();
  lease.isValid = false;
  const answer = app.inject('/entities');
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  renew();
  const { statusCode, body } = await answer;
  expect([statusCode, body]).toEqual([200, 'entities']);
});
