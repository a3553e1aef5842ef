import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WorkTree } from '../../work-tree.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

const hello = (value: number, name = 'hello') => flowText(name, `  - a:\n      set: { v: ${value} }\n`);

/** A repository whose flow `hello` gives 2, and gave 1 in the commit before. */
function createRepository(): WorkTree {
  const work = WorkTree.create(join(temporaryFolder(), 'work'));
  work.commit({ 'flows/hello.yaml': hello(1) });
  work.commit({ 'flows/hello.yaml': hello(2) });
  work.git('config', 'uploadpack.allowFilter', 'true');
  return work;
}

/** Returns what a flow gives in a folder, or the text of the failure. */
async function run(folder: string, flow = 'hello'): Promise<unknown> {
  const { exitCode, stdout, stderr } = await svc(folder, ['run-flow', flow, '--dir', '.']);
  return exitCode === 0 ? JSON.parse(stdout) : stderr;
}

async function clone(work: WorkTree, ...options: string[]): Promise<WorkTree> {
  const folder = join(temporaryFolder(), 'clone');
  work.git('clone', '--quiet', ...options, `file://${work.dir}`, folder);
  return new WorkTree(folder);
}

test.each([
  ['shallow', ['--depth=1']],
  ['without old files', ['--filter=blob:none']],
  ['without old folders', ['--filter=tree:0']],
])(
  'a clone that is %s runs its flows, and those of later commits',
  async (_, options) => {
    const work = createRepository();
    const copy = await clone(work, ...options);
    expect(await run(copy.dir)).toEqual({ v: 2 });
    copy.commit({ 'flows/hello.yaml': hello(3) });
    expect(await run(copy.dir)).toEqual({ v: 3 });
  },
  60_000,
);

test('a shallow clone has the history that it has, and more once it is complete', async () => {
  const work = createRepository();
  const copy = await clone(work, '--depth=1');
  copy.commit({ 'flows/hello.yaml': hello(3) });
  const list = async () => (await svc(copy.dir, ['flows', 'list', '--dir', '.'])).stdout;
  expect(await list()).toContain('hello');
  copy.git('fetch', '--quiet', '--unshallow');
  expect(await run(copy.dir)).toEqual({ v: 3 });
}, 60_000);

test('a partial clone that lacks files of its branch names the command that gets them', async () => {
  const work = createRepository();
  const copy = await clone(work, '--filter=blob:none', '--no-checkout');
  expect(await run(copy.dir)).toContain('git fetch --refetch --no-filter');
  copy.git('fetch', '--quiet', '--refetch', '--no-filter');
  expect(await run(copy.dir)).toEqual({ v: 2 });
}, 60_000);

test('a linked work tree stands for its own branch', async () => {
  const work = createRepository();
  const side = new WorkTree(join(temporaryFolder(), 'side'));
  work.git('worktree', 'add', '--quiet', '-b', 'side', side.dir);
  side.commit({ 'flows/hello.yaml': hello(42), 'flows/only-here.yaml': hello(1, 'only-here') });
  expect(await run(side.dir)).toEqual({ v: 42 });
  expect(await run(side.dir, 'only-here')).toEqual({ v: 1 });
  expect(await run(work.dir)).toEqual({ v: 2 });
}, 60_000);

test('a bare repository with work trees: each stands for its branch, the folder around them for none of their files', async () => {
  const work = createRepository();
  work.git('branch', 'feature');
  const top = temporaryFolder();
  work.git('clone', '--quiet', '--bare', work.dir, join(top, '.bare'));
  writeFileSync(join(top, '.git'), 'gitdir: ./.bare\n');
  const around = new WorkTree(top);
  for (const name of ['main', 'feature']) around.git('worktree', 'add', '--quiet', name);
  new WorkTree(join(top, 'feature')).commit({ 'flows/hello.yaml': hello(9) });
  expect(await run(join(top, 'feature'))).toEqual({ v: 9 });
  expect(await run(join(top, 'main'))).toEqual({ v: 2 });
  expect(await run(top)).toEqual({ v: 2 });
  expect(await run(join(top, '.bare'))).toEqual({ v: 2 });
}, 60_000);

test('a submodule stands for its own repository', async () => {
  const work = createRepository();
  const outer = WorkTree.create(join(temporaryFolder(), 'outer'));
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', work.dir, 'inner');
  const inner = new WorkTree(join(outer.dir, 'inner'));
  inner.commit({ 'flows/hello.yaml': hello(7) });
  expect(await run(inner.dir)).toEqual({ v: 7 });
}, 60_000);

/** Returns `<file> <rule>` of each finding. */
async function getFindings(folder: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await svc(folder, ['validate', '--format', 'json', ...args]);
  const { problems } = JSON.parse(stdout) as { problems: { file: string; rule: string }[] };
  return problems.map(({ file, rule }) => `${file} ${rule}`);
}

function createLinks(work: WorkTree): void {
  symlinkSync('flows/hello.yaml', join(work.dir, 'linked.yaml'));
  symlinkSync('flows', join(work.dir, 'folder'));
  symlinkSync('/nowhere.yaml', join(work.dir, 'flows/broken.yaml'));
}

test('links and submodules are reported by `validate` as by the service, staged or not', async () => {
  const work = createRepository();
  createLinks(work);
  mkdirSync(join(work.dir, 'modules'));
  work.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', work.dir, 'modules/dep');
  rmSync(join(work.dir, 'folder'));
  symlinkSync('flows', join(work.dir, 'folder'));
  work.git('add', '--all');
  const all = ['flows/broken.yaml', 'linked.yaml', 'modules/dep'].map((path) => `${path} file-elsewhere`);
  expect(await getFindings(work.dir, '.')).toEqual(all);
  expect(await getFindings(work.dir, '--staged')).toEqual(all);
  expect(await getFindings(work.dir, 'linked.yaml')).toEqual(['linked.yaml file-elsewhere']);
  expect(await getFindings(work.dir, 'flows/broken.yaml')).toEqual(['flows/broken.yaml file-elsewhere']);
  expect(await getFindings(work.dir, 'folder/hello.yaml')).toEqual(['folder/hello.yaml file-elsewhere']);
  expect((await svc(work.dir, ['validate', '--strict', '.'])).exitCode).toBe(1);
});

test('in a plain folder, a link to a file inside of it counts as that file', async () => {
  const folder = temporaryFolder({ 'flows/hello.yaml': hello(1) });
  symlinkSync('flows/hello.yaml', join(folder, 'linked.yaml'));
  symlinkSync('/etc/hosts', join(folder, 'outside.yaml'));
  expect(await getFindings(folder, '.')).toEqual([
    'flows/hello.yaml duplicate-entity',
    'linked.yaml duplicate-entity',
  ]);
});

test('files of another work tree inside of the repository do not count', async () => {
  const work = createRepository();
  work.git('worktree', 'add', '--quiet', '-b', 'side', join(work.dir, 'trees/side'));
  expect(await getFindings(work.dir, '.')).toEqual([]);
});

test('a file of which only the name was added is not in the next commit', async () => {
  const work = createRepository();
  work.write({ 'flows/later.yaml': 'kind: nothing\n' });
  work.git('add', '--intent-to-add', 'flows/later.yaml');
  expect(await getFindings(work.dir, '--staged')).toEqual([]);
  work.git('add', 'flows/later.yaml');
  expect(await getFindings(work.dir, '--staged')).not.toEqual([]);
});
