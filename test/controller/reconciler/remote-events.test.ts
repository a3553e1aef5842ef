import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { eventually, temporaryFolder, WorkTree } from '../git/git-fixture.js';
import { type GitHttpServerOptions, serveGit } from '../git/git-http-server.js';
import { BETTER, BROKEN, GOOD, startGit } from './git-reconciler.js';
import { reason } from './invariants.js';

const transports = {
  path: async (folder: string) => join(folder, 'config.git'),
  http: async (folder: string) => `${(await serveGit(folder)).origin}/config.git`,
};

describe.each(Object.entries(transports))('a remote at a %s address', (_, getAddress) => {
  test('that is removed and made again with another history is followed, without a restart', async () => {
    const remote = await Remote.create(getAddress);
    const first = await remote.push({ 'prod.yaml': GOOD, 'test.yaml': GOOD.replace('prod', 'test') });
    const { reconciler, status } = await startGit({ Remote: remote.address });
    await reconciler.current('main');
    const ready = status().conditions[0];
    remote.remove();
    await reconciler.request('main');
    expect(status().conditions[0]).toEqual(ready);
    expect([status().appliedRevision, reason(status(), 'Reconciling')]).toEqual([first, 'Retrying']);
    remote.make();
    const other = await remote.push({ 'elsewhere/prod.yaml': BETTER });
    await eventually(() => status().appliedRevision === other);
    const snapshot = reconciler.peek('main');
    expect(snapshot?.get('environment', 'prod')?.path).toBe('elsewhere/prod.yaml');
    expect(snapshot?.get('environment', 'test')).toBeUndefined();
    await eventually(() => reason(status(), 'Reconciling') === undefined);
    const next = await remote.push({ 'elsewhere/prod.yaml': GOOD });
    await reconciler.request('main');
    expect(status().appliedRevision).toBe(next);
  });

  test('whose production branch is renamed: the old one serves, its hint names the new one, a restart follows it', async () => {
    const remote = await Remote.create(getAddress);
    const first = await remote.push({ 'prod.yaml': GOOD });
    const before = await startGit({ Remote: remote.address });
    await before.reconciler.current('main');
    remote.git('branch', '--move', 'main', 'trunk');
    remote.work.git('branch', '--move', 'main', 'trunk');
    const renamed = await remote.push({ 'prod.yaml': BETTER });
    await before.reconciler.request('main');
    expect(before.status()).toMatchObject({ appliedRevision: first });
    const stalled = before.status().conditions.find(({ type }) => type === 'Stalled');
    expect(stalled).toMatchObject({
      reason: 'BranchNotFound',
      message: expect.stringContaining('restart svc: it follows the default branch, which is `trunk` now'),
    });
    expect((await before.reconciler.current('trunk')).revision).toBe(renamed);
    await before.stop();
    const after = await startGit({ Remote: remote.address }, before.data);
    expect([after.production, (await after.reconciler.current('trunk')).revision]).toEqual([
      'trunk',
      renamed,
    ]);
    await eventually(async () => (await after.store.branches()).join() === 'trunk');
  });

  test('whose production branch is renamed while the settings name it: the setting is what to change', async () => {
    const remote = await Remote.create(getAddress);
    await remote.push({ 'prod.yaml': GOOD });
    const { reconciler, status } = await startGit({ Remote: remote.address, Branch: 'main' });
    await reconciler.current('main');
    remote.git('branch', '--move', 'main', 'trunk');
    await reconciler.request('main');
    const stalled = status().conditions.find(({ type }) => type === 'Stalled');
    expect(stalled?.message).toContain('or set `Git.Branch: trunk` and restart svc');
    expect(reason(status(), 'Ready')).toBe('Applied');
  });

  test('whose production branch is gone, and HEAD names no other: no other takes its place at a restart', async () => {
    const remote = await Remote.create(getAddress);
    const first = await remote.push({ 'prod.yaml': GOOD });
    await remote.push({ 'prod.yaml': BETTER }, 'a-feature');
    const before = await startGit({ Remote: remote.address });
    await before.reconciler.current('main');
    remote.git('update-ref', '-d', 'refs/heads/main');
    await before.reconciler.request('main');
    await before.stop();
    const { production, reconciler, status } = await startGit({ Remote: remote.address }, before.data);
    expect([production, (await reconciler.current('main')).revision]).toEqual(['main', first]);
    await eventually(() => reason(status(), 'Stalled') === 'BranchNotFound');
  });

  test('whose production branch is deleted beside others and pushed again is followed again', async () => {
    const remote = await Remote.create(getAddress);
    await remote.push({ 'prod.yaml': GOOD });
    await remote.push({}, 'other');
    const { reconciler, status } = await startGit({ Remote: remote.address });
    await reconciler.current('main');
    const ready = status().conditions[0];
    remote.git('update-ref', '-d', 'refs/heads/main');
    await reconciler.request('main');
    expect([status().conditions[0], reason(status(), 'Stalled')]).toEqual([ready, 'BranchNotFound']);
    const again = await remote.push({ 'prod.yaml': BETTER });
    await reconciler.request('main');
    expect([status().appliedRevision, reason(status(), 'Stalled')]).toEqual([again, undefined]);
  });

  test('whose preview branch is deleted and pushed again has the new one alone', async () => {
    const remote = await Remote.create(getAddress);
    await remote.push({ 'prod.yaml': GOOD });
    await remote.push({ 'prod.yaml': BETTER }, 'preview');
    const { reconciler, status } = await startGit({ Remote: remote.address });
    expect((await reconciler.current('preview')).get('environment', 'prod')).toBeDefined();
    remote.git('update-ref', '-d', 'refs/heads/preview');
    await expect(reconciler.request('preview')).rejects.toMatchObject({ code: 'branch_not_found' });
    const again = await remote.push({ 'prod.yaml': BROKEN }, 'preview');
    await reconciler.request('preview');
    const snapshot = await reconciler.current('preview');
    expect([snapshot.revision, snapshot.get('environment', 'prod')]).toEqual([again, undefined]);
    expect(status('preview').problems).toMatchObject([{ file: 'prod.yaml' }]);
    expect((await reconciler.current('main')).get('environment', 'prod')).toBeDefined();
  });
});

