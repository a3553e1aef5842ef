import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

const key = 'a shared key 7f3c';

const flow = (name: string, body: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: 1.0.0 }\n${body}`;
const trigger = (name: string, signature: string, more = '') => `kind: trigger
name: ${name}
flow: ${more.includes('respond') ? 'answer' : 'echo'}
webhook: { path: ${name}, signature: ${signature}${more} }
`;
const signed = (scheme: string, more = '') => `{ scheme: ${scheme}, secret: shop/hook, key: secret${more} }`;

const files = {
  'echo.yaml': flow('echo', "do: [{ keep: { set: { seen: '${ . }' } } }]\n"),
  'answer.yaml': flow(
    'answer',
    'do: [{ reply: { set: { status: 201, headers: { x-made: "1" }, body: \'${ { got: .body.id } }\' } } }]\n',
  ),
  'answer-fails.yaml': flow(
    'answer-fails',
    'do: [{ no: { raise: { error: { type: "https://x.test/e", status: 400, title: "canary", detail: "canary" } } } }]\n',
  ),
  'failing.yaml': trigger('failing', signed('github'), ', respond: output').replace(
    'flow: answer',
    'flow: answer-fails',
  ),
  'size.yaml': flow(
    'size',
    'do: [{ count: { set: "${ { body: (.body | length), raw: (.rawBody | length) } }" } }]\n',
  ),
  'large.yaml': trigger('large', signed('github')).replace('flow: echo', 'flow: size'),
  'github.yaml': trigger('github', signed('github')),
  'gitlab.yaml': trigger('gitlab', signed('gitlab')),
  'slack.yaml': trigger('slack', signed('slack')),
  'answering.yaml': trigger('answering', signed('github'), ', respond: output'),
  'partner.yaml': trigger('partner', signed('hmac', ', header: x-sign'), ", dedupe: '${ .body.id }'"),
  'lost.yaml': trigger('lost', '{ scheme: github, secret: shop/missing, key: secret }'),
  'off.yaml': `${trigger('off', signed('github'))}enabled: false\n`,
};

let service: RealService;
beforeAll(async () => {
  service = await RealService.start(files);
  const secret = { path: 'shop/hook', value: { secret: key } };
  await service.call('POST', '/api/v1/platform/entities/platform/secret', secret);
});
afterAll(() => service.remove());

const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex');
const github = (body: string, id = 'd-1') => ({
  'x-hub-signature-256': `sha256=${hmac(body)}`,
  'x-github-delivery': id,
});

function deliver(path: string, body: string, headers: Record<string, string>, branch = 'live') {
  return service.app.inject({
    method: 'POST',
    url: `/api/v1/${branch}/hooks/${path}?from=test`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
}

async function getRun(answer: { json(): { runId: string } }) {
  const { runId } = answer.json();
  await service.controller.runs.wait(runId, 10_000);
  return (await service.call('GET', `/api/v1/live/runs/${runId}`)).json();
}

const getRuns = async (flow: string): Promise<number> =>
  (await service.call('GET', `/api/v1/live/runs?flow=${flow}&limit=200`)).json().items.length;

describe('a delivery to the webhook of a trigger', () => {
  test('starts the flow with the request, under the name of the trigger', async () => {
    const body = '{"id":"o-1"}';
    const answer = await deliver('github', body, github(body));
    expect(answer.statusCode).toBe(202);
    const run = await getRun(answer);
    expect(run).toMatchObject({ status: 'completed', trigger: 'webhook', principal: 'trigger/live/github' });
    expect(run.output.seen).toMatchObject({
      method: 'POST',
      path: 'github',
      query: { from: 'test' },
      headers: { 'x-github-delivery': 'd-1' },
      body: { id: 'o-1' },
      rawBody: Buffer.from(body).toString('base64'),
    });
  });

  test('starts nothing with an altered body, another key or no signature, and the log names no content', async () => {
    const before = await getRuns('echo');
    const other = createHmac('sha256', 'another').update('{}').digest('hex');
    for (const headers of [
      github('{"id":1}', 'd-2'),
      { 'x-hub-signature-256': `sha256=${other}` },
      { 'x-hub-signature-256': 'sha256=' },
      {},
    ]) {
      expectProblem(await deliver('github', '{"id":"canary"}', headers), 401, 'signature_invalid');
    }
    expect(await getRuns('echo')).toBe(before);
    const lines = service.logged.filter((line) => line.includes('signature_invalid'));
    expect(lines.length).toBeGreaterThanOrEqual(4);
    expect(service.logged.join('')).not.toMatch(/canary/);
  });

  test('that comes again starts nothing, also at the same time', async () => {
    const body = '{"id":"again"}';
    const before = await getRuns('echo');
    const headers = github(body, 'd-again');
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver('github', body, headers)));
    const runs = new Set(answers.map((answer) => answer.json().runId));
    expect(answers.every(({ statusCode }) => statusCode === 202)).toBe(true);
    expect(runs.size).toBe(1);
    expect(answers.filter((answer) => answer.json().repeated === false)).toHaveLength(1);
    expect(await getRuns('echo')).toBe(before + 1);
  });

  test('is known by `dedupe`, whatever else is in it', async () => {
    const send = (body: string) => deliver('partner', body, { 'x-sign': hmac(body) });
    const first = await send('{"id":"p-1","attempt":1}');
    const second = await send('{"id":"p-1","attempt":2}');
    expect(second.json()).toEqual({ runId: first.json().runId, repeated: true });
    expect((await send('{"id":"p-2"}')).json().runId).not.toBe(first.json().runId);
  });

  test('is refused when its signed time is long ago', async () => {
    const send = (at: number) => {
      const time = String(Math.floor(at / 1_000));
      const signature = `v0=${hmac(`v0:${time}:{}`)}`;
      return deliver('slack', '{}', {
        'x-slack-request-timestamp': time,
        'x-slack-signature': signature,
      });
    };
    expect((await send(Date.now())).statusCode).toBe(202);
    expectProblem(await send(Date.now() - 400_000), 401, 'signature_invalid');
  });

  test('passes on no secret: neither the token of GitLab nor credentials reach the run', async () => {
    const answer = await deliver('gitlab', '{"id":"g"}', {
      'x-gitlab-token': key,
      'idempotency-key': 'g-1',
      authorization: 'Basic c2VjcmV0',
      cookie: 'session=1',
    });
    const run = await getRun(answer);
    expect(JSON.stringify(run)).not.toContain(key);
    expect(Object.keys(run.output.seen.headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/token|authorization|cookie/)]),
    );
  });

  test('is answered with the output of the flow where the trigger says so, also when it comes again', async () => {
    const body = '{"id":"o-7"}';
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await deliver('answering', body, github(body, 'd-out'));
      expect(answer.statusCode).toBe(201);
      expect(answer.headers['x-made']).toBe('1');
      expect(answer.json()).toEqual({ got: 'o-7' });
    }
  });

  test('to a paused or disabled trigger starts nothing', async () => {
    expect((await deliver('off', '{}', github('{}', 'd-off'))).json()).toEqual({ skipped: 'disabled' });
    await service.call('POST', '/api/v1/live/triggers/github/pause');
    const before = await getRuns('echo');
    expect((await deliver('github', '{}', github('{}', 'd-p'))).json()).toEqual({ skipped: 'paused' });
    expect(await getRuns('echo')).toBe(before);
    await service.call('POST', '/api/v1/live/triggers/github/resume');
    expect((await deliver('github', '{}', github('{}', 'd-p'))).json()).toMatchObject({ repeated: false });
  });

  test('goes to a trigger that is listed as a webhook', async () => {
    const state = (await service.call('GET', '/api/v1/live/triggers/github')).json();
    expect(state).toMatchObject({ kind: 'webhook', state: 'active', flow: 'echo' });
  });

  test('may have as many bytes as `Limits.RequestBody` allows', async () => {
    for (const body of [
      JSON.stringify('x'.repeat((1 << 20) - 2)),
      JSON.stringify('\u0001'.repeat(170_000)),
    ]) {
      const answer = await deliver('large', body, github(body, `d-${body.length}`));
      expect(answer.statusCode).toBe(202);
      expect((await getRun(answer)).output.raw).toBe(Math.ceil(body.length / 3) * 4);
    }
    const items = ['x'.repeat((1 << 20) - 4)];
    const served = await service.call('POST', '/api/v1/live/flows/size/serve', items);
    expect(served.json().body).toBe(1);
  });

  test('is not answered with the reasons of a run that faulted', async () => {
    const answer = await deliver('failing', '{}', github('{}', 'd-fault'));
    expectProblem(answer, 500, 'flow_faulted');
    expect(answer.body).not.toContain('canary');
    expect(answer.json().detail).toMatch(/[0-9a-f-]{36}/);
  });

  test('is an occurrence of its trigger: started, skipped or failed', async () => {
    await deliver('partner', '{"id":"seen"}', { 'x-sign': hmac('{"id":"seen"}') });
    const broken = '{"id":{}}{';
    await deliver('partner', broken, { 'x-sign': hmac(broken) });
    const outcomes = async (name: string) =>
      (await service.call('GET', `/api/v1/live/triggers/${name}`)).json().occurrences;
    expect((await outcomes('partner')).slice(0, 2)).toMatchObject([
      { cause: 'webhook', status: 'failed', problem: { code: 'request_invalid' } },
      { status: 'started', run: expect.any(String) },
    ]);
    await deliver('off', '{}', github('{}', 'd-off-2'));
    expect((await outcomes('off'))[0]).toMatchObject({ status: 'skipped', reason: 'disabled' });
  });

  test('to an address that no trigger has is not found', async () => {
    expectProblem(await deliver('nowhere', '{}', github('{}')), 404, 'webhook_not_found');
  });

  test('whose secret is missing is answered 503 without its name, which the log has', async () => {
    const answer = await deliver('lost', '{}', github('{}'));
    expectProblem(answer, 503, 'webhook_unusable');
    expect(answer.body).not.toContain('shop/missing');
    expect(service.logged.some((line) => line.includes('shop/missing'))).toBe(true);
  });

  test('takes any body, and refuses one that is not what its type says', async () => {
    const raw = Buffer.from([0, 255, 1]);
    const signature = createHmac('sha256', key).update(raw).digest('hex');
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/live/hooks/github',
      headers: { 'content-type': 'application/octet-stream', 'x-hub-signature-256': `sha256=${signature}` },
      payload: raw,
    });
    expect((await getRun(answer)).output.seen.body).toBe('AP8B');
    expectProblem(await deliver('github', '{', github('{', 'd-b')), 400, 'request_invalid');
  });
});

test('a flow that is served gets the bytes of the body too', async () => {
  const answer = await service.call('POST', '/api/v1/live/flows/echo/serve', { id: 1 });
  expect(Buffer.from(answer.json().seen.rawBody, 'base64').toString()).toBe('{"id":1}');
});
