import { createHmac } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ForgeServer,
  type ForgeServerType,
  openPullFrom,
  serveForge,
} from '../../../controller/git/forges/forge-server.js';
import { eventually } from '../../../controller/git/git-fixture.js';
import { entities } from '../entities/writes/git-service.js';
import { RemoteService } from '../entities/writes/remote-service.js';

const secret = 'the-webhook-secret';
const token = 'the-f0rge-token';
const types = ['github', 'gitea', 'gitlab', 'bitbucket'] as const;

const flow = (
  name: string,
  text = 'hello',
) => `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }
do:
  - say: { set: { text: '${text}' } }
`;

/** Its output has a name that comes from the data of the run. */
const refund = (limit: number) => `document: { dsl: '1.0.3', namespace: test, name: refund, version: '1.0.0' }
do:
  - decide:
      set: '\${ { decision: (if .amount <= ${limit} then "paid" else "asks" end) } + { (.customer): (.amount <= ${limit}) } }'
`;

describe.each(types)('with %s, a pull request of people', (type) => {
  test('gets one comment and a status, and the next push changes the same comment', async () => {
    const { it, forge, push } = await start(type);
    const first = push({ 'flows/greet.yaml': flow('greet') });
    const number = openPullFrom(forge, 'change');
    await tell(it, type, number);
    await eventually(() => findStatus(forge, first) !== undefined);
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]).toMatchObject({
      pull: number,
      body: expect.stringContaining('changed flow `greet`'),
    });
    expect(forge.comments[0]?.body).toContain('https://svc.example.com/console/?branch=change');
    expect(findStatus(forge, first)?.state).toMatch(/^success(?:ful)?$/i);

    // No webhook tells of this one: the branch moves.
    const second = push({ 'flows/second.yaml': flow('second') });
    await it.sync();
    await eventually(() => findStatus(forge, second) !== undefined);
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.body).toContain('added flow `second`');
    expect(forge.comments[0]?.body).toContain(second.slice(0, 12));
    expect(JSON.stringify(forge.comments)).not.toContain(token);
  });

  test('gets a new plan in the same comment once the base has moved, ten minutes after the last one', async () => {
    const { it, forge, push, pushBase } = await start(type);
    const head = push({ 'flows/greet.yaml': flow('greet') });
    const number = openPullFrom(forge, 'change');
    await tell(it, type, number);
    await eventually(() => findStatus(forge, head) !== undefined);
    const { body } = forge.comments[0] ?? { body: '' };
    const early = pushBase({ 'flows/early.yaml': flow('early') });
    await it.sync();
    await tell(it, type, number);
    expect(forge.comments[0]?.body).toBe(body);
    const { now } = Date;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 601_000);
    onTestFinished(() => clock.mockRestore());
    await tell(it, type, number);
    await eventually(() => forge.comments[0]?.body.includes(early.slice(0, 12)) === true);
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.body).toContain('changed flow `greet`');
  });

  test('still gets one comment when the connection ends before the answer', async () => {
    const { it, forge, push } = await start(type);
    const commit = push({ 'flows/greet.yaml': flow('greet') });
    forge.isCutOff = true;
    const number = openPullFrom(forge, 'change');
    await tell(it, type, number);
    await eventually(() => findStatus(forge, commit) !== undefined);
    expect(forge.comments).toHaveLength(1);
  });

  test('from a fork gets counts alone: no name, no replay, no value', async () => {
    const { it, forge } = await start(type);
    await it.service.call('POST', '/api/v1/main/flows/refund/runs', { amount: 80, customer: 'ada' });
    const number = openFork(forge, {
      'flows/refund.yaml': refund(50),
      'flows/evil.yaml': flow('evil-name-of-a-stranger'),
    });
    await tell(it, type, number);
    const { body } = await eventually(() => forge.comments[0]);
    if (type === 'bitbucket') expect(body).toContain('There is no plan: the branch is in a fork');
    else expect(body).toContain('entities: 1 added, 1 changed, 0 removed');
    for (const name of ['refund', 'evil', 'ada', 'paid', 'decision']) expect(body).not.toContain(name);
    expect(body).toMatch(/once someone has read them/);
    await eventually(() => findStatus(forge, 'f'.repeat(40)) !== undefined);
    expect(forge.comments).toHaveLength(1);
  });
});

