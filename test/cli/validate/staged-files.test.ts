import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, it } from 'vitest';
import { program } from '../../program.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

const crm = 'kind: connection\nname: crm\nconnector: http\nconfig: { baseUrl: https://crm.example.com }\n';
const calling = flowText('calling', '  - ask:\n      call: crm.get\n      with: { path: /x }\n');
const broken = flowText('calling', '  - ask:\n      cal: crm.get\n');

let folder = '';

function git(...args: string[]) {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  return execa('git', [...identity, ...args], { cwd: folder, reject: false });
}

function write(path: string, content: string): void {
  writeFileSync(join(folder, path), content);
}

async function commits(): Promise<number> {
  return Number((await git('rev-list', '--count', 'HEAD')).stdout);
}

beforeEach(async () => {
  folder = temporaryFolder({ 'connections/crm.yaml': crm, 'flows/calling.yaml': calling });
  await git('init', '-q', '-b', 'main');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
});

describe('a pre-commit hook of Git that runs svc validate --staged', () => {
  beforeEach(() => {
    const hook = join(folder, '.git/hooks/pre-commit');
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    write(
      '.git/hooks/pre-commit',
      `#!/bin/sh\nexec ${program.map((part) => `'${part}'`).join(' ')} validate --staged\n`,
    );
    chmodSync(hook, 0o755);
  });

  it('accepts a valid commit, and blocks an invalid one with the place of the error', async () => {
    write('flows/calling.yaml', calling.replace('/x', '/y'));
    expect((await git('commit', '-qam', 'good')).exitCode).toBe(0);
    write('flows/calling.yaml', broken);
    const { exitCode, stdout, stderr } = await git('commit', '-qam', 'bad');
    expect([exitCode, await commits()]).toEqual([1, 2]);
    expect(stdout + stderr).toContain('flows/calling.yaml:4:7  unknown field `cal`');
  });

  it('checks the index, not the working tree', async () => {
    write('flows/calling.yaml', broken);
    await git('add', '-A');
    write('flows/calling.yaml', calling);
    expect((await git('commit', '-qm', 'bad in the index')).exitCode).toBe(1);
    write('flows/calling.yaml', calling.replace('/x', '/y'));
    await git('add', '-A');
    write('flows/calling.yaml', broken);
    expect((await git('commit', '-qm', 'bad in the working tree only')).exitCode).toBe(0);
    expect(await commits()).toBe(2);
  });
});

describe('svc validate --staged', () => {
  it('reports what a removal breaks in files that are not staged', async () => {
    await git('rm', '-q', 'connections/crm.yaml');
    const { exitCode, stdout } = await svc(folder, ['validate', '--staged']);
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(/^flows\/calling.yaml:4:13 {2}there is no connection `crm`/),
    ]);
  });

  it('a rename breaks no reference, also when called in a subfolder', async () => {
    await git('mv', 'connections/crm.yaml', 'connections/customers.yaml');
    const { exitCode, stderr } = await svc(join(folder, 'flows'), ['validate', '--staged']);
    expect([exitCode, stderr]).toEqual([0, '✓ 1 file valid\n']);
    write('connections/customers.yaml', crm.replace('http\n', 'htp\n'));
    await git('add', '-A');
    const wrong = await svc(join(folder, 'flows'), ['validate', '--staged']);
    expect(wrong.stdout).toMatch(/^\.\.\/connections\/customers.yaml:3:12 {2}there is no connector `htp`/);
  });

  it('errors of the last commit in files that are not staged are not reported', async () => {
    write('flows/other.yaml', broken.replace('name: calling', 'name: other'));
    await git('add', '-A');
    await git('commit', '-qm', 'wrong already');
    write('flows/calling.yaml', calling.replace('/x', '/y'));
    await git('add', '-A');
    expect((await svc(folder, ['validate', '--staged'])).exitCode).toBe(0);
    expect((await svc(folder, ['validate', '.'])).exitCode).toBe(1);
  });

  it('checks only the given paths, and works before the first commit', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    await git('init', '-q');
    write('flows/calling.yaml', broken);
    await git('add', '-A');
    expect((await svc(folder, ['validate', '--staged'])).exitCode).toBe(1);
    expect((await svc(folder, ['validate', '--staged', 'connections'])).exitCode).toBe(0);
  });

  it('outside a repository is wrong usage', async () => {
    const { exitCode, stderr } = await svc(temporaryFolder(), ['validate', '--staged']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('not a git repository')]);
  });
});

describe('svc validate --staged in a repository that holds more than the files of svc', () => {
  it('checks the folder of Git.Path by the staged .svcignore, and sums up the manifests in it', async () => {
    const manifest = 'apiVersion: v1\nkind: Service\nmetadata: { name: shop }\n';
    const files = {
      'svc.yaml': 'Git: { Path: ops }\n',
      'flows/calling.yaml': 'kind: flows\n',
      'ops/.svcignore': 'drafts/\n',
      'ops/drafts/half.yaml': 'kind: flows\n',
      'ops/shop.yaml': manifest,
      'ops/folios/terms.yaml': 'kind: folio\nname: terms\ntitle: Terms\nfile: /texts/terms.md\n',
      'ops/texts/terms.md': '# Terms\n',
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      write(path, content);
    }
    await git('add', '-A');
    const fine = await svc(folder, ['validate', '--staged']);
    expect(fine).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '1 file of other tools passed over: 1 Kubernetes\n✓ 1 file valid\n',
    });
    write('ops/.svcignore', '# nothing\n');
    await git('add', '-A');
    const { exitCode, stdout } = await svc(folder, ['validate', '--staged']);
    expect(stdout).toContain('ops/drafts/half.yaml:1:7');
    expect(exitCode).toBe(1);
  });
});
