import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { temporaryFolder, WorkTree } from '../../../controller/git/git-fixture.js';
import { eventually } from '../../../eventually.js';
import { platform, RealService } from '../../identity/real-service.js';
import { GitService, greet } from '../entities/writes/git-service.js';

const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;
const faulty = `${document('charge-card')}do:
  - fail: { raise: { error: { type: https://example.com/declined, status: 402, title: The card was declined } } }
`;
const parent = `${document('checkout')}do:
  - charge: { run: { workflow: { namespace: test, name: charge-card, version: '1.0.0' } } }
`;
const leaking = `${document('leaking')}use: { secrets: [shop] }
do:
  - fail:
      raise:
        error: { type: https://example.com/x, status: 500, title: Refused, detail: '\${ "The key \\($secrets.shop.key) is old" }' }
`;

interface Received {
  path: string;
  headers: Record<string, unknown>;
  body: JsonObject & { text: string; link: string; cause: string; count: number; title: string };
}

/** The shortest window. */
const told = { SVC_Notify__Window: '1' };

/** A chat, or another receiver of messages. */
async function receive(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = await TestServer.start(({ url = '', headers }, response, body) => {
    received.push({ path: url, headers, body: JSON.parse(body) });
    json(response, { ok: true });
  });
  onTestFinished(() => server.stop());
  return { url: server.url, received };
}

async function serve(files: Record<string, string>, env: Record<string, string>): Promise<RealService> {
  const flows = { 'flows/charge-card.yaml': faulty, 'flows/checkout.yaml': parent };
  const service = await RealService.start({ ...flows, ...files }, env);
  onTestFinished(() => service.remove());
  return service;
}

const start = (service: RealService, flow: string) =>
  service.call('POST', `/api/v1/live/flows/${flow}/runs`, {});

async function notifyCheck(service: Pick<RealService, 'call'>) {
  const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
  return checks.find(({ name }: { name: string }) => name === 'notify');
}

test('a faulted run is told with its reason and its link; a child run is not told apart from its parent', async () => {
  const { url, received } = await receive();
  const service = await serve(
    {},
    {
      ...told,
      SVC_Notify__Webhook__Url: `${url}/hook`,
      SVC_Notify__Webhook__Secret: 'signed-with-this',
      SVC_Server__BaseUrl: 'https://svc.example.com',
      SVC_Server__Name: 'Larkspur Tea',
    },
  );
  const run = (await start(service, 'checkout')).json();
  expect(run.status).toBe('faulted');
  const [message] = await eventually(() => received.length > 0 && received);
  expect(message).toMatchObject({
    path: '/hook',
    headers: { 'webhook-signature': expect.stringMatching(/^v1,/) },
    body: { cause: 'faulted', count: 1, link: `https://svc.example.com/api/v1/live/runs/${run.id}` },
  });
  expect(message?.body.title).toMatch(/^Larkspur Tea: 1 run failed at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  expect(message?.body.text).toContain(`- checkout: The card was declined ${message?.body.link}`);
  // The receiver has the message before svc has its answer.
  const check = await eventually(async () => {
    const notify = await notifyCheck(service);
    return notify.detail.includes('sent at') && notify;
  });
  expect(check).toMatchObject({ status: 'ok' });
});

test('secrets in a reason are masked', async () => {
  const { url, received } = await receive();
  const service = await serve({ 'flows/leaking.yaml': leaking }, { ...told, SVC_Notify__Webhook__Url: url });
  const secret = { path: 'shop', value: { key: 'the-s3cret-key' } };
  expect((await service.call('POST', `${platform}/entities/platform/secret`, secret)).statusCode).toBe(201);
  expect((await start(service, 'leaking')).json().status).toBe('faulted');
  const [message] = await eventually(() => received.length > 0 && received);
  expect(message?.body.text).toContain('The key *** is old');
  expect(JSON.stringify(received)).not.toContain('s3cret');
});

test('a connection carries messages with the arguments that the settings write', async () => {
  const { url, received } = await receive();
  const chat = `kind: connection\nname: chat\nconnector: http\nconfig: { baseUrl: '${url}' }\n`;
  const service = await serve(
    {
      'connections/chat.yaml': chat,
      'svc.yaml': `Notify:
  Connection:
    Name: chat
    Action: post
    With: { path: /messages, body: { channel: '#ops', text: '\${ .text }', n: '\${ .count + 1 }' } }
  On: [faulted]
`,
    },
    told,
  );
  await start(service, 'charge-card');
  const [message] = await eventually(() => received.length > 0 && received);
  expect(message).toMatchObject({ path: '/messages', body: { channel: '#ops', n: 2 } });
  expect(message?.body.text).toContain('charge-card: The card was declined');
});

test('mails go over a connection of smtp, with the title as their subject', async () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 0,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      mails.push(await readAll(stream));
      done(null);
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const config = `{ host: 127.0.0.1, port: ${port}, ssl: disable, from: svc@example.com }`;
  const mail = `kind: connection\nname: mail\nconnector: smtp\nconfig: ${config}\n`;
  const settings = 'Notify: { Mail: { Connection: mail, To: [ops@example.com] } }\n';
  const service = await serve({ 'connections/mail.yaml': mail, 'svc.yaml': settings }, told);
  await start(service, 'charge-card');
  const [message] = await eventually(() => mails.length > 0 && mails);
  expect(message).toMatch(/^To: ops@example\.com/m);
  expect(message).toMatch(/^Subject: svc: 1 run failed at/m);
  expect(message?.replaceAll('=\r\n', '')).toContain('- charge-card: The card was declined http');
});