test('a remote that fails while commits come in here is asked again soon, not with the next poll', async () => {
  const folder = temporaryFolder();
  const work = WorkTree.create(join(folder, 'work'));
  work.commit({ 'prod.yaml': GOOD });
  const door: GitHttpServerOptions = {};
  const { origin } = await serveGit(folder, door);
  const { reconciler, data, status } = await startGit({ Remote: `${origin}/work/.git` });
  await reconciler.current('main');
  const asked: ServerResponse[] = [];
  door.intercept = (_, response) => asked.push(response) > 0;
  const failed = reconciler.request('main');
  await eventually(() => asked.length > 0);
  const here = work.commit({ 'prod.yaml': BETTER });
  await execa('git', ['push', '--quiet', join(data, 'repository.git'), 'main'], { cwd: work.dir });
  await eventually(() => status().appliedRevision === here);
  for (const response of asked) response.destroy();
  await failed;
  expect(reason(status(), 'Reconciling')).toBe('Retrying');
  expect(Date.parse(status().nextRetryAt ?? '')).toBeLessThan(Date.now() + 60_000);
  delete door.intercept;
  const there = work.commit({ 'prod.yaml': GOOD });
  await eventually(() => status().appliedRevision === there);
});

/** A bare repository at an address, and a work tree that is pushed to it. */
class Remote {
  private constructor(
    private readonly dir: string,
    readonly work: WorkTree,
    readonly address: string,
  ) {}

  static async create(getAddress: (folder: string) => Promise<string>): Promise<Remote> {
    const folder = temporaryFolder();
    const dir = join(folder, 'config.git');
    const remote = new Remote(dir, WorkTree.create(join(folder, 'work')), await getAddress(folder));
    WorkTree.create(dir, '--bare');
    return remote;
  }

  /** Pushes all files as one commit on the head of the work tree. */
  async push(files: Record<string, string>, branch?: string): Promise<string> {
    const commit = this.work.commit(files);
    const name = branch ?? this.work.git('branch', '--show-current');
    await execa('git', ['push', '--quiet', '--force', this.dir, `HEAD:refs/heads/${name}`], {
      cwd: this.work.dir,
    });
    return commit;
  }

  remove(): void {
    rmSync(this.dir, { recursive: true });
  }

  /** Creates the remote again, and the work tree without its commits. */
  make(): void {
    WorkTree.create(this.dir, '--bare');
    rmSync(this.work.dir, { recursive: true });
    WorkTree.create(this.work.dir);
  }

  git(...args: string[]): void {
    new WorkTree(this.dir).git(...args);
  }
}
