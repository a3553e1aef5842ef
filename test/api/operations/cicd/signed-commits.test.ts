import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, temporaryFolder, WorkTree } from '../../../controller/git/git-fixture.js';
import { KeyMaker, type SigningKey } from '../../../controller/git/signatures/signing-keys.js';
import { hasPrograms } from '../../../programs.js';
import { platform } from '../../identity/real-service.js';
import { crm, entities, GitService } from '../entities/writes/git-service.js';

const hasBoth = hasPrograms('gpg', 'ssh-keygen');
const sync = '/api/v1/main/cicd/sync';

/** A service that follows a remote and applies only what Ada and svc sign; Eve may push. */
class SignedService {
  service!: GitService;

  private constructor(
    readonly folder: string,
    readonly tree: WorkTree,
    readonly keys: KeyMaker,
    readonly ada: SigningKey,
    readonly svc: SigningKey,
  ) {}

  static async start(
    commits: 'tip' | 'all',
    make: (keys: KeyMaker, name: string) => SigningKey = (keys, name) => keys.ssh(name, '-t', 'ed25519'),
    settings = '',
  ): Promise<SignedService> {
    const folder = temporaryFolder();
    const keys = new KeyMaker(folder);
    const [ada, svc] = [make(keys, 'ada'), make(keys, 'svc')];
    const remote = join(folder, 'remote.git');
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
    const tree = WorkTree.create(join(folder, 'work'));
    tree.git('remote', 'add', 'origin', remote);
    keys.configure(join(tree.dir, '.git'), [ada, svc]);
    const it = new SignedService(folder, tree, keys, ada, svc);
    it.push({ 'connections/crm.yaml': crm }, 'first', ada);
    const served = join(folder, 'served');
    mkdirSync(served);
    writeFileSync(join(folder, 'svc-key'), svc.privateKey, { mode: 0o600 });
    const listed = JSON.stringify([ada.publicKey, svc.publicKey]);
    writeFileSync(
      join(served, 'svc.yaml'),
      `DataDirectory: data\nGit:\n  Remote: ${remote}\n  Branch: main\n  Verify: { keys: ${listed}, commits: ${commits} }\n  SigningKey: { KeyFile: ../svc-key }\n${settings}`,
    );
    it.service = await GitService.open(served);
    return it;
  }