test('replays of recorded runs are shown with places and without values, also without names that are values', async () => {
  const { it, forge, push } = await start('github');
  const run = await it.service.call('POST', '/api/v1/main/flows/refund/runs', {
    amount: 80,
    customer: 'ada-lovelace',
  });
  expect(run.json(), run.body).toMatchObject({ status: 'completed' });
  push({ 'flows/refund.yaml': refund(50) });
  await tell(it, 'github', openPullFrom(forge, 'change'));
  const { body } = await eventually(() => forge.comments[0]);
  expect(body).toContain('1 of 1 replayed runs would have ended otherwise');
  expect(body).toContain('`/decision`');
  expect(body).toContain('`/*`');
  // Digits of a commit may be these too, but are not a word of their own.
  for (const value of ['ada-lovelace', 'asks', '80']) expect(body).not.toMatch(new RegExp(`\\b${value}\\b`));
  // Behind the sign-in, the same plan has them.
  const plan = await it.service.call('POST', '/api/v1/main/cicd/plan', { branch: 'change' });
  expect(plan.body).toContain('asks');
});

test('texts of others notify no one, and are no marks, links or HTML', async () => {
  const { it, forge, push } = await start('gitlab');
  const branch = 'a@team`<img/src=x>](www.evil.example)';
  push(
    {
      'flows/@everyone <b>`x`.yaml': `${flow('greet')}@org/all: <script>\n`,
      'flows/broken.yaml':
        'kind: connection\nname: "x`](http://evil.example) @all <img src=x>"\nconnector: "@all\\n/close"\n"# <h1>`": 1\n',
    },
    branch,
  );
  await tell(it, 'gitlab', openPullFrom(forge, branch));
  const { body } = await eventually(() => forge.comments[0]);
  expect(body).toContain('broken.yaml');
  const options = { html: true, linkify: true };
  const parsed = new MarkdownIt(options).parse(body, {});
  const inline = parsed.flatMap((block) => [block, ...(block.children ?? [])]);
  expect(inline.filter(({ type }) => /^(?:html|image|em_|strong)/.test(type))).toEqual([]);
  const links = inline.flatMap((each) => (each.type === 'link_open' ? [String(each.attrGet('href'))] : []));
  expect(links.map((link) => new URL(link).host)).toEqual(['svc.example.com']);
  // The mark of the comment is not to be seen.
  expect(inline.some(({ type, content }) => type === 'text' && content.includes('svc-plan'))).toBe(false);
  expect(body).not.toMatch(/@(?:team|all|everyone|org)/);
  // A line that begins with a slash is an order to GitLab.
  expect(body).not.toMatch(/^\s*\//m);
});

test('a plan that is too long for a comment is cut, and says so', async () => {
  const { it, forge, push } = await start('bitbucket');
  const files: Record<string, string> = {};
  for (let at = 0; at < 60; at++)
    files[`connections/${'long-'.repeat(30)}${at}.yaml`] =
      `kind: connection\nname: c${at}\nnope-${'x'.repeat(200)}: 1\n`;
  push(files);
  await tell(it, 'bitbucket', openPullFrom(forge, 'change'));
  const { body } = await eventually(() => forge.comments[0]);
  expect(body.length).toBeLessThan(32_768);
  expect(body).toMatch(/and \d+ more|more lines are not shown/);
  expect(body).toContain('svc plan --base main --branch change');
}, 120_000);

test('a forge that is down is asked again, and the diagnostics tell of it until then', async () => {
  const { it, forge, push } = await start('gitea');
  forge.isAway = true;
  const commit = push({ 'flows/greet.yaml': flow('greet') });
  const number = openPullFrom(forge, 'change');
  await tell(it, 'gitea', number);
  const check = async () => {
    const { checks } = (await it.service.call('GET', '/api/v1/platform/diagnostics')).json();
    return checks.find(({ name }: { name: string }) => name === 'pull-request-plans');
  };
  await eventually(async () => (await check()).status === 'warn');
  expect(await check()).toMatchObject({ detail: expect.stringContaining('could not be asked') });
  forge.isAway = false;
  await eventually(() => findStatus(forge, commit) !== undefined);
  await eventually(async () => (await check()).status === 'ok');
  expect(it.service.service.logged.join('')).not.toContain(token);
});

test('a forge that refuses comments is reported with its reason, and not asked again for the same plan', async () => {
  const { it, forge, push } = await start('github');
  const commit = push({ 'flows/greet.yaml': flow('greet') });
  forge.refuses = ({ method, path }) =>
    method === 'POST' && path.endsWith('/comments')
      ? { status: 403, message: 'Resource not accessible by personal access token' }
      : undefined;
  await tell(it, 'github', openPullFrom(forge, 'change'));
  const warning = await eventually(async () => {
    const { checks } = (await it.service.call('GET', '/api/v1/platform/diagnostics')).json();
    return checks.find(
      ({ name, status }: { name: string; status: string }) =>
        name === 'pull-request-plans' && status === 'warn',
    );
  });
  expect(warning.detail).toContain('was given up');
  expect(warning.detail).toContain('Resource not accessible');
  // The status comes all the same.
  expect(findStatus(forge, commit)?.state).toBe('success');
});

test('a proposal has its plan on its pull request', async () => {
  const { it, forge } = await start('gitea');
  const answer = await it.service.patch(`${entities}/connection/crm?propose=true`, { title: 'Customers' });
  const { proposal } = answer.json();
  const { body } = await eventually(() => forge.comments[0]);
  expect(body).toContain('changed connection `crm`: `/title`');
  expect(body).toContain(`https://svc.example.com/console/proposals/${proposal.id}`);
});

test('a pull request that changes nothing of svc gets a status, and no comment until it does', async () => {
  const { it, forge, push } = await start('github');
  const first = push({ 'README.md': '# Hello\n' });
  const number = openPullFrom(forge, 'change');
  await tell(it, 'github', number);
  await eventually(() => findStatus(forge, first) !== undefined);
  expect(forge.comments).toEqual([]);
  push({ 'flows/greet.yaml': flow('greet') });
  await tell(it, 'github', number);
  await eventually(() => forge.comments.length === 1);
});

test('a branch that conflicts with its base has a status that says so, until the base ends that', async () => {
  const { it, forge, push } = await start('github');
  const commit = push({ 'flows/greet.yaml': flow('greet', 'theirs') });
  it.other.git('checkout', '--quiet', 'HEAD~1');
  it.other.git('checkout', '--quiet', '-B', 'other');
  push({ 'flows/greet.yaml': flow('greet', 'ours') }, 'main');
  await it.sync();
  await tell(it, 'github', openPullFrom(forge, 'change'));
  const status = await eventually(() => findStatus(forge, commit));
  expect(status).toMatchObject({ state: 'failure', description: expect.stringContaining('conflict') });
  push({ 'flows/greet.yaml': flow('greet', 'theirs') }, 'main');
  await it.sync();
  await eventually(() => findStatus(forge, commit)?.state === 'success');
});

test.each([
  ['status', 1, 0],
  ['off', 0, 0],
])('`Git.Forge.Plans: %s` sets %d status and makes %d comments', async (plans, statuses, comments) => {
  const { it, forge, push } = await start('github', { SVC_Git__Forge__Plans: plans });
  const commit = push({ 'flows/greet.yaml': flow('greet') });
  await tell(it, 'github', openPullFrom(forge, 'change'));
  if (statuses > 0) await eventually(() => findStatus(forge, commit) !== undefined);
  else await it.sync();
  expect(forge.comments).toHaveLength(comments);
  expect(findStatus(forge, commit) === undefined).toBe(statuses === 0);
  if (statuses === 0) expect(forge.calls.filter(({ path }) => path.endsWith('/pulls'))).toEqual([]);
});

/** Opens a pull request from a fork of a stranger, whose commits are not in the repository. */
function openFork(forge: ForgeServer, files: Record<string, string>): number {
  const number = openPullFrom(forge, 'main');
  const pull = forge.pulls.find((each) => each.number === number);
  Object.assign(pull ?? {}, {
    head: { ref: 'main', sha: 'f'.repeat(40), repo: { id: 2 } },
    base: { ref: 'main', repo: { id: 1 } },
  });
  forge.changes[number] = Object.entries(files).map(([path, content]) => ({ path, content }));
  return number;
}

function findStatus(forge: ForgeServer, revision: string) {
  return forge.calls.findLast(
    ({ path, body }) =>
      (path.includes(`/statuses/${revision}`) || path.includes(`/commit/${revision.slice(0, 12)}`)) &&
      [body['context'], body['key'], body['name']].includes('svc/plan'),
  )?.body as { state: string; description: string } | undefined;
}

let deliveries = 0;

/** Delivers the webhook of a forge for a pull request that was opened or moved. */
async function tell(it: RemoteService, type: ForgeServerType, number: number): Promise<void> {
  const body = JSON.stringify({ action: 'opened', number, object_kind: 'merge_request' });
  const hmac = createHmac('sha256', secret).update(body).digest('hex');
  const id = String(++deliveries);
  const headers: Record<string, string> = {
    github: {
      'x-github-event': 'pull_request',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${hmac}`,
    },
    gitea: { 'x-gitea-event': 'pull_request', 'x-gitea-delivery': id, 'x-gitea-signature': hmac },
    gitlab: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': secret, 'idempotency-key': id },
    bitbucket: {
      'x-event-key': 'pullrequest:created',
      'x-request-uuid': id,
      'x-hub-signature': `sha256=${hmac}`,
    },
  }[type];
  const answer = await it.service.call('POST', '/api/v1/platform/git/sync', body as unknown as object, {
    'content-type': 'application/json',
    ...headers,
  });
  expect(answer.statusCode, answer.body).toBe(202);
}

async function start(type: ForgeServerType, settings: Record<string, string> = {}) {
  const forge = await serveForge(type);
  const it = await RemoteService.start({
    SVC_Git__Forge__Type: type,
    SVC_Git__Forge__Url: forge.apiUrl,
    SVC_Git__Forge__Repository: 'ops/config',
    SVC_Git__Forge__Token: token,
    SVC_Git__WebhookSecrets: secret,
    SVC_Server__BaseUrl: 'https://svc.example.com',
    SVC_Limits__RequestsPerMinute: '1000000',
    ...settings,
  });
  forge.repository = it.remote;
  /** Pushes a commit to a branch. */
  const push = (files: Record<string, string>, branch = 'change'): string => {
    const commit = it.other.commit(files, 'change');
    it.other.git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`);
    return commit;
  };
  /** Pushes a commit to the base, beside the branch. */
  const pushBase = (files: Record<string, string>): string => {
    it.other.git('fetch', '--quiet', 'origin', 'main');
    it.other.git('checkout', '--quiet', '-B', 'base', 'origin/main');
    const commit = it.other.commit(files, 'base');
    it.other.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    it.other.git('checkout', '--quiet', 'main');
    return commit;
  };
  push({ 'flows/refund.yaml': refund(100) }, 'main');
  await it.sync();
  await eventually(async () => (await it.service.call('GET', `${entities}/flow/refund`)).statusCode === 200);
  return { it, forge, push, pushBase };
}