test('without the setting no message is sent, and nothing is checked', async () => {
  const service = await serve({}, {});
  await start(service, 'charge-card');
  expect(await notifyCheck(service)).toBeUndefined();
});

test('a connection that is not there is a warning that names it, until a commit brings it', async () => {
  const { url, received } = await receive();
  const git = await GitService.start(
    { 'flows/charge-card.yaml': faulty },
    {
      SVC_Notify__Connection__Name: 'chat',
      SVC_Notify__Connection__Action: 'post',
      SVC_Notify__Window: '1',
      SVC_Notify__Connection__With: '{ "path": "/messages", "body": "${ . }" }',
    },
  );
  expect(await notifyCheck(git)).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('There is no connection `chat`'),
  });
  await git.call('POST', '/api/v1/main/flows/charge-card/runs', {});
  const failed = await eventually(async () => {
    const check = await notifyCheck(git);
    return check.detail.includes('1 failure is not told yet') && check;
  });
  expect(failed.status).toBe('warn');
  const chat = { kind: 'connection', name: 'chat', connector: 'http', config: { baseUrl: url } };
  await git.call('POST', '/api/v1/main/entities/platform/connection', chat);
  await git.call('POST', '/api/v1/main/flows/charge-card/runs', {});
  await eventually(() => received.length > 0);
  expect(received[0]?.body).toMatchObject({ cause: 'faulted', count: 2 });
});

test('an action that the connection does not have is a warning with its actions', async () => {
  const chat = `kind: connection\nname: chat\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:1' }\n`;
  const service = await serve(
    { 'connections/chat.yaml': chat },
    { SVC_Notify__Connection__Name: 'chat', SVC_Notify__Connection__Action: 'send' },
  );
  expect(await notifyCheck(service)).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('has no action `send`'),
    hint: expect.stringContaining('post'),
  });
});

test('entities that a commit breaks are told once, also across a restart, and only on branches that people are told of', async () => {
  const { url, received } = await receive();
  const env = { SVC_Notify__Webhook__Url: url, SVC_Notify__Window: '1' };
  const git = await GitService.start({ 'flows/charge-card.yaml': faulty }, env);
  await git.call('POST', `${platform}/branches`, { name: 'feature', from: 'main' });
  await push(git, 'feature', { 'flows/greet.yaml': greet });
  await push(git, 'main', { 'flows/greet.yaml': greet });
  const [message] = await eventually(() => received.length > 0 && received);
  expect(message?.body).toMatchObject({ cause: 'notReady', count: 1 });
  expect(message?.body.text).toContain('- flow greet: ');
  expect(message?.body.text).toContain('crm');
  await git.service.stop();
  const again = await GitService.open(git.folder, env);
  await again.call('POST', '/api/v1/main/flows/charge-card/runs', {});
  await eventually(() => received.length > 1);
  expect(received.map(({ body }) => body.cause)).toEqual(['notReady', 'faulted']);
});

/** Pushes files to the tip of a branch, and has the service look at it. */
async function push(git: GitService, branch: string, files: Record<string, string>): Promise<void> {
  const clone = temporaryFolder();
  git.git('clone', '--quiet', '--branch', branch, git.gitDir, clone);
  const tree = new WorkTree(clone);
  tree.commit(files);
  tree.git('push', '--quiet', 'origin', branch);
  await git.call('POST', `/api/v1/${branch}/cicd/sync`);
}

test('a held commit is told with its reason', async () => {
  const { url, received } = await receive();
  const env = { SVC_Notify__Webhook__Url: url, SVC_Notify__Window: '1', SVC_Git__ApplyPolicy: 'commit' };
  const git = await GitService.start({ 'flows/charge-card.yaml': faulty }, env);
  await push(git, 'main', { 'flows/greet.yaml': greet });
  const [message] = await eventually(() => received.length > 0 && received);
  expect(message?.body).toMatchObject({ cause: 'held', count: 1 });
  expect(message?.body.text).toMatch(/- commit [0-9a-f]{12} on branch main: /);
});

test.each([
  ['${ .text', 'Notify.Connection.With.text'],
  ['${ .text | nope }', 'Notify.Connection.With.text'],
  ['Failed: ${ .text }', 'text around its expression'],
])('the argument %s is refused at the start', async (text, message) => {
  const env = { SVC_Notify__Connection__Name: 'chat', SVC_Notify__Connection__Action: 'post' };
  await expect(serve({}, { ...env, SVC_Notify__Connection__With: JSON.stringify({ text }) })).rejects.toThrow(
    message,
  );
});
