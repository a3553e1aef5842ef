import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, WorkTree } from '../git-fixture.js';
import { bare, faults, text } from './writer-fixture.js';

test('a commit is what a colleague would have made: author, committer, message, trailers', async () => {
  const { git, committed } = await bare();
  const id = await committed([text('b/c.yaml', 'c\n')], {
    message: 'Add c\r\n\r\n\r\n\r\nbecause   \n',
    trailers: [
      { key: 'Svc-Request-Id', value: 'r-1' },
      { key: 'Svc-Agent', value: 'claude\nSvc-Request-Id: forged' },
    ],
  });
  expect(git('log', '-1', '--format=%H|%an <%ae>|%cn|%B', 'main')).toBe(
    `${id}|Ada <ada@example.com>|svc|Add c\n\nbecause\n\nSvc-Request-Id: r-1\nSvc-Agent: claude Svc-Request-Id: forged`,
  );
  expect(git('show', '--stat', '--format=', 'main')).toContain('1 file changed, 1 insertion(+)');
  expect(faults(git)).toBe('');
});

test('a first commit makes the branch', async () => {
  const { git, commit, committed } = await bare({});
  expect(await commit([text('a.yaml', '1')])).toEqual({ ok: false, refusal: { kind: 'branch_missing' } });
  const id = await committed([text('a.yaml', '1')], { expected: null });
  expect(git('rev-parse', 'main')).toBe(id);
  expect(faults(git)).toBe('');
});

test('files are written, changed and deleted in one commit; folders left empty go', async () => {
  const { git, committed } = await bare({ 'a.yaml': '1', 'x/y/z.yaml': '2', 'x.yaml': '3', 'x-y.yaml': '4' });
  await committed([
    text('a.yaml', '1b'),
    { path: 'x/y/z.yaml', content: null },
    text('x0/new.yaml', '5'),
    text('ü/ß 1.yaml', '6'),
  ]);
  expect(git('-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual([
    'a.yaml',
    'x-y.yaml',
    'x.yaml',
    'x0/new.yaml',
    'ü/ß 1.yaml',
  ]);
  expect(faults(git)).toBe('');
});

test('a file becomes a folder of its name, and back', async () => {
  const { git, committed } = await bare({ 'x/a': '1', keep: '1' });
  await committed([{ path: 'x/a', content: null }, text('x', 'file')]);
  expect(git('ls-tree', '-r', '--name-only', 'main')).toBe('keep\nx');
  await committed([{ path: 'x', content: null }, text('x/b', 'below')]);
  expect(git('ls-tree', '-r', '--name-only', 'main')).toBe('keep\nx/b');
  expect(faults(git)).toBe('');
});

test('deleting the last file leaves the empty tree', async () => {
  const { git, committed } = await bare({ 'a.yaml': '1' });
  await committed([{ path: 'a.yaml', content: null }]);
  expect(git('ls-tree', '-r', 'main')).toBe('');
  expect(faults(git)).toBe('');
});

test('an executable file stays one', async () => {
  const { repository, git, committed } = await bare();
  const work = WorkTree.create();
  work.git('pull', '--quiet', repository.dir, 'main');
  work.write({ 'run.sh': 'echo\n' });
  work.git('add', 'run.sh');
  work.git('update-index', '--chmod=+x', 'run.sh');
  work.git('commit', '--quiet', '-m', 'x');
  work.git('push', '--quiet', repository.dir, 'HEAD:main');
  await committed([text('run.sh', 'echo 2\n')]);
  expect(git('ls-tree', 'main', 'run.sh')).toMatch(/^100755 /);
  expect(git('show', 'main:run.sh')).toBe('echo 2');
});

test('links and submodules are no targets, and no folders on the way', async () => {
  const { repository, git, commit } = await bare();
  const id = git('rev-parse', 'main');
  const blob = git('rev-parse', 'main:a.yaml');
  const work = WorkTree.create();
  work.git('pull', '--quiet', repository.dir, 'main');
  work.git('update-index', '--add', '--cacheinfo', `120000,${blob},link.yaml`);
  work.git('update-index', '--add', '--cacheinfo', `160000,${id},module`);
  work.git('commit', '--quiet', '-m', 'x');
  work.git('push', '--quiet', repository.dir, 'HEAD:main');
  const conflict = (path: string, at: string, found: string) => ({
    ok: false,
    refusal: { kind: 'path_conflict', path, at, found },
  });
  expect(await commit([text('link.yaml', '1')])).toEqual(conflict('link.yaml', 'link.yaml', 'link'));
  expect(await commit([text('link.yaml/a', '1')])).toEqual(conflict('link.yaml/a', 'link.yaml', 'link'));
  expect(await commit([text('module/a', '1')])).toEqual(conflict('module/a', 'module', 'submodule'));
  expect(await commit([text('a.yaml/b', '1')])).toEqual(conflict('a.yaml/b', 'a.yaml', 'file'));
});

