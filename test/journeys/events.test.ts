import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually as until } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

const secret = `whsec_${Buffer.from('the-secret-of-the-receiver').toString('base64')}`;
const platform = '/api/v1/platform';

interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

let service: ServiceProcess;
let receiver: Server;
let received: Received[];
let isAway: boolean;

beforeEach(async () => {
  received = [];
  isAway = false;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.statusCode = isAway ? 503 : 204;
      const { url: path = '', headers } = request;
      if (!isAway) {
        received.push({
          path,
          headers: headers as Received['headers'],
          body: Buffer.concat(chunks).toString(),
        });
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  service = new ServiceProcess();
  writeFileSync(
    service.file('svc.yaml'),
    `Git: { Enabled: false }
Support: { Url: "${base}/support" }
Events:
  Webhooks:
    - { Url: "${base}/runs", Secret: "${secret}" }
    - { Url: "${base}/keys", Secret: "${secret}", Types: [dev.svc.apikey.*] }
`,
  );
  mkdirSync(service.file('flows'));
  writeFileSync(service.file('flows', 'greet.yaml'), flow('greet', "set: { hello: 'world' }"));
  writeFileSync(
    service.file('flows', 'fail.yaml'),
    flow('fail', "raise: { error: { type: 'https://x.test/e', status: 400, title: No } }"),
  );
});

afterEach(async () => {
  await service.dispose();
  receiver.closeAllConnections();
  receiver.close();
});

function flow(name: string, task: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo: [{ only: { ${task} } }]\n`;
}

async function run(name: string): Promise<string> {
  const answer = await service.request(`/api/v1/live/flows/${name}/runs`, { method: 'POST', body: '{}' });
  return ((await answer.json()) as { id: string }).id;
}

const at = (path: string) => received.filter((message) => message.path === path);
const getEvents = (id: string) =>
  at('/runs')
    .map(({ body }) => JSON.parse(body))
    .filter(({ source }) => source.endsWith(id));

test('events of the time while the receiver was away arrive after kill -9, signed, once the receiver is back', async () => {
  await service.start();
  isAway = true;
  const id = await run('greet');
  const ticket = await service.request(`${platform}/support`, {
    method: 'POST',
    body: JSON.stringify({ kind: 'support', subject: 'Help', body: 'It is slow', includeDiagnostics: true }),
  });
  expect(ticket.status).toBe(201);
  expect(await ticket.json()).toMatchObject({
    status: 'waiting',
    diagnostics: { version: expect.any(String) },
  });
  await service.kill();
  isAway = false;
  await service.start();
  await until(() => getEvents(id).length >= 2 && at('/support').length > 0);
  expect(
    getEvents(id)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['io.serverlessworkflow.workflow.completed.v1', 'io.serverlessworkflow.workflow.started.v1']);
  for (const { body, headers } of at('/runs')) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      specversion: '1.0',
      id: headers['webhook-id'],
    });
  }
  const { id: ticketId } = JSON.parse(at('/support')[0]?.body ?? '{}');
  await until(async () => {
    const answer = await service.request(`${platform}/support/${ticketId}`);
    return ((await answer.json()) as { status: string }).status === 'forwarded';
  });
});

test('a listener gets events of runs, tasks and keys at once; a webhook gets only the events that it asked for', async () => {
  await service.start();
  const abort = new AbortController();
  const stream = await service.request(`${platform}/events?type=io.serverlessworkflow.*,dev.svc.*`, {
    signal: abort.signal,
  });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk);
  })().catch(() => {});
  await until(() => text.includes('retry'));
  const id = await run('fail');
  const key = (await (
    await service.request(`${platform}/api-keys`, {
      method: 'POST',
      body: JSON.stringify({ name: 'ci', role: 'viewer' }),
    })
  ).json()) as { id: string };
  await service.request(`${platform}/auth/api-keys/${key.id}/rotate`, { method: 'POST', body: '{}' });
  await until(() => text.includes('dev.svc.apikey.rotated.v1'));
  for (const what of ['workflow.started', 'task.started', 'task.faulted', 'workflow.faulted']) {
    expect(text).toContain(`event: io.serverlessworkflow.${what}.v1`);
  }
  expect(text).toContain(`fail-${id}.test`);
  await until(() => at('/keys').length === 1);
  abort.abort();
  await reading;
  expect(at('/keys').map(({ body }) => JSON.parse(body).type)).toEqual(['dev.svc.apikey.rotated.v1']);
  expect(JSON.stringify(at('/runs'))).not.toContain('task.faulted');
});

/** The id and data of each event that a listener gets, and a function that disconnects it. */
async function listen(lastId?: string) {
  const abort = new AbortController();
  const stream = await service.request(`${platform}/events`, {
    signal: abort.signal,
    headers: lastId === undefined ? {} : { 'last-event-id': lastId },
  });
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  await until(() => text.includes('retry'));
  const heard = () =>
    [...text.matchAll(/id: (\d+)\nevent: (.*)\ndata: (.*)\n\n/g)].map(([, id = '', event, data = '']) => ({
      id,
      event,
      data: JSON.parse(data),
    }));
  return {
    heard,
    async leave() {
      abort.abort();
      await reading;
    },
  };
}

test('a listener that reconnects after kill -9 gets every event once', async () => {
  await service.start();
  const first = await listen();
  const ids = [await run('greet'), await run('fail')];
  await until(() => first.heard().length >= 4);
  await first.leave();
  ids.push(await run('greet'));
  await service.kill();
  await service.start();
  ids.push(await run('greet'));
  // Continues after the second event, as after a lost connection.
  const [one, two, ...again] = first.heard();
  const second = await listen(two?.id);
  ids.push(await run('fail'));
  await until(() => second.heard().filter(({ event }) => event?.includes('workflow')).length >= 8);
  await second.leave();
  const events = [one, two, ...second.heard()].flatMap((told) => (told ? [told] : []));
  expect(second.heard().slice(0, again.length)).toEqual(again);
  expect(events.map(({ event }) => event)).not.toContain('missed');
  const numbers = events.map(({ id }) => Number(id));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  for (const id of ids) {
    const told = events.filter(({ data }) => data.source.endsWith(id)).map(({ event }) => event);
    expect(told).toEqual([
      'io.serverlessworkflow.workflow.started.v1',
      expect.stringMatching(/workflow\.(completed|faulted)\.v1$/),
    ]);
  }
  const stranger = await listen('999999999999999');
  await until(() => stranger.heard().length > 0);
  expect(stranger.heard()[0]).toMatchObject({ event: 'missed' });
  await stranger.leave();
  const bad = await service.request(`${platform}/events`, { headers: { 'last-event-id': '1; drop' } });
  expect(bad.status).toBe(400);
});
