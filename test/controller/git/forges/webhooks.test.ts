import { createHmac, randomUUID } from 'node:crypto';
import { sign as githubSign, verify as githubVerify } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createReceiver,
  openDeliveryLog,
  type RepositoryEvent,
} from '../../../../controller/git/forges/index.js';
import { isHmac, isStandardSignature } from '../../../../controller/git/forges/webhooks/signatures.js';
import { openStorage } from '../../storage/engines.js';
import { temporaryFolder } from '../git-fixture.js';
import { deliver, fixture, githubPushes, SECRET, testSenders } from './deliveries.js';

/** A push as Azure DevOps announces it, with a password in place of a signature. */
function deliverAzure(password: string, updates = ['refs/heads/main', 'refs/tags/v1']) {
  const body = JSON.stringify({
    eventType: 'git.push',
    resource: { refUpdates: updates.map((name) => ({ name })) },
  });
  const authorization = `Basic ${Buffer.from(`svc:${password}`).toString('base64')}`;
  return { headers: { authorization }, body: Buffer.from(body) };
}

test('a push announced by Azure DevOps counts with its password, and only with it', async () => {
  const { receiver, events } = await receive();
  await receiver.receive(deliverAzure(SECRET));
  expect(events).toEqual([{ kind: 'push', branches: ['main'] }]);
  await receiver.receive(deliverAzure(SECRET, ['refs/tags/v1']));
  for (const password of ['', 'another', `${SECRET}x`])
    await expect(receiver.receive(deliverAzure(password))).rejects.toMatchObject({
      code: 'signature_invalid',
    });
  expect(events).toHaveLength(1);
});

describe.each(Object.entries(testSenders))('a push announced by %s', (_, sender) => {
  test('is passed on with its branches', async () => {
    const { receiver, events } = await receive();
    const { syncId } = await receiver.receive(deliver(sender));
    expect(syncId).toMatch(/^[0-9a-f-]{36}$/);
    expect(events).toEqual([{ kind: 'push', branches: sender.branches }]);
  });

  test('counts under any of several secrets, so that one can be replaced', async () => {
    const { receiver, events } = await receive({ secrets: ['bmV4dA==', SECRET] });
    await receiver.receive(deliver(sender));
    expect(events).toHaveLength(1);
  });

  test('signed with another secret is signature_invalid', async () => {
    const { receiver, events } = await receive();
    const other = Buffer.from('another secret').toString('base64');
    await expect(receiver.receive(deliver(sender, other))).rejects.toMatchObject({
      code: 'signature_invalid',
    });
    expect(events).toEqual([]);
  });

  test('without its signature is signature_invalid', async () => {
    const { receiver } = await receive();
    const delivery = deliver(sender);
    const isSignature = (name: string) => /signature|token/.test(name);
    const headers = Object.fromEntries(
      Object.entries(delivery.headers).filter(([name]) => !isSignature(name)),
    );
    await expect(receiver.receive({ ...delivery, headers })).rejects.toMatchObject({
      code: 'signature_invalid',
    });
  });

  test('that comes again does nothing and gets the same answer, also after a restart', async () => {
    const file = `${temporaryFolder()}/svc.db`;
    const first = await receive({ file });
    const { syncId } = await first.receiver.receive(deliver(sender));
    expect((await first.receiver.receive(deliver(sender))).syncId).toBe(syncId);
    expect(first.events).toHaveLength(1);
    await first.close();
    const second = await receive({ file });
    expect((await second.receiver.receive(deliver(sender))).syncId).toBe(syncId);
    expect(second.events).toEqual([]);
    const hasId = sender.idHeader !== 'webhook-id';
    if (hasId) await second.receiver.receive(deliver(sender, SECRET, { [sender.idHeader]: 'another' }));
    expect(second.events).toHaveLength(hasId ? 1 : 0);
  });

  test('never counts under an empty secret', async () => {
    const { receiver } = await receive({ secrets: [] });
    const delivery = deliver(sender, SECRET, {});
    await expect(receiver.receive(delivery)).rejects.toMatchObject({
      code: 'signature_invalid',
      hints: [expect.stringContaining('Git.WebhookSecrets')],
    });
  });

  test('whose body was changed on the way is signature_invalid, where the sender signs it', async () => {
    const { receiver } = await receive();
    const delivery = deliver(sender);
    const changed = { ...delivery, body: Buffer.from(`${sender.body} `) };
    const signs = delivery.headers['x-gitlab-token'] === undefined;
    if (signs) await expect(receiver.receive(changed)).rejects.toMatchObject({ code: 'signature_invalid' });
    else await expect(receiver.receive(changed)).resolves.toBeDefined();
  });
});