test('a folder is no target', async () => {
  const { commit } = await bare({ 'x/a': '1' });
  expect(await commit([text('x', '1')])).toMatchObject({
    refusal: { kind: 'path_conflict', path: 'x', at: 'x', found: 'folder' },
  });
});

test('a commit that changes nothing, deletes what is not there, or changes a path twice is refused', async () => {
  const { git, commit } = await bare({ 'a.yaml': '1' });
  const tip = git('rev-parse', 'main');
  expect(await commit([text('a.yaml', '1')])).toEqual({ ok: false, refusal: { kind: 'unchanged', tip } });
  expect(await commit([{ path: 'b.yaml', content: null }])).toEqual({
    ok: false,
    refusal: { kind: 'path_missing', path: 'b.yaml' },
  });
  expect(await commit([text('b', '1'), text('b', '2')])).toMatchObject({ refusal: { kind: 'path_invalid' } });
  expect(git('rev-parse', 'main')).toBe(tip);
});

test('a tip that moved is refused with both ids; so is a path that moved', async () => {
  const { git, commit, committed } = await bare({ 'a.yaml': '1', 'b.yaml': '1' });
  const first = git('rev-parse', 'main');
  const blob = git('rev-parse', 'main:a.yaml');
  const second = await committed([text('a.yaml', '2')], { expected: first });
  expect(await commit([text('a.yaml', '3')], { expected: first })).toEqual({
    ok: false,
    refusal: { kind: 'moved', expected: first, actual: second },
  });
  expect(await commit([{ ...text('a.yaml', '3'), base: blob }])).toEqual({
    ok: false,
    refusal: { kind: 'path_moved', path: 'a.yaml', expected: blob, actual: git('rev-parse', 'main:a.yaml') },
  });
  expect(await commit([{ ...text('a.yaml', '3'), base: null }])).toMatchObject({
    refusal: { kind: 'path_moved', expected: null },
  });
  expect(await commit([{ ...text('b.yaml', '2'), base: blob }])).toMatchObject({ ok: true });
});

test('names that Git or a file system would trip over are refused', async () => {
  const { commit } = await bare();
  const names = [
    '.git/config',
    'a/.GIT/x',
    'a/git~1',
    '.git /x',
    '.git./x',
    '.git::$INDEX_ALLOCATION/x',
    '.g\u200cit/x',
    '.gitmodules',
    '../x',
    'a/../x',
    './x',
    '/x',
    'a//x',
    'a/',
    '',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u007f',
    '\ud800',
    `${'x'.repeat(256)}`,
  ];
  for (const path of names) {
    expect(await commit([text(path, '1')]), JSON.stringify(path)).toMatchObject({
      refusal: { kind: 'path_invalid', path },
    });
  }
});

test('names and messages with control characters and brackets make a sound commit', async () => {
  const { git, committed } = await bare();
  await committed([text('a.yaml', '2')], {
    author: { name: 'Eve <root@x>\nparent 0', email: 'e v>e\n' },
    message: '\u001b[31mred\0\nSvc-Agent: forged',
  });
  expect(git('log', '-1', '--format=%an|%ae|%B', 'main')).toBe('Eve  root@x  parent 0|eve|[31mred');
  await committed([text('a.yaml', '3')], { author: { name: '', email: '' }, message: '' });
  expect(faults(git)).toBe('');
});

test.each([
  ['a line', 'Text\nSvc-Hold: a/b', 'Text'],
  ['a folded line', 'Text\n\nX: y\n  Svc-Hold: a/b', 'Text\n\nX: y'],
  ['a block of trailers', 'Text\n\nSigned-off-by: Bo\nSVC-hold : a/b', 'Text\n\nSigned-off-by: Bo'],
  ['a line separator', 'Text\u2028Svc-Hold: a/b\u2029Svc-Agent: x', 'Text'],
  ['a next line', 'Text\u0085Svc-Hold: a/b\fSvc-Agent: x\vSvc-Agent: y', 'Text'],
  ['carriage returns', 'Text\rSvc-Hold: a/b\r\nSvc-Agent: x', 'Text'],
  ['NUL', 'Text\nSvc-\0Hold: a/b', 'Text'],
  ['characters without width', 'Text\n\u200bS\u2060vc-Hold\u00ad: a/b\n\ufeffSvc-Agent: x', 'Text'],
  ['nothing else', 'Svc-Hold: a/b', ''],
])('a message forges no trailer by %s', async (_way, message, body) => {
  const { repository, git, committed } = await bare();
  const id = await committed([text('a.yaml', '2')], {
    message,
    author: { name: 'Eve\u2028Svc-Hold: a/b', email: 'eve@example.com\nSvc-Hold: a/b' },
    trailers: [
      { key: 'Svc-Agent', value: 'x\u2028Svc-Hold: a/b\u0085\nSvc-Hold: a/b' },
      { key: 'Svc-Request-Id', value: 'r-1' },
    ],
  });
  const read = await repository.readCommit(id);
  expect(read).toMatchObject({ message: body, change: expect.stringMatching(/^[\w-]{36}$/) });
  expect(read.trailers.map(({ key }) => key)).toEqual(['Svc-Agent', 'Svc-Request-Id']);
  expect(git('log', '-1', '--format=%(trailers:key=Svc-Hold)', id)).toBe('');
  expect(faults(git)).toBe('');
});

