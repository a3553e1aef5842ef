import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { platform, RealService } from '../identity/real-service.js';

const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>';
const quoted = JSON.stringify(hostile);

const files = {
  'flows/ask.yaml': `document: { dsl: '1.0.3', namespace: test, name: ask, version: 1.0.0 }
do:
  - approve:
      call: human-task@default
      with:
        title: ${quoted}
        description: ${quoted}
        assignees: [ada]
        notify:
          call: http
          with: { method: post, endpoint: 'http://127.0.0.1:PORT/chat', body: { text: '\${ "Answer: \\(.link)" }' } }
        form:
          type: object
          required: [amount, approved]
          properties:
            amount: { type: number, title: ${quoted}, minimum: 1 }
            approved: { type: boolean }
            size: { enum: [small, large, 3, ${quoted}] }
            note: { type: string, maxLength: 1000, description: ${quoted} }
            parts: { type: array, items: { type: string } }
            __proto__x: { type: string, default: ${quoted} }
            lines: { type: string, default: "one\\ntwo" }
`,
};

let service: RealService;
/** Requests of the chat and the webhook, by path. */
const received: Record<string, { body: string; headers: Record<string, unknown> }[]> = {
  '/chat': [],
  '/hook': [],
};
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    received[request.url ?? '']?.push({ body, headers: request.headers });
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ echo: body }));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const flow = files['flows/ask.yaml'].replace('PORT', String(port));
  service = await RealService.start(
    { 'flows/ask.yaml': flow },
    {
      SVC_Events__Webhooks: JSON.stringify([
        {
          Url: `http://127.0.0.1:${port}/hook`,
          Secret: 'a-secret-of-the-webhook',
          Types: ['dev.svc.humantask.*'],
        },
      ]),
      SVC_Flows__AllowPrivateNetworks: 'true',
      SVC_Server__BaseUrl: 'https://svc.example.com',
    },
  );
  await service.user('ada', 'viewer');
});
afterAll(async () => {
  await service.remove();
  await new Promise((resolve) => receiver.close(resolve));
});

interface Asked {
  run: string;
  id: string;
  /** The address that the notification had. */
  link: string;
  /** Its path. */
  path: string;
}

async function asked(): Promise<Asked> {
  const before = received['/chat']?.length ?? 0;
  const { id: run } = (
    await service.call('POST', '/api/v1/live/flows/ask/runs', {}, { prefer: 'respond-async' })
  ).json();
  const { body } = await eventually(() => received['/chat']?.[before] ?? false);
  const link = String(JSON.parse(body).text).replace('Answer: ', '');
  const id = await eventually(async () => {
    const { items } = (await service.call('GET', `${platform}/human-tasks?mine=false`)).json();
    return (items as { id: string; run: string }[]).find((task) => task.run === run)?.id;
  });
  return { run, id, link, path: new URL(link).pathname };
}

const get = (path: string, address = '127.0.0.1') => service.anonymous('GET', path, undefined, address);
const postPlain = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
/** Sends the fields together with the hidden one, as the page does. */
const post = async (path: string, fields: Record<string, string>) => {
  const { body } = await get(path);
  const [, name = '', value = ''] = /<input type="hidden" name="(\w+)" value="([^"]*)">/.exec(body) ?? [];
  return postPlain(path, { ...fields, ...(name === '' ? {} : { [name]: value }) });
};
const good = { v0: '5', v1: 'on', v2: '1', v3: 'two\r\nlines', v4: '["a"]', v5: 'x' };