describe('a change of a pull request', () => {
  test.each([
    ['GitHub', { 'x-github-event': 'pull_request' }, '{"action":"synchronize","number":7}'],
    ['GitHub, of another base', { 'x-github-event': 'pull_request' }, '{"action":"edited","number":7}'],
    ['Gitea', { 'x-gitea-event': 'pull_request' }, fixture('gitea-pull-request')],
    ['GitLab', { 'x-gitlab-event': 'Merge Request Hook' }, fixture('gitlab-merge-request')],
    ['Bitbucket Cloud', { 'x-event-key': 'pullrequest:updated' }, fixture('bitbucket-pull-request')],
    ['Bitbucket Data Center', { 'x-event-key': 'pr:from_ref_updated' }, '{}'],
  ])('as %s announces it is passed on, under a signature alone', async (_, headers, body) => {
    const { receiver, events } = await receive();
    const delivery = signedForAll(headers, body);
    await receiver.receive(delivery);
    expect(events).toEqual([{ kind: 'pull-request' }]);
    const unsigned = { ...delivery, headers };
    await expect(receiver.receive(unsigned)).rejects.toMatchObject({ code: 'signature_invalid' });
  });

  test.each([
    ['a label on GitHub', { 'x-github-event': 'pull_request' }, '{"action":"labeled","number":7}'],
    ['a comment on GitHub', { 'x-github-event': 'issue_comment' }, '{"action":"created"}'],
    ['a comment on Gitea', { 'x-gitea-event': 'issue_comment' }, '{"action":"edited"}'],
    ['a note on GitLab', { 'x-gitlab-event': 'Note Hook' }, '{"object_kind":"note"}'],
    ['a comment on Bitbucket', { 'x-event-key': 'pullrequest:comment_updated' }, '{}'],
  ])('%s starts nothing: svc would answer itself', async (_, headers, body) => {
    const { receiver, events } = await receive();
    await receiver.receive(signedForAll(headers, body));
    expect(events).toEqual([]);
  });
});

/** Signs a delivery in the ways of all forges: the one that made it looks at its own. */
function signedForAll(headers: Record<string, string>, body: string) {
  const hmac = createHmac('sha256', SECRET).update(body).digest('hex');
  const isGitLab = headers['x-gitlab-event'] !== undefined;
  const isGitea = headers['x-gitea-event'] !== undefined;
  const signatures = {
    ...(headers['x-github-event'] ? { 'x-hub-signature-256': `sha256=${hmac}` } : {}),
    ...(headers['x-event-key'] ? { 'x-hub-signature': `sha256=${hmac}` } : {}),
    ...(isGitea ? { 'x-gitea-signature': hmac } : {}),
    ...(isGitLab ? { 'x-gitlab-token': SECRET } : {}),
  };
  return { headers: { ...headers, ...signatures }, body: Buffer.from(body) };
}

describe('the content of a delivery', () => {
  test.each([
    ['a ping of GitHub', { 'x-github-event': 'ping' }, '{"zen":"Design for failure."}'],
    ['an issue of GitHub', { 'x-github-event': 'issues' }, '{"action":"opened"}'],
    ['a tag of GitHub', { 'x-github-event': 'push' }, '{"ref":"refs/tags/v1"}'],
    ['a made tag of GitHub', { 'x-github-event': 'create' }, '{"ref":"v1","ref_type":"tag"}'],
  ])('%s is accepted and starts nothing', async (_, headers, body) => {
    const { receiver, events } = await receive();
    await receiver.receive(await signedLikeGitHub(headers, body));
    expect(events).toEqual([]);
  });

  test('a deleted branch is a push', async () => {
    const { receiver, events } = await receive();
    const body = '{"ref":"side","ref_type":"branch"}';
    await receiver.receive(await signedLikeGitHub({ 'x-github-event': 'delete' }, body));
    expect(events).toEqual([{ kind: 'push', branches: ['side'] }]);
  });

  test('all of GitHub’s own examples are taken', async () => {
    const { receiver, events } = await receive();
    for (const example of githubPushes) {
      await receiver.receive(await signedLikeGitHub({ 'x-github-event': 'push' }, JSON.stringify(example)));
    }
    const branches = githubPushes.filter(({ ref }) => ref.startsWith('refs/heads/'));
    expect(githubPushes.length).toBeGreaterThan(3);
    expect(events).toHaveLength(branches.length);
  });

  test('a signed body without a branch may concern any branch', async () => {
    const { receiver, events } = await receive();
    for (const body of ['{}', '[]', 'null', '"text"', '']) {
      const headers = new Webhook(SECRET).sign(`id-${body}`, new Date(), body);
      await receiver.receive({
        headers: {
          'webhook-id': `id-${body}`,
          'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
          'webhook-signature': headers,
        },
        body: Buffer.from(body),
      });
    }
    expect(events).toEqual(Array(5).fill({ kind: 'unknown' }));
  });

  test('a body of a wrong shape breaks nothing', async () => {
    const { receiver } = await receive();
    const bodies = fc.constantFrom('x-github-event', 'x-gitlab-event', 'x-event-key', 'x-gitea-event');
    await fc.assert(
      fc.asyncProperty(bodies, fc.json(), async (header, body) => {
        const event = header === 'x-event-key' ? 'repo:push' : 'push';
        const delivery = await signedLikeGitHub({}, body);
        const signature = delivery.headers['x-hub-signature-256']?.slice('sha256='.length) ?? '';
        const headers = {
          [header]: event,
          'x-gitea-signature': header === 'x-gitea-event' ? signature : undefined,
          'x-gitlab-token': header === 'x-gitlab-event' ? SECRET : undefined,
          'x-hub-signature': `sha256=${signature}`,
          'x-hub-signature-256': header === 'x-github-event' ? `sha256=${signature}` : undefined,
        };
        await receiver.receive({ headers, body: delivery.body });
      }),
      { numRuns: 100 },
    );
  });

  test('a signed body that is not JSON is request_invalid', async () => {
    const { receiver } = await receive();
    await expect(receiver.receive(await signedLikeGitHub({}, 'payload=%7B%7D'))).rejects.toMatchObject({
      code: 'request_invalid',
    });
  });
});

