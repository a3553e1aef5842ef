import { rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../../controller/git/git-fixture.js';
import { cutAnswer, type GitHttpServerOptions, isPush } from '../../../../controller/git/git-http-server.js';
import { crm, entities, GitService } from './git-service.js';
import { RemoteService } from './remote-service.js';

const token = 'the-t0ken';
const impatient = {
  SVC_Git__Timeout: '4',
  SVC_Git__Credentials__Token: token,
  SVC_Limits__RequestsPerMinute: '1000000',
};
const well: GitHttpServerOptions = { intercept: () => false, cutPush: false };

/** Faults of the remote for pushes, each with the text that reports it. */
const faults: [name: string, fault: GitHttpServerOptions, said: string][] = [
  ['never answers', { intercept: () => true }, 'sent nothing'],
  ['says where it is, and no more', { intercept: isPush }, 'sent nothing'],
  ['is cut off in the middle of the pack', { cutPush: true }, ''],
  ['answers 503', { intercept: (_, response) => answer(response, 503) }, 'answered 503'],
  ['takes the credentials no more', { intercept: (_, response) => answer(response, 401) }, 'credentials'],
  [
    'lets only read',
    { intercept: (request, response) => isPush(request) && answer(response, 403) },
    'answered 403',
  ],
];

test('under every fault of the remote, no write is lost and none is made twice', async () => {
  const it = await RemoteService.start(impatient);
  const accepted: string[] = [];
  const write = async (message: string, push: 'pushed' | 'pending') => {
    accepted.unshift(message);
    return expectWritten(it, message, push);
  };
  for (const [name, fault, said] of faults) {
    await write(`a push before it ${name}`, 'pushed');
    Object.assign(it.door, fault);
    await write(`a push while it ${name}`, 'pending');
    const { pending, lastError, nextRetryAt } = await it.push();
    expect({ pending, nextRetryAt }, name).toEqual({ pending: 1, nextRetryAt: expect.stringMatching(/Z$/) });
    expect(lastError).toContain(said);
    expect(lastError).not.toContain(token);
    await write(`one more while it ${name}`, 'pending');
    Object.assign(it.door, well);
    await it.sync();
    await eventually(async () => (await it.push()).pending === 0);
  }
  expect(it.subjects()).toEqual([...accepted, 'first']);
  expect(it.faults()).toBe('');
  expect(it.service.service.logged.join('')).not.toContain(token);
});

test('an accepted push whose answer was lost, with other commits on top, is made once', async () => {
  const it = await RemoteService.start(impatient);
  it.intercept = cutAnswer;
  await expectWritten(it, 'taken', 'pending');
  await expectWritten(it, 'after it', 'pending');
  it.intercept = undefined;
  it.pushOther({ 'notes.txt': 'x' });
  await it.sync();
  await eventually(async () => (await it.push()).pending === 0);
  expect(it.subjects()).toEqual(['after it', 'by another', 'taken', 'first']);
  expect(it.faults()).toBe('');
});

test('a stale lock at the remote is reported, and waiting writes are pushed when the lock is gone', async () => {
  const it = await RemoteService.start(impatient);
  const lock = join(it.remote.dir, 'refs', 'heads', 'main.lock');
  writeFileSync(lock, '');
  await expectWritten(it, 'waits', 'pending');
  expect((await it.push()).lastError).toContain('as out of date');
  rmSync(lock);
  await it.sync();
  await eventually(async () => (await it.push()).pending === 0);
  expect(it.subjects()).toEqual(['waits', 'first']);
});

test('a write before the first contact with the remote does not begin a separate history', async () => {
  const gone: GitHttpServerOptions = { intercept: (_, response) => answer(response, 503) };
  const it = await RemoteService.start(impatient, gone);
  const definition = { name: 'early', connector: 'http', config: { baseUrl: 'http://127.0.0.1:1/' } };
  const refused = await it.service.call('POST', `${entities}/connection`, definition);
  expect([refused.statusCode, refused.json().code], refused.body).toEqual([503, 'git_failed']);
  expect(refused.body).not.toContain(token);
  expect(it.service.git('for-each-ref')).toBe('');
  it.intercept = undefined;
  const made = await it.service.call('POST', `${entities}/connection`, definition);
  expect(made.json(), made.body).toMatchObject({ change: 'created', push: 'pushed' });
  expect(it.subjects()).toEqual(['Create connection early', 'first']);
});

test('a commit that left its branch just before svc was killed becomes one proposal after a restart', async () => {
  const it = await away();
  const commit = it.service.git('rev-parse', 'main');
  // The state at the kill: the branch has moved back, and the commit is in no proposal yet.
  const kill = () => {
    it.service.git('update-ref', 'refs/heads/main', it.pushed);
    for (const ref of [`refs/displaced/${commit}`, `refs/strays/${commit}/main`]) {
      it.service.git('update-ref', ref, commit);
    }
  };
  await it.restart(kill);
  const proposal = await it.proposal();
  expect(it.service.git('rev-parse', proposal.branch)).toBe(commit);
  await eventually(() => it.service.git('for-each-ref', 'refs/strays') === '');
  await it.restart(kill);
  await eventually(() => it.service.git('for-each-ref', 'refs/strays') === '');
  expect((await it.proposals()).length).toBe(1);
});

test('a commit that was still on its branch when svc was killed becomes no proposal', async () => {
  const it = await away();
  const commit = it.service.git('rev-parse', 'main');
  await it.restart(() => it.service.git('update-ref', `refs/strays/${commit}/main`, commit));
  await eventually(() => it.service.git('for-each-ref', 'refs/strays') === '');
  await eventually(() => it.subjects().length === 3);
  expect((await it.service.call('GET', '/api/v1/platform/proposals')).json().items).toEqual([]);
});

describe('a remote that comes back', () => {
  test('at an older commit gets the waiting writes, and the commits that it lost are kept', async () => {
    const it = await away();
    it.remote.git('update-ref', 'refs/heads/main', it.remote.head('main~1'));
    await it.back();
    await eventually(() => it.subjects().length === 2);
    expect(it.subjects()).toEqual(['waits', 'first']);
    expect(it.service.git('for-each-ref', '--contains', it.pushed, 'refs/displaced')).not.toBe('');
    expect(it.faults()).toBe('');
  });

  test('with another history keeps that history, and gets the waiting writes on top', async () => {
    const it = await away();
    it.other.git('checkout', '--quiet', '--orphan', 'anew');
    it.other.commit({ 'connections/crm.yaml': crm }, 'anew');
    it.other.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
    await it.back();
    await eventually(() => it.subjects().includes('waits'));
    expect(it.subjects()).toEqual(['waits', 'anew']);
    expect(it.file('connections/crm.yaml')).toContain('title: waits');
    expect(it.service.git('for-each-ref', '--contains', it.pushed, 'refs/displaced')).not.toBe('');
    expect(it.faults()).toBe('');
  });

  test('with a conflicting history keeps that history, and the waiting writes become a proposal', async () => {
    const it = await away();
    it.other.git('checkout', '--quiet', '--orphan', 'anew');
    const anew = it.other.commit({ 'connections/crm.yaml': `${crm}title: anew\n` }, 'anew');
    it.other.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
    await it.back();
    const proposal = await it.proposal();
    expect(it.remote.head('main')).toBe(anew);
    expect(it.remote.git('show', `${proposal.branch}:connections/crm.yaml`)).toContain('title: waits');
    expect(proposal.body).toContain('has changed `connections/crm.yaml` too');
  });

  test('without the branch does not lose the waiting writes: they become a proposal', async () => {
    const it = await away();
    it.remote.git('branch', 'spare', 'main');
    it.remote.git('update-ref', '-d', 'refs/heads/main');
    await it.back();
    const proposal = await it.proposal();
    expect(it.remote.git('show', `${proposal.branch}:connections/crm.yaml`)).toContain('title: waits');
    expect(it.faults()).toBe('');
  });

  test('empty deletes nothing locally, and gets the waiting writes when its history is back', async () => {
    const it = await away();
    const tip = it.remote.head('main');
    it.remote.git('update-ref', '-d', 'refs/heads/main');
    await it.back();
    await eventually(async () => (await it.push()).lastError !== null);
    const read = await it.service.call('GET', `${entities}/connection/crm`);
    expect(read.json().definition.title).toBe('waits');
    it.remote.git('update-ref', 'refs/heads/main', tip);
    await it.sync();
    await eventually(() => it.subjects().length === 3);
    expect(it.subjects()).toEqual(['waits', 'pushed', 'first']);
  });

  test('and declines writes that it accepted before gets them as a proposal', async () => {
    const it = await away();
    await expectWritten(it, 'waits too', 'pending');
    it.hook('while read old new ref; do case $ref in refs/heads/main) exit 1;; esac; done');
    await it.back();
    const proposal = await it.proposal();
    expect(it.subjects()).toEqual(['pushed', 'first']);
    expect(it.remote.git('log', '--format=%s', `main..${proposal.branch}`)).toBe('waits too\nwaits');
    expect((await it.push()).pending).toBe(0);
    expect(it.service.git('rev-parse', 'main')).toBe(it.remote.head('main'));
  });
});

/** Starts a remote that has one write of the service, and is unreachable for the next one. */
async function away() {
  const it = await RemoteService.start(impatient);
  await expectWritten(it, 'pushed', 'pushed', { description: 'pushed' });
  const pushed = it.remote.head('main');
  it.intercept = (_, response) => answer(response, 503);
  await expectWritten(it, 'waits', 'pending');
  const back = async () => {
    it.intercept = undefined;
    await it.sync();
  };
  const proposals = async () => {
    const { items } = (await it.service.call('GET', '/api/v1/platform/proposals?state=open')).json();
    return items as { branch: string; body: string }[];
  };
  const proposal = () =>
    eventually(async () => {
      const [one] = await proposals();
      return one && it.remote.git('branch', '--list', one.branch) !== '' ? one : undefined;
    });
  const restart = async (meanwhile: () => void) => {
    it.intercept = undefined;
    await it.service.service.stop();
    meanwhile();
    it.service = await GitService.open(it.folder, impatient);
  };
  return Object.assign(it, { pushed, back, proposals, proposal, restart });
}

async function expectWritten(
  { service }: RemoteService,
  message: string,
  push: 'pushed' | 'pending',
  patch: object = { title: message },
): Promise<void> {
  const url = `${entities}/connection/crm?message=${encodeURIComponent(message)}`;
  const answer = await service.patch(url, patch);
  expect([answer.statusCode, answer.json().push], answer.body).toEqual([200, push]);
}

function answer(response: ServerResponse, status: number): boolean {
  response.writeHead(status).end('no');
  return true;
}