test('the page names the task and the person, runs no script of others, and is not kept', async () => {
  const { path, link } = await asked();
  expect(link).toMatch(/^https:\/\/svc\.example\.com\/api\/v1\/platform\/human-task-links\/svch_/);
  const answer = await get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  // At most the one that tells times, by its hash.
  expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|script-src (?!'sha256-)/);
  const { body } = answer;
  for (const fact of ['ada', 'ask']) expect(body).toContain(`<dd>${fact}</dd>`);
  expect(body).toContain('Branch live.');
  expect(body).not.toMatch(/user:ada|<dt>Environment/);
  expect(body).not.toContain('This is not production');
  expect(body.match(/<script/gi)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(body).not.toMatch(/<script>alert|<img|onerror=alert\(2\)>/i);
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const control of [
    '>Approve</button>',
    '>Decline</button>',
    '<select',
    '<textarea',
    'inputmode="decimal"',
  ])
    expect(body).toContain(control);
});

test('reading the page changes nothing; wrong values are shown with what was entered; the first post counts', async () => {
  const { path, run } = await asked();
  for (let round = 0; round < 3; round++) expect((await get(path)).statusCode).toBe(200);
  expect((await service.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
  const wrong = await post(path, { ...good, v0: '0', v3: '<b>kept</b>', v4: 'no json' });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('must be JSON');
  expect(wrong.body).toContain('&lt;b&gt;kept&lt;/b&gt;');
  const deep = await post(path, { ...good, v4: `${'['.repeat(50_000)}${']'.repeat(50_000)}` });
  expect(deep.statusCode).toBe(422);
  expect(deep.body).toContain('must not nest deeper than 500 levels');
  const small = await post(path, { ...good, v0: '0', v1: '' });
  expect(small.statusCode).toBe(422);
  expect(small.body).toContain('value="0"');
  expect(small.body).toMatch(/class="fault" id="v0-fault"/);
  for (const v0 of ['1,000', '0x5']) {
    const unclear = await post(path, { ...good, v0 });
    expect(unclear.statusCode).toBe(422);
    expect(unclear.body).toContain('must be a number');
  }
  const missing = await post(path, { v1: 'on' });
  expect(missing.statusCode).toBe(422);
  const { v1: _, ...unanswered } = good;
  const silent = await post(path, unanswered);
  expect([silent.statusCode, silent.body]).toEqual([
    422,
    expect.stringContaining('needs one of the two answers'),
  ]);
  const done = await post(path, good);
  expect(done.statusCode).toBe(200);
  expect(done.body).toContain('is completed');
  const { output } = await service.controller.runs.wait(run, 10_000);
  expect(output).toMatchObject({
    completedBy: 'user:ada',
    values: { amount: 5, approved: true, size: 'large', note: 'two\nlines', parts: ['a'], __proto__x: 'x' },
  });
  const again = await post(path, good);
  expect(again.statusCode).toBe(409);
  expect(again.body).toContain('was completed by ada, now, on ');
  const ended = await get(path);
  expect(ended.statusCode).toBe(410);
  expect(ended.body).toContain('was completed by ada, now, on ');
  expect(ended.body).not.toContain('<form');
  const accept = 'text/html;q=0.5, application/json';
  for (const answer of [
    await service.app.inject({ url: path, headers: { accept } }),
    await postPlain(path, good, { accept: 'application/problem+json' }),
  ]) {
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([409, 'application/problem+json']);
    expect(answer.json()).toMatchObject({ code: 'human_task_ended' });
  }
});

test('a link that a former version sent leads to the same page', async () => {
  const { path } = await asked();
  const former = path.replace('/human-task-links/', '/human-tasks/link/');
  expect((await get(former)).body).toBe((await get(path)).body);
  expect((await get(former)).body).toContain('<form');
});

test('a request that is not the form of the page completes nothing: the absence of a check box is no answer', async () => {
  const { path, id, run } = await asked();
  const other = await asked();
  const isOpen = async () =>
    expect((await service.controller.humanTasks.get(id)).status, 'the task stays open').toBe('open');
  for (const fields of [{}, good, { v0: '5' }, { ...good, task: other.id }, { ...good, task: '' }]) {
    const answer = await postPlain(path, fields);
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toMatch(/html/);
    expect(answer.body).toContain('not the form of this page, so nothing was completed');
    await isOpen();
  }
  const bare = await service.app.inject({ method: 'POST', url: path });
  expect(bare.statusCode).toBe(422);
  for (const [fields, headers] of [
    [{}, { accept: 'application/json' }],
    [good, { accept: 'application/problem+json' }],
  ] as const) {
    const refused = await postPlain(path, fields, headers);
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([422, 'application/problem+json']);
    expect(refused.json()).toMatchObject({ code: 'human_task_values_invalid' });
  }
  const complete = `${platform}/human-tasks/${id}/complete`;
  for (const body of [undefined, {}, { values: null }, []]) {
    expect((await service.call('POST', complete, body as never)).statusCode).toBeGreaterThanOrEqual(400);
    await isOpen();
  }
  await isOpen();
  expect((await post(path, good)).statusCode).toBe(200);
  await service.controller.runs.wait(run, 10_000);
});

test('a link that was changed, made up, or belongs to a person who left is refused with a plain page', async () => {
  const { path, id } = await asked();
  const token = path.split('/').at(-1) ?? '';
  const [content = '', signature = ''] = token.slice('svch_'.length).split('.');
  const other = Buffer.from(JSON.stringify([id, 'user:boss'])).toString('base64url');
  for (const changed of [
    `svch_${other}.${signature}`,
    `svch_${content}.${signature.slice(1)}x`,
    'svch_',
    `${token}.x`,
    'x',
  ]) {
    const answer = await get(path.replace(token, encodeURIComponent(changed)));
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-type']).toMatch(/html/);
    expect(answer.body).toContain('This link is not valid');
    expect(answer.body).not.toContain('alert(1)');
  }
  const users = `${platform}/users/ada`;
  await service.call('PATCH', users, { disabled: true });
  expect((await get(path)).statusCode).toBe(403);
  expect((await post(path, good)).statusCode).toBe(403);
  await service.call('PATCH', users, { disabled: false });
  await service.call('PATCH', users, { actor: 'agent' });
  expect((await get(path)).statusCode).toBe(403);
  await service.call('PATCH', users, { actor: 'person' });
  expect((await get(path)).statusCode).toBe(200);
});

test('a body that is no form is refused with a plain page, and no error is logged', async () => {
  const { path } = await asked();
  const before = service.logged.length;
  const send = (type: string, payload: string) =>
    service.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
  const form = 'application/x-www-form-urlencoded';
  const answers = [
    await send('text/plain', 'x'),
    await send('application/json', '{}'),
    await send(form, `v0=${'5'.repeat(5_000_000)}`),
    await send(form, 'v0=1&v0=2'),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([415, 415, 413, 400]);
  for (const { headers, body } of answers) {
    expect(headers['content-type']).toMatch(/html/);
    expect(body).toContain('The request was refused');
  }
  const lines = service.logged.slice(before).map((line) => JSON.parse(line) as { level: number });
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});

test('the page shows a claim, keeps the lines of a default, and no form once the task has ended', async () => {
  const { path, run, id } = await asked();
  expect((await get(path)).body).toMatch(/<textarea[^>]*>\none\ntwo<\/textarea>/);
  await service.controller.humanTasks.claim(id, { principal: 'user:grace', overrides: true });
  expect((await get(path)).body).toContain('grace has claimed this task');
  await service.call('POST', `/api/v1/live/runs/${run}/cancel`);
  const late = await post(path, { ...good, v0: 'no number' });
  expect(late.statusCode).toBe(409);
  expect(late.body).not.toContain('<form');
});

test('a link ends with its run', async () => {
  const { path, run } = await asked();
  await service.call('POST', `/api/v1/live/runs/${run}/cancel`);
  const ended = await get(path);
  expect(ended.statusCode).toBe(410);
  expect(ended.body).toContain('no longer needed');
});

test('the link is in the signed webhook and the notification, and nowhere else', async () => {
  const { path, run, id, link } = await asked();
  const opened = await eventually(
    () => received['/hook']?.find(({ body }) => body.includes(id) && body.includes('opened')) ?? false,
  );
  expect(JSON.parse(opened.body)).toMatchObject({
    type: 'dev.svc.humantask.opened.v1',
    data: { humanTask: id, run, flow: 'ask', branch: 'live', links: { 'user:ada': link } },
  });
  const { 'webhook-id': hook, 'webhook-timestamp': at, 'webhook-signature': signature } = opened.headers;
  const mac = createHmac('sha256', 'a-secret-of-the-webhook')
    .update(`${hook}.${at}.${opened.body}`)
    .digest('base64');
  expect(signature).toBe(`v1,${mac}`);
  expect((await post(path, good)).statusCode).toBe(200);
  await service.controller.runs.wait(run, 10_000);
  const completed = await eventually(
    () => received['/hook']?.find(({ body }) => body.includes(id) && body.includes('completed')) ?? false,
  );
  expect(JSON.parse(completed.body).data).toMatchObject({ completedBy: 'user:ada' });
  expect(completed.body).not.toContain('svch_');
  const answers = await Promise.all(
    [
      `/api/v1/live/runs/${run}`,
      `/api/v1/live/runs/${run}/tasks`,
      `/api/v1/live/runs/${run}/logs`,
      `${platform}/human-tasks/${id}`,
      `${platform}/human-tasks?mine=false&status=completed`,
      `${platform}/audit`,
      `${platform}/logs`,
    ].map((each) => service.call('GET', each)),
  );
  for (const { body, statusCode } of answers) {
    expect(statusCode).toBe(200);
    expect(body).not.toContain('svch_');
  }
  expect(service.logged.join('\n')).not.toContain('svch_');
  const audited = (await service.call('GET', `${platform}/audit?target=human-task/${id}`)).json().items;
  expect(audited).toMatchObject([
    {
      action: 'complete-human-task',
      principal: 'user:ada',
      via: 'link',
      outcome: 'ok',
      detail: expect.objectContaining({ sentBy: 'http' }),
    },
  ]);
  const task = await service.call('GET', `${platform}/human-tasks/${id}`);
  expect(task.json()).toMatchObject({ completedBy: 'user:ada', sentBy: 'http' });
});

test('requests of one address are limited, also for links', async () => {
  const { path } = await asked();
  let status = 200;
  for (let count = 0; count < 700 && status !== 429; count++)
    status = (await get(path, '203.0.113.9')).statusCode;
  expect(status).toBe(429);
  const refused = await get(path, '203.0.113.9');
  expect(refused.headers['content-type']).toMatch(/html/);
  expect((await get(path, '203.0.113.10')).statusCode).toBe(200);
});