  /** Commits with `git commit`, signed by a key or not, and pushes. */
  push(files: Record<string, string>, message: string, key?: SigningKey, branch = 'main'): string {
    const { tree, folder } = this;
    tree.write(files);
    tree.git('add', '--all');
    const signing =
      key === undefined
        ? []
        : key.kind === 'ssh'
          ? ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${join(folder, key.name)}`]
          : ['-c', `user.signingkey=${key.name}@example.com`];
    tree.git(...signing, 'commit', '--quiet', '--allow-empty', ...(key ? ['-S'] : []), '-m', message);
    tree.git('push', '--quiet', '--force', 'origin', `HEAD:${branch}`);
    return tree.head();
  }

  async status() {
    return (await this.service.call('GET', sync)).json();
  }

  async served(): Promise<string> {
    return (await this.service.call('GET', `${entities}/connection/crm`)).json().definition.config.baseUrl;
  }

  async restart(): Promise<void> {
    await this.service.service.stop();
    this.service = await GitService.open(join(this.folder, 'served'));
  }

  /** The verdict of Git on a commit of the remote, after a fetch. */
  verifies(commit: string): boolean {
    this.tree.git('fetch', '--quiet', 'origin');
    return spawnSync('git', ['verify-commit', commit], { cwd: this.tree.dir }).status === 0;
  }
}

const changed = (name: string) => crm.replace('/crm', `/${name}`);

test.skipIf(!hasBoth).each([
  ['SSH', (keys: KeyMaker, name: string) => keys.ssh(name, '-t', 'ed25519')],
  ['OpenPGP', (keys: KeyMaker, name: string) => keys.openPgp(name, 'ed25519')],
] as const)(
  'with keys of %s, an unsigned commit that is pushed is held and named, a signed one is applied, also after a restart',
  { timeout: 90_000 },
  async (_, make) => {
    const it = await SignedService.start('tip', make);
    expect(await it.served()).toMatch(/\/crm$/);
    const unsigned = it.push({ 'connections/crm.yaml': changed('eve') }, 'By Eve');
    await eventually(async () => (await it.status()).held?.revision === unsigned);
    const heldStatus = async () => {
      expect(await it.served()).toMatch(/\/crm$/);
      const { held, conditions, hints, problems } = await it.status();
      expect(held).toMatchObject({ reason: 'unverified', gone: 0 });
      expect(held.message).toContain(unsigned.slice(0, 12));
      expect(held.message).toContain('it is not signed');
      expect(held.message).toContain('Ada <ada@example.com>');
      expect(held.message).toContain('"By Eve"');
      expect(conditions[0]).toMatchObject({ type: 'Ready', status: 'False', reason: 'CommitUnverified' });
      expect(hints[0].text).toContain('git commit --amend -S');
      // Those of the version in service.
      expect(problems.map(({ rule }: { rule: string }) => rule)).toEqual(['connection-unused']);
    };
    await heldStatus();
    const { checks } = (await it.service.call('GET', `${platform}/diagnostics`)).json();
    const named = (name: string) => checks.find((check: { name: string }) => check.name === name);
    expect(named('branch-protection')).toBeUndefined();
    expect(JSON.stringify(named('git-remote'))).toContain(unsigned.slice(0, 12));
    await it.restart();
    await eventually(async () => (await it.status()).held?.revision === unsigned);
    await heldStatus();
    const signed = it.push({}, 'Looked at it', it.ada);
    await eventually(async () => (await it.status()).appliedRevision === signed);
    expect(await it.served()).toMatch(/\/eve$/);
    expect((await it.status()).held).toBeNull();
    await it.restart();
    expect((await it.status()).appliedRevision).toBe(signed);
  },
);

test.skipIf(!hasBoth)(
  'svc signs what it writes, and writes nothing on top of a commit that is held',
  { timeout: 90_000 },
  async () => {
    const it = await SignedService.start('all');
    const { service } = it;
    const answer = await service.patch(`${entities}/connection/crm`, { title: 'Customers' });
    expect(answer.statusCode).toBe(200);
    const commit = service.service.controller.reconciler.status('main')?.appliedRevision ?? '';
    await eventually(async () => it.tree.git('ls-remote', 'origin', 'main').startsWith(commit));
    expect(it.verifies(commit)).toBe(true);
    // The proof that svc made the commit holds besides the signature.
    const versions = await service.call('GET', '/api/v1/main/versions/connection/crm/history');
    expect(versions.body).toContain(commit);
    it.tree.git('reset', '--quiet', '--hard', commit);
    const unsigned = it.push({ 'connections/crm.yaml': changed('eve') }, 'By Eve');
    await eventually(async () => (await it.status()).held?.revision === unsigned);
    const refused = await service.patch(`${entities}/connection/crm`, { title: 'Other' });
    expect({ status: refused.statusCode, ...refused.json() }).toMatchObject({
      status: 409,
      code: 'commit_unverified',
      detail: expect.stringContaining(unsigned.slice(0, 12)),
    });
    expect(it.tree.git('ls-remote', 'origin', 'main')).toContain(unsigned);
    // With `all`, a signed commit on top does not vouch for the one below.
    const onTop = it.push({}, 'On top', it.ada);
    await eventually(async () => (await it.status()).held?.revision === onTop);
    expect((await it.status()).held.message).toContain(unsigned.slice(0, 12));
    it.tree.git('reset', '--quiet', '--hard', commit);
    const again = it.push({ 'connections/crm.yaml': changed('better') }, 'Again', it.ada);
    await eventually(async () => (await it.status()).appliedRevision === again);
    expect(JSON.stringify(service.service.logged)).not.toContain(it.svc.privateKey.split('\n')[2]);
  },
);

test.skipIf(!hasBoth)(
  'a branch without a signature is not merged; merges and proposals of svc are signed',
  { timeout: 90_000 },
  async () => {
    const it = await SignedService.start('tip');
    const { service, tree } = it;
    const first = tree.head();
    it.push({ 'connections/crm.yaml': changed('eve') }, 'By Eve', undefined, 'feature');
    const status = async (branch: string) =>
      (await service.call('GET', `/api/v1/${branch}/cicd/sync`)).json();
    await eventually(async () => (await status('feature')).held?.reason === 'unverified');
    const merge = () => service.call('POST', `${platform}/branches/feature/merge`, {});
    expect((await merge()).json()).toMatchObject({ code: 'commit_unverified' });
    tree.git('reset', '--quiet', '--hard', first);
    it.push(
      { 'connections/other.yaml': crm.replace('name: crm', 'name: other') },
      'By Ada',
      it.ada,
      'feature',
    );
    await service.patch(`${entities}/connection/crm`, { title: 'Customers' });
    await eventually(async () => (await status('feature')).held === null);
    const merged = await merge();
    expect(merged.json()).toMatchObject({ kind: 'merge' });
    const { commit } = merged.json();
    await eventually(async () => (await it.status()).appliedRevision === commit);
    await eventually(async () => tree.git('ls-remote', 'origin', 'main').startsWith(commit));
    expect(it.verifies(commit)).toBe(true);
    const proposed = await service.patch(`${entities}/connection/crm?propose=true`, { title: 'Clients' });
    const { id } = proposed.json().proposal ?? proposed.json();
    const accepted = await service.call('POST', `${platform}/proposals/${id}/merge`, {});
    expect(accepted.statusCode).toBe(200);
    const tip = service.service.controller.reconciler.status('main')?.appliedRevision ?? '';
    await eventually(async () => tree.git('ls-remote', 'origin', 'main').startsWith(tip));
    expect(it.verifies(tip)).toBe(true);
  },
);

test.skipIf(!hasBoth)(
  'a write of svc that meets an unsigned commit at the remote is put on top of it without a signature, and both are held',
  { timeout: 90_000 },
  async () => {
    const it = await SignedService.start('tip');
    const { service, tree, folder } = it;
    const [remote, away] = [join(folder, 'remote.git'), join(folder, 'away.git')];
    renameSync(remote, away);
    const answer = await service.patch(`${entities}/connection/crm`, { title: 'Customers' });
    expect(answer.json()).toMatchObject({ push: 'pending', inEffect: true });
    tree.git('remote', 'set-url', 'origin', away);
    const unsigned = it.push({ 'connections/eve.yaml': crm.replace('name: crm', 'name: eve') }, 'By Eve');
    renameSync(away, remote);
    tree.git('remote', 'set-url', 'origin', remote);
    await service.call('POST', sync);
    await eventually(async () => {
      const [tip = ''] = tree.git('ls-remote', 'origin', 'main').split('\t');
      return tip !== unsigned && (await it.status()).held?.revision === tip;
    });
    tree.git('fetch', '--quiet', 'origin');
    expect(tree.git('rev-parse', 'origin/main~1')).toBe(unsigned);
    expect(it.verifies('origin/main')).toBe(false);
    expect((await it.status()).held.message).toContain('svc made it and did not sign it');
    expect((await service.call('GET', `${entities}/connection/eve`)).statusCode).toBe(404);
  },
);

test.skipIf(!hasBoth)(
  'with `Git.Path`, commits outside of the folder need no signature',
  { timeout: 60_000 },
  async () => {
    const it = await SignedService.start('all', undefined, '  Path: ops\n');
    const { service } = it;
    const inside = it.push({ 'ops/crm.yaml': crm }, 'Inside', it.ada);
    await eventually(async () => (await it.status()).appliedRevision === inside);
    it.push({ 'other/readme.txt': 'x' }, 'Outside');
    const next = it.push({ 'ops/crm.yaml': changed('next') }, 'Inside again', it.ada);
    await eventually(async () => (await it.status()).appliedRevision === next);
    const outside = it.push({ 'other/readme.txt': 'y' }, 'Outside again');
    await eventually(async () => service.git('rev-parse', 'main') === outside);
    const answer = await service.patch(`${entities}/connection/crm`, { title: 'Customers' });
    expect(answer.json()).toMatchObject({ inEffect: true });
    const unsigned = it.push({ 'ops/crm.yaml': changed('eve') }, 'By Eve');
    await eventually(async () => (await it.status()).held?.revision === unsigned);
  },
);

test.skipIf(!hasBoth)(
  'a start where svc could not sign what it applies is refused and says why',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    const keys = new KeyMaker(folder);
    const [ada, svc] = [keys.ssh('ada', '-t', 'ed25519'), keys.ssh('svc', '-t', 'ed25519')];
    const start = (git: object) => {
      const served = temporaryFolder();
      writeFileSync(
        join(served, 'svc.yaml'),
        JSON.stringify({ DataDirectory: 'data', Git: { Enabled: true, Branch: 'main', ...git } }),
      );
      return GitService.open(served);
    };
    const key = { SigningKey: { KeyFile: join(folder, 'svc') } };
    const listed = { Verify: { keys: [ada.publicKey] } };
    await expect(start(listed)).rejects.toThrow(/no key to sign/);
    await expect(start({ ...listed, ...key })).rejects.toThrow(
      /does not accept the commits of svc.*not listed/,
    );
    await expect(start({ Verify: { keys: ['nothing'] }, ...key })).rejects.toThrow(/keys\[0\]/);
    await expect(start({ SigningKey: { Secret: 'platform/none' } })).rejects.toThrow(/cannot be used/);
    await expect(start({ SigningKey: { KeyFile: join(folder, 'ada.pub') } })).rejects.toThrow(/public key/);
    await expect(start({ ...listed, Enabled: false })).rejects.toThrow(/needs commits/);
    const service = await start({ Verify: { keys: [ada.publicKey, svc.publicKey] }, ...key });
    expect(service.service.controller.reconciler.peek('main')).toBeDefined();
  },
);
