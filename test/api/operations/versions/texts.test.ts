import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GitService } from '../entities/writes/git-service.js';
import { outside } from './outside.js';

const tidy = (file: string, more = '') => `kind: script\nname: tidy\nlanguage: js\nfile: ${file}\n${more}`;
const versions = '/api/v1/main/versions/script/tidy';

test('the history of a script has commits that change only its code, and no commits to other scripts of its file', async () => {
  const git = await start();
  const history = (await git.call('GET', `${versions}/history`)).json();
  expect(history.items.map(told)).toEqual([
    'modified scripts/tidy.yaml code/b.js: better code',
    'modified scripts/tidy.yaml code/b.js: other file',
    'modified scripts/tidy.yaml code/a.js: new code',
    'added scripts/tidy.yaml code/a.js: first',
  ]);
  const pages: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { items, nextCursor }: Page = (await git.call('GET', `${versions}/history?limit=1${query}`)).json();
    pages.push(...items.map(told));
    cursor = nextCursor;
  }
  expect(pages).toEqual(history.items.map(told));
});

test('the diff of two versions of a script shows its code, as input for `git apply` and field by field', async () => {
  const git = await start();
  const last = (await git.call('GET', `${versions}/diff`)).json();
  expect(last.from.commitHash).toBe(git.git('rev-parse', 'main~1'));
  expect(last.changes).toEqual([{ op: 'replace', pointer: '/code', from: 'return 3;\n', to: 'return 4;\n' }]);
  expect(last.patch).toContain('--- a/code/b.js\n+++ b/code/b.js\n@@ -1,1 +1,1 @@\n-return 3;\n+return 4;\n');
  const whole = (
    await git.call('GET', `${versions}/diff?from=${git.git('rev-list', '--max-parents=0', 'main')}`)
  ).json();
  expect(whole.changes).toContainEqual({
    op: 'replace',
    pointer: '/code',
    from: 'return 1;\n',
    to: 'return 4;\n',
  });
  outside(git, (tree) => {
    writeFileSync(join(git.folder, 'whole.patch'), whole.patch);
    tree.git('apply', '--reverse', '--check', '../whole.patch');
    tree.commit({ 'notes.txt': '' });
  });
});

test('a script at a commit has its code of that commit', async () => {
  const git = await start();
  const first = git.git('rev-list', '--max-parents=0', 'main');
  const read = (await git.call('GET', `${versions}/at/${first}`)).json();
  expect(read.texts).toEqual({ code: { path: 'code/a.js', text: 'return 1;\n' } });
});

test('a revert brings back the code of a script with its file, in one commit; a dry run shows both', async () => {
  const git = await start();
  const first = git.git('rev-list', '--max-parents=0', 'main');
  const tried = (await git.call('POST', `${versions}/revert?dryRun=true`, { commitHash: first })).json();
  expect(tried.diff).toContain('+++ b/scripts/tidy.yaml');
  expect(tried.diff).toContain('--- a/code/a.js\n+++ b/code/a.js\n@@ -1,1 +1,1 @@\n-return 2;\n+return 1;\n');
  const reverted = await git.call('POST', `${versions}/revert`, { commitHash: first });
  expect([reverted.statusCode, reverted.json().change], reverted.body).toEqual([200, 'updated']);
  expect(git.git('show', '--format=', '--name-only', 'main').split('\n')).toEqual([
    'code/a.js',
    'scripts/tidy.yaml',
  ]);
  expect([git.file('code/a.js'), git.file('scripts/tidy.yaml')]).toEqual([
    'return 1;\n',
    tidy('../code/a.js'),
  ]);
  const read = (await git.call('GET', '/api/v1/main/entities/platform/script/tidy')).json();
  expect(read.texts.code.text).toBe('return 1;\n');
  const again = await git.call('POST', `${versions}/revert`, { commitHash: first });
  expect(again.json().change, again.body).toBe('unchanged');
});

test('a revert of a change of the code alone is a commit of that file alone', async () => {
  const git = await start();
  const answer = await git.call('POST', `${versions}/revert`, { commitHash: 'HEAD~1' });
  expect(answer.json(), answer.body).toMatchObject({
    change: 'updated',
    commit: git.git('rev-parse', 'main'),
  });
  expect(git.git('show', '--format=', '--name-only', 'main')).toBe('code/b.js');
  expect(git.file('code/b.js')).toBe('return 3;\n');
});

test('a deleted script comes back with its code', async () => {
  const git = await start();
  outside(git, (tree) => {
    tree.git('rm', '--quiet', 'scripts/tidy.yaml', 'code/b.js');
    tree.commit({}, 'gone');
  });
  const answer = await git.call('POST', `${versions}/revert`, { commitHash: 'HEAD~1' });
  expect([answer.statusCode, answer.json().change], answer.body).toEqual([201, 'created']);
  expect(git.file('code/b.js')).toBe('return 4;\n');
});

test('a revert does not change code that another script names too', async () => {
  const git = await start();
  const other = tidy('/code/b.js').replace('name: tidy', 'name: other');
  outside(git, (tree) => tree.commit({ 'scripts/other.yaml': other }, 'share it'));
  const tip = git.git('rev-parse', 'main');
  const refused = await git.call('POST', `${versions}/revert`, { commitHash: 'HEAD~2' });
  expect([refused.statusCode, refused.json().code], refused.body).toEqual([409, 'entity_in_use']);
  expect(refused.json().errors).toMatchObject([
    { file: 'scripts/other.yaml', message: 'script `other` names it' },
  ]);
  expect(git.git('rev-parse', 'main')).toBe(tip);
});

/** A script that names one file of code, then another; each changes while it is named, and while it is not. */
async function start(): Promise<GitService> {
  const git = await GitService.start({
    'scripts/tidy.yaml': tidy('../code/a.js'),
    'code/a.js': 'return 1;\n',
  });
  outside(git, (tree) => {
    tree.commit({ 'code/b.js': 'return 2.5;\n' }, 'not named yet');
    tree.commit({ 'code/a.js': 'return 2;\n' }, 'new code');
    tree.commit({ 'code/b.js': 'return 3;\n', 'scripts/tidy.yaml': tidy('../code/b.js') }, 'other file');
    tree.commit({ 'code/b.js': 'return 4;\n' }, 'better code');
  });
  return git;
}

interface Page {
  items: Item[];
  nextCursor: string | null;
}

interface Item {
  change: string;
  path: string;
  message: string;
  texts?: string[];
}

function told(item: Item): string {
  return `${[item.change, item.path, ...(item.texts ?? [])].join(' ')}: ${item.message.trim()}`;
}
