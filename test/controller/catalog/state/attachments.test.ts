import { describe, expect, test } from 'vitest';
import { findEntityText, type Snapshot, validateFiles } from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';
import { Branch, type Tree, thing, unready } from '../branch.js';

const naming = (file: string, more = '') => `kind: thing\nname: a\nfile: ${JSON.stringify(file)}\n${more}`;

describe('a text in a file of its own', () => {
  test('is the text of the entity that names it', async () => {
    const { snapshot } = await loaded({ 'in/a.yaml': naming('texts/a.md'), 'in/texts/a.md': '# Hello' });
    expect(body(snapshot)).toBe('# Hello');
    expect(unready(snapshot)).toEqual([]);
  });

  test.each([
    ['./b.md', 'in/b.md'],
    ['../b.md', 'b.md'],
    ['/top/b.md', 'top/b.md'],
    ['x/../b.md', 'in/b.md'],
  ])('%s in the folder `in` is %s', async (file, path) => {
    const { snapshot } = await loaded({ 'in/a.yaml': naming(file), [path]: 'this one' });
    expect(body(snapshot)).toBe('this one');
  });

  test('yields to a text in the entity itself', async () => {
    const { snapshot } = await loaded({ 'a.yaml': naming('a.md', 'body: mine\n'), 'a.md': 'theirs' });
    expect(body(snapshot)).toBe('mine');
  });

  test('brings a new version of the entity when it changes, and of that entity alone', async () => {
    const tree = { 'a.yaml': naming('a.md'), 'b.yaml': 'kind: thing\nname: b\n', 'a.md': '1' };
    const { branch, snapshot } = await loaded(tree);
    const next = await branch.advance(snapshot, { ...tree, 'a.md': '2' });
    expect(body(next)).toBe('2');
    expect(next.get('thing', 'a')?.revision).toBe('r2');
    expect(next.get('thing', 'b')).toBe(snapshot.get('thing', 'b'));
    expect(body(snapshot)).toBe('1');
  });

  test('is read when it is named, and not before', async () => {
    const tree = { 'a.yaml': 'kind: thing\nname: a\n', 'a.md': '1', 'b.md': '2' };
    const { branch, snapshot } = await loaded(tree);
    expect(branch.reads).toBe(1);
    const named = await branch.advance(snapshot, { ...tree, 'a.yaml': naming('a.md') });
    expect([branch.reads, body(named)]).toEqual([3, '1']);
    await branch.advance(named, { ...tree, 'a.yaml': naming('a.md'), 'b.md': '3' });
    expect(branch.reads).toBe(3);
  });

  test('moves with the entity without making a new version', async () => {
    const { branch, snapshot } = await loaded({ 'a.yaml': naming('a.md'), 'a.md': '1' });
    const next = await branch.advance(snapshot, { 'in/a.yaml': naming('a.md'), 'in/a.md': '1' });
    expect(next.get('thing', 'a')).toMatchObject({ revision: 'r1', path: 'in/a.yaml' });
    expect(next.get('thing', 'a')?.attachments.get('body')?.path).toBe('in/a.md');
  });

  test('that goes away leaves the last good version in service, also over a restart', async () => {
    const tree = { 'a.yaml': naming('a.md'), 'a.md': '1' };
    const { branch, snapshot } = await loaded(tree);
    const next = await branch.advance(snapshot, { 'a.yaml': naming('a.md') });
    expect(unready(next)).toEqual([expect.stringContaining('a.yaml:3:7: there is no file `a.md`')]);
    expect(body(next)).toBe('1');
    const held = JSON.parse(JSON.stringify(branch.catalog.held(next)));
    const restarted = new Branch();
    const again = await restarted.load({ 'a.yaml': naming('a.md') }, held);
    expect(body(again)).toBe('1');
    expect(unready(await restarted.advance(again, tree))).toEqual([]);
  });

  test('with a token in it keeps the entity out of service, unless a comment lets it be', async () => {
    const text = 'Hello\n  ghp_Fake0Fake0Fake0Fake0Fake0Fake0Fake0F\n';
    const { branch, snapshot } = await loaded({ 'a.yaml': naming('a.md'), 'a.md': text });
    expect(unready(snapshot)).toEqual([
      expect.stringContaining('a.yaml:3:7: a.md:2:3: this looks like a GitHub token'),
    ]);
    const elsewhere = `# svc-ignore: secret-token\n${naming('a.md')}`;
    const wrongPlace = await branch.advance(snapshot, { 'a.yaml': elsewhere, 'a.md': text });
    expect(unready(wrongPlace)).toHaveLength(1);
    const there = naming('a.md').replace(/\n$/, ' # svc-ignore: secret-token\n');
    const next = await branch.advance(wrongPlace, { 'a.yaml': there, 'a.md': text });
    expect(unready(next)).toEqual([]);
    expect(body(next)).toBe(text);
    expect(next.findings).toEqual([]);
  });

  test('that is added makes the entities ready that waited for it', async () => {
    const tree = { 'a.yaml': naming('a.md'), 'b.yaml': 'kind: thing\nname: b\nuses: [a]\n' };
    const { branch, snapshot } = await loaded(tree);
    expect(unready(snapshot)).toHaveLength(2);
    expect(unready(await branch.advance(snapshot, { ...tree, 'a.md': '1' }))).toEqual([]);
  });
});