describe('signatures', () => {
  test('agree with GitHub’s own library', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), async (secret, body) => {
        const signature = await githubSign(secret, body);
        expect(await githubVerify(secret, body, signature)).toBe(true);
        expect(isHmac([Buffer.from(body)], signature.slice(7), [secret])).toBe(true);
        expect(isHmac([Buffer.from(`${body}.`)], signature.slice(7), [secret])).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test('agree with the example in GitHub’s documentation', () => {
    const signature = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    expect(isHmac([Buffer.from('Hello, World!')], signature, ["It's a Secret to Everybody"])).toBe(true);
  });

  test('of Standard Webhooks agree with its library, whichever way the secret is written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.string(), fc.boolean(), (bytes, body, marked) => {
        const secret = (marked ? 'whsec_' : '') + Buffer.from(bytes).toString('base64');
        const now = Date.now();
        const header = new Webhook(secret).sign('id', new Date(now), body);
        expect(isStandardSignature(standardDelivery(header, now, body), [secret], now)).toBe(true);
        const others = `v1,AAAA v1a,${'A'.repeat(88)} ${header}`;
        expect(isStandardSignature(standardDelivery(others, now, body), [secret], now)).toBe(true);
        expect(isStandardSignature(standardDelivery(header, now, `${body}.`), [secret], now)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    [-299, true],
    [299, true],
    [-302, false],
    [302, false],
  ])('of Standard Webhooks from %d seconds away count: %s', (seconds, counts) => {
    const now = 1_800_000_000_000;
    const at = now + seconds * 1_000;
    const header = new Webhook(SECRET).sign('id', new Date(at), '{}');
    expect(isStandardSignature(standardDelivery(header, at, '{}'), [SECRET], now)).toBe(counts);
  });

  test.each(['', 'sha256=', 'zz', 'a'.repeat(63), 'a'.repeat(65), '\0'])(
    'of a wrong shape (%j) are wrong, not a failure',
    (signature) => {
      expect(isHmac([Buffer.from('x')], signature, ['secret'])).toBe(false);
      expect(isStandardSignature(standardDelivery(signature, Date.now(), 'x'), ['secret'], Date.now())).toBe(
        false,
      );
    },
  );
});

test('the log of deliveries keeps ten thousand and forgets after a week', async () => {
  const storage = await openStorage(`${temporaryFolder()}/svc.db`);
  onTestFinished(() => storage.close());
  const log = openDeliveryLog(storage);
  const start = 1_800_000_000_000;
  await log.note('first', 'sync', start);
  expect(await log.note('first', 'other', start + 1)).toBe('sync');
  const week = 7 * 24 * 3_600_000;
  await Promise.all(Array.from({ length: 200 }, (_, at) => log.note(`later ${at}`, 'x', start + week + at)));
  expect(await log.find('first')).toBeUndefined();
  expect(await log.note('first', 'again', start + week + 1_000)).toBe('again');
});

async function receive({ secrets = [SECRET], file = `${temporaryFolder()}/svc.db` } = {}) {
  const storage = await openStorage(file);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await storage.close();
    isOpen = false;
  };
  onTestFinished(close);
  const events: RepositoryEvent[] = [];
  const receiver = createReceiver({
    secrets: async () => secrets,
    deliveries: openDeliveryLog(storage),
    begin: async (event) => {
      events.push(event);
      return randomUUID();
    },
  });
  return { receiver, events, close };
}

async function signedLikeGitHub(headers: Record<string, string>, body: string) {
  return {
    headers: { ...headers, 'x-hub-signature-256': await githubSign(SECRET, body || ' ') },
    body: Buffer.from(body),
  };
}

function standardDelivery(signature: string, at: number, body: string) {
  return {
    headers: {
      'webhook-id': 'id',
      'webhook-timestamp': String(Math.floor(at / 1_000)),
      'webhook-signature': signature,
    },
    body: Buffer.from(body),
  };
}