test('a commit keeps its change when it is replayed; the trailers of a commit by others are part of its message', async () => {
  const { repository, git, committed } = await bare();
  const tip = await committed([text('a.yaml', '2')], { trailers: [{ key: 'Svc-Agent', value: 'x' }] });
  const { change } = await repository.readCommit(tip);
  const again = await committed([text('a.yaml', '3')], { change: change ?? null });
  expect((await repository.readCommit(again)).change).toBe(change);
  const message = 'change\n\nSvc-Hold: a/b';
  const byOthers = git('commit-tree', '-p', tip, '-m', message, `${tip}^{tree}`);
  const replayed = await committed([text('a.yaml', '4')], { message, change: null });
  expect(await repository.readCommits([byOthers, replayed])).toMatchObject([
    { change: undefined, trailers: [], message },
    { change: undefined, trailers: [], message: 'change' },
  ]);
});

test('a merge commit has both parents', async () => {
  const { repository, git, committed } = await bare({ 'a.yaml': '1' });
  const base = git('rev-parse', 'main');
  expect(await repository.writer.createBranch('side', base)).toEqual({ ok: true });
  const side = await committed([text('b.yaml', 'side')], { branch: 'side' });
  const main = await committed([text('c.yaml', 'main')]);
  const { changes, conflicts } = await repository.history.mergeTrees(base, main, side, async () => undefined);
  expect(conflicts).toEqual([]);
  const merge = await committed(changes, { mergedParents: [side], message: "Merge branch 'side'" });
  expect(git('log', '-1', '--format=%P', merge)).toBe(`${main} ${side}`);
  expect(git('ls-tree', '--name-only', 'main')).toBe('a.yaml\nb.yaml\nc.yaml');
  expect(faults(git)).toBe('');
});

test('a packed branch is committed to', async () => {
  const { git, committed } = await bare();
  git('pack-refs', '--all', '--prune');
  const id = await committed([text('a.yaml', '2')]);
  expect(git('rev-parse', 'main')).toBe(id);
});

test('objects that `git gc` has packed are built upon', async () => {
  const { git, committed } = await bare();
  await committed([text('x/y.yaml', '1')]);
  git('gc', '--quiet', '--prune=now');
  await committed([text('x/z.yaml', '1')]);
  expect(git('ls-tree', '-r', '--name-only', 'main')).toBe('a.yaml\nx/y.yaml\nx/z.yaml');
  expect(faults(git)).toBe('');
});

test('branches are made, moved forward and deleted only from where they are said to be', async () => {
  const { repository, git, committed } = await bare();
  const { writer } = repository;
  const first = git('rev-parse', 'main');
  const second = await committed([text('a.yaml', '2')]);
  expect(await writer.createBranch('topic', first)).toEqual({ ok: true });
  expect(await writer.createBranch('topic/below', first)).toMatchObject({ reason: 'name_taken' });
  expect(await writer.createBranch('topic', first)).toMatchObject({ reason: 'name_taken' });
  expect(await writer.createBranch('../x', first)).toMatchObject({ reason: 'name_invalid' });
  expect(await writer.createBranch('y', '0'.repeat(40))).toMatchObject({ reason: 'commit_missing' });
  expect(await writer.fastForward('main', second, first)).toMatchObject({ reason: 'not_a_fast_forward' });
  expect(await writer.fastForward('topic', second, second)).toMatchObject({ reason: 'moved', actual: first });
  expect(await writer.fastForward('topic', first, second)).toEqual({ ok: true });
  expect(await writer.deleteBranch('topic', first)).toMatchObject({ reason: 'moved', actual: second });
  git('pack-refs', '--all');
  expect(await writer.deleteBranch('topic', second)).toEqual({ ok: true });
  expect(git('branch', '--list')).toBe('* main');
});

test('a clone of the repository reads as if Git had written it', async () => {
  const { repository, committed } = await bare({ 'a.yaml': 'one\ntwo\n' });
  await committed([text('a.yaml', 'one\nTWO\n')], { message: 'Change two' });
  const clone = new WorkTree(join(temporaryFolder(), 'clone'));
  WorkTree.create(clone.dir).git('pull', '--quiet', repository.dir, 'main');
  expect(clone.git('blame', '-s', 'a.yaml').split('\n')).toHaveLength(2);
  expect(clone.git('diff', '--stat', 'HEAD~1')).toContain('1 insertion(+), 1 deletion(-)');
});
