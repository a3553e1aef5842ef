import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveForge } from '../../../controller/git/forges/forge-server.js';
import { temporaryFolder, WorkTree } from '../../../controller/git/git-fixture.js';
import { platform } from '../../identity/real-service.js';
import { crm, GitService } from '../entities/writes/git-service.js';

interface Found {
  name: string;
  status: string;
  detail: string;
  hint?: string;
}

/** A service that follows a repository on this machine, as it would one on a server. */
async function follow(
  settings: string,
  env: Record<string, string> = {},
): Promise<() => Promise<Found | undefined>> {
  const folder = temporaryFolder();
  const tree = WorkTree.create(join(folder, 'remote'));
  tree.commit({ 'crm.yaml': crm }, 'first');
  const served = join(folder, 'served');
  mkdirSync(served);
  writeFileSync(join(served, 'svc.yaml'), settings.replace('REMOTE', tree.dir));
  const git = await GitService.open(served, env);
  return async () => {
    const { checks } = (await git.call('GET', `${platform}/diagnostics`)).json();
    return checks.find(({ name }: Found) => name === 'branch-protection');
  };
}

const remote = 'Git: { Remote: REMOTE, Branch: main }\n';

test.each(['github', 'gitea'] as const)(
  'a branch that %s does not protect is a warning until it is',
  async (type) => {
    const forge = await serveForge(type);
    forge.heads['main'] = 'a'.repeat(40);
    const check = await follow(remote, {
      SVC_Git__Forge__Type: type,
      SVC_Git__Forge__Url: type === 'gitea' ? `${forge.origin}/api/v1` : forge.origin,
      SVC_Git__Forge__Repository: 'ops/config',
      SVC_Git__Forge__Token: 'the-t0ken-of-the-forge',
    });
    expect(await check()).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('does not protect `main`'),
      hint: expect.stringContaining('Protect `main`'),
    });
    forge.isAway = true;
    const away = await check();
    expect(away).toMatchObject({ status: 'warn', detail: expect.stringContaining('did not report') });
    expect(JSON.stringify(away)).not.toContain('t0ken');
    forge.isAway = false;
    forge.protectedBranches.add('main');
    expect(await check()).toMatchObject({ status: 'ok' });
    // The forge is not asked again for each diagnosis.
    forge.isAway = true;
    expect(await check()).toMatchObject({ status: 'ok' });
  },
);

test('a remote that svc cannot ask is a warning, which says how to let svc ask', async () => {
  expect(await (await follow(remote))()).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('cannot tell'),
    hint: expect.stringContaining('`Git.Forge`'),
  });
});

test('a repository without a remote, and the work tree of a developer, are not checked', async () => {
  const git = await GitService.start();
  const folder = temporaryFolder();
  WorkTree.create(folder).commit({ 'crm.yaml': crm }, 'first');
  const developer = await GitService.open(folder);
  for (const each of [git, developer]) {
    const { checks } = (await each.call('GET', `${platform}/diagnostics`)).json();
    expect(checks.map(({ name }: Found) => name)).not.toContain('branch-protection');
  }
});
