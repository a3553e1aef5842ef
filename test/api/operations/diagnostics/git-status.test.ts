import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { serveForge } from '../../../controller/git/forges/forge-server.js';
import { eventually, WorkTree } from '../../../controller/git/git-fixture.js';
import { commitCrafted } from '../../../controller/git/trees/crafted-tree.js';
import { platform } from '../../identity/real-service.js';
import { crm, GitService } from '../entities/writes/git-service.js';

const TOKEN = 'the-t0ken-of-the-forge';
const sync = '/api/v1/main/cicd/sync';

test('a forge that refuses a status is reported in the diagnostics, without its token, until it accepts one', async () => {
  const forge = await serveForge('gitea');
  const refused = { status: 401, message: `no such token: ${TOKEN}` };
  forge.failures.push(refused);
  const git = await GitService.start(
    { 'crm.yaml': crm },
    {
      SVC_Git__StatusUrl: `${forge.origin}/api/v1/repos/ops/config/statuses/{sha}`,
      SVC_Git__Forge__Token: TOKEN,
    },
  );
  const check = async () => {
    const { checks } = (await git.call('GET', `${platform}/diagnostics`)).json();
    return checks.find(({ name }: { name: string }) => name === 'commit-statuses');
  };
  const warning = await eventually(async () => {
    const found = await check();
    return found?.status === 'warn' ? found : undefined;
  });
  expect(warning).toMatchObject({
    detail: expect.stringContaining('answered with 401'),
    hint: expect.any(String),
  });
  const log = (await git.call('GET', `${platform}/logs`)).body;
  expect(log).toContain('commit status given up');
  commitCrafted(new WorkTree(git.gitDir), { 'crm.yaml': `title: CRM\n${crm}` });
  await eventually(async () => (await check())?.status === 'ok');
  expect(forge.calls.map(({ authorization }) => authorization)).toEqual([
    `Bearer ${TOKEN}`,
    `Bearer ${TOKEN}`,
  ]);
  expect([log, JSON.stringify(warning), git.service.logged.join('')].join('')).not.toContain(TOKEN);
});

test('a hundred simultaneous syncs, and a delivery that arrives ten times at once, end in one state', async () => {
  const secrets = Array.from({ length: 10 }, (_, at) => `secret-number-${at}`);
  const git = await GitService.start({ 'crm.yaml': crm }, { SVC_Git__WebhookSecrets: secrets.join(',') });
  const tip = commitCrafted(new WorkTree(git.gitDir), { 'crm.yaml': `title: CRM\n${crm}` });
  const asked = await Promise.all(Array.from({ length: 100 }, () => git.call('POST', sync, {})));
  expect(asked.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 202));
  expect(new Set(asked.map((answer) => answer.json().syncId)).size).toBe(100);
  await eventually(async () => {
    const { syncs } = (await git.call('GET', sync)).json();
    return syncs.every(({ status }: { status: string }) => status === 'succeeded');
  });
  const status = (await git.call('GET', sync)).json();
  expect(status).toMatchObject({ appliedRevision: tip, observedRevision: tip, lastError: null });
  expect(status.conditions.map(({ type }: { type: string }) => type)).toEqual(['Ready', 'Runnable']);

  const body = JSON.stringify({ ref: 'refs/heads/main' });
  const deliver = (secret: string, id: string) =>
    git.service.app.inject({
      method: 'POST',
      url: `${platform}/git/sync`,
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-github-delivery': id,
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    });
  const same = await Promise.all(secrets.map((secret) => deliver(secret, 'one')));
  expect(same.map(({ statusCode }) => statusCode)).toEqual(same.map(() => 202));
  expect(new Set(same.map((answer) => answer.json().syncId)).size).toBe(1);
  const unknown = await deliver('secret-number-10', 'two');
  expect([unknown.statusCode, unknown.json().code]).toEqual([401, 'signature_invalid']);
});

test('a production branch that is gone is reported with the remedy in its status and in the diagnostics', async () => {
  const git = await GitService.start({ 'crm.yaml': crm });
  const repository = new WorkTree(git.gitDir);
  repository.git('branch', 'trunk', 'main');
  repository.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
  repository.git('update-ref', '-d', 'refs/heads/main');
  const hint = 'or set `Git.Branch: trunk` and restart svc';
  await eventually(async () => (await git.call('GET', sync)).json().lastError !== null);
  const { hints } = (await git.call('GET', sync)).json();
  expect(hints).toContainEqual(expect.objectContaining({ text: expect.stringContaining(hint) }));
  const { checks } = (await git.call('GET', `${platform}/diagnostics`)).json();
  expect(checks).toContainEqual(
    expect.objectContaining({ name: 'git-remote', status: 'warn', hint: expect.stringContaining(hint) }),
  );
});