describe('a path that cannot hold the text of an entity', () => {
  test.each([
    ['../a.md', 'file-outside `../a.md` leads out of the branch'],
    ['/../../etc/passwd.txt', 'file-outside `/../../etc/passwd.txt` leads out of the branch'],
    ['file:///etc/notes.txt', 'file-outside `file:///etc/notes.txt` leads out of the branch'],
    ['https://example.com/a.md', 'file-outside `https://example.com/a.md` leads out of the branch'],
    ['C:\\notes.txt', 'file-outside `C:\\notes.txt` leads out of the branch'],
    ['/etc/notes.txt', 'file-missing there is no file `etc/notes.txt`'],
    ['b.yaml', 'file-unreadable `b.yaml` is no text that an entity may name'],
    ['.git/notes.txt', 'file-unreadable `.git/notes.txt` is no text that an entity may name'],
    ['', 'file-unreadable `` is no text that an entity may name'],
    ['binary.txt', 'file-unreadable `binary.txt`: the file holds a NUL character'],
    ['long.txt', 'file-unreadable `long.txt`: the file has 1048577 bytes, more than 1048576'],
  ])('%j is a finding at the field', (file, expected) => {
    const files = {
      'a.yaml': naming(file),
      'b.yaml': 'kind: thing\nname: b\n',
      'binary.txt': '\0',
      'long.txt': 'x'.repeat(2 ** 20 + 1),
    };
    const [found, ...more] = check(files);
    expect(`${found?.rule} ${found?.message}`).toBe(expected);
    expect(found).toMatchObject({ file: 'a.yaml', line: 3, column: 7, pointer: '/file', severity: 'error' });
    expect(more).toEqual([]);
  });

  test.each([
    ['texts/onbarding.md', 'Did you mean `texts/onboarding.md`?'],
    ['/in/texts/onbarding.md', 'Did you mean `/in/texts/onboarding.md`?'],
    ['elsewhere.md', 'Did you mean `../far/elsewhere.md`?'],
    ['nothing-like-it.py', undefined],
  ])('a missing %s is reported with the nearest path', (file, hint) => {
    const [found] = check({
      'in/a.yaml': naming(file),
      'in/texts/onboarding.md': '',
      'far/elsewhere.md': '',
    });
    expect(found?.hint).toBe(hint);
  });
});

describe('code in a file of its own', () => {
  const script = (language: string) => ({
    path: 'scripts/total.yaml',
    content: `kind: script\nname: total\nlanguage: ${language}\nfile: total.js\n`,
  });
  const broken = { path: 'scripts/total.js', content: 'const a = 1;\nreturn a +;\n' };

  test('that does not parse is reported at the field, with the place in the code', () => {
    expect(validateFiles([script('js'), broken], kinds)).toMatchObject([
      {
        rule: 'script-syntax',
        file: 'scripts/total.yaml',
        line: 4,
        message: expect.stringMatching(/^scripts\/total\.js:2:11: Unexpected token/),
      },
    ]);
    expect(validateFiles([script('js'), { ...broken, content: 'return 1 + 1;' }], kinds)).toEqual([]);
  });

  test('is parsed in the language of the script', () => {
    const python = { ...broken, content: 'total = [n for n in (1, 2)]\n' };
    expect(validateFiles([script('js'), python], kinds)).toHaveLength(1);
    expect(validateFiles([script('python'), python], kinds)).toEqual([]);
  });
});

describe('files that are checked outside of a branch', () => {
  const asked: string[] = [];
  const texts = {
    read: (paths: readonly string[]) => {
      asked.push(...paths);
      return new Map(paths.filter((path) => path === 'repo/notes.md').map((path) => [path, Buffer.from('')]));
    },
    paths: () => ['repo/notes.md', 'other.md'],
  };

  test('ask for the one text that is named, by its place in the branch', () => {
    asked.length = 0;
    const file = { path: 'a.yaml', inBranch: 'repo/in/a.yaml', content: naming('../notes.md') };
    expect(validateFiles([file], [thing], { texts })).toEqual([]);
    expect(asked).toEqual(['repo/notes.md']);
  });

  test('learn which texts there are when one is missing', () => {
    const file = { path: 'a.yaml', inBranch: 'repo/in/a.yaml', content: naming('../note.md') };
    expect(validateFiles([file], [thing], { texts })).toMatchObject([
      { hint: 'Did you mean `../notes.md`?' },
    ]);
  });

  test('are not asked about the texts of a file that lies nowhere', () => {
    const file = { path: 'stdin.yaml', inBranch: null, content: naming('../../notes.md') };
    expect(validateFiles([file], [thing])).toEqual([]);
  });
});

function check(tree: Tree) {
  const files = Object.entries(tree).map(([path, content]) => ({ path, content }));
  return validateFiles(files, [thing]);
}

function body(snapshot: Snapshot): string | undefined {
  const record = snapshot.get('thing', 'a');
  return record && findEntityText(record, 'body');
}

async function loaded(tree: Tree): Promise<{ branch: Branch; snapshot: Snapshot }> {
  const branch = new Branch();
  return { branch, snapshot: await branch.load(tree) };
}
