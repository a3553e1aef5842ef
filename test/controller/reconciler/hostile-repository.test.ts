import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { temporaryFolder, WorkTree } from '../git/git-fixture.js';
import { commitCrafted as commit, type CraftedTree as Tree } from '../git/trees/crafted-tree.js';
import { startGit } from './git-reconciler.js';

const environment = (name: string, region = 'eu') =>
  `kind: environment\nname: ${name}\nvariables: { region: '${region}' }\n`;
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const bomb = Array.from({ length: 30 }, (_, level) =>
  level === 0 ? 'a0: &a0 [x, x]' : `a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`,
).join('\n');

interface Case {
  tree: Tree;
  /** Each `<file> <rule>`. */
  problems?: string[];
  /** Environments in service besides `good`. */
  served?: string[];
}

const cases: Record<string, Case> = {
  'two names that are not UTF-8 and decode to one': {
    tree: { 'caf\xe8.yaml': environment('one'), 'caf\xe9.yaml': environment('two') },
    problems: ['caf\\350.yaml file-name', 'caf\\351.yaml file-name'],
  },
  'a folder whose name is not UTF-8': {
    tree: { 'd\xff': { 'x.yaml': environment('one') } },
    problems: ['d\\377/x.yaml file-name'],
  },
  'a name with a line feed': {
    tree: { 'a\nb.yaml': environment('one') },
    problems: ['a\\012b.yaml file-name'],
  },
  'a name with escape sequences': {
    tree: { '\x1b[2J.yaml': environment('one') },
    problems: ['\\033[2J.yaml file-name'],
  },
  'names with backslashes, one of which spells another': {
    tree: { 'a\\012b.yaml': environment('one'), 'a\nb.yaml': environment('two') },
    problems: ['a\\012b.yaml file-name', 'a\\\\012b.yaml file-name'],
  },
  'a name longer than a file system takes': {
    tree: { [`${'x'.repeat(300)}.yaml`]: environment('one') },
    problems: [`${'x'.repeat(300)}.yaml file-name`],
  },
  'a folder that Windows takes for `.git`': {
    tree: { 'git~1': { 'x.yaml': environment('one') } },
    problems: ['git~1/x.yaml file-name'],
  },
  'folders `..` and `.git`': {
    tree: { '..': { 'x.yaml': environment('one') }, '.git': { 'y.yaml': environment('two') } },
  },
  'names that differ only in their Unicode form': {
    tree: { [utf8('\u00e9.yaml')]: environment('nfc'), [utf8('e\u0301.yaml')]: environment('nfd') },
    served: ['nfc', 'nfd'],
  },
  'names that differ only in case': {
    tree: { 'Eu.yaml': environment('upper'), 'eu.yaml': environment('lower') },
    served: ['lower', 'upper'],
  },
  'a name that begins with a byte order mark': {
    tree: { [utf8('\ufeffone.yaml')]: environment('one') },
    served: ['one'],
  },
  'a file that begins with a byte order mark': {
    tree: { 'one.yaml': Buffer.from(`\ufeff${environment('one')}`) },
    served: ['one'],
  },
  'links, inside, outside and in circles': {
    tree: {
      'inside.yaml': ['120000', 'good.yaml'],
      'outside.yaml': ['120000', '/etc/passwd'],
      'loop.yaml': ['120000', 'loop.yaml'],
      folder: ['120000', '.'],
    },
    problems: ['inside.yaml file-elsewhere', 'loop.yaml file-elsewhere', 'outside.yaml file-elsewhere'],
  },
  submodules: {
    tree: { 'module.yaml': ['160000', '1'.repeat(40)], module: ['160000', '1'.repeat(40)] },
    problems: ['module file-elsewhere', 'module.yaml file-elsewhere'],
  },
  'a file of ten megabytes': {
    tree: { 'big.yaml': `${environment('big')}# ${'x'.repeat(10_000_000)}\n` },
    problems: ['big.yaml yaml-size'],
  },
  'an alias bomb': { tree: { 'bomb.yaml': `${bomb}\n` }, problems: ['bomb.yaml yaml-aliases'] },
  'more than a hundred levels': {
    tree: {
      'deep.yaml': `kind: environment\nname: deep\nvariables: { a: ${'['.repeat(150)}${']'.repeat(150)} }\n`,
    },
    problems: ['deep.yaml yaml-depth'],
  },
  'an empty file': { tree: { 'empty.yaml': '' }, problems: ['empty.yaml kind-missing'] },
  'a file of zeros': { tree: { 'zeros.yaml': Buffer.alloc(4_096) }, problems: ['zeros.yaml yaml-encoding'] },
  'an image named as an entity': {
    tree: { 'image.yaml': Buffer.from('89504e470d0a1a0affd8ffe0', 'hex') },
    problems: ['image.yaml yaml-encoding'],
  },
  'UTF-16': {
    tree: { 'wide.yaml': Buffer.from(`\ufeff${environment('wide')}`, 'utf16le') },
    problems: ['wide.yaml yaml-encoding'],
  },
  'carriage returns': { tree: { 'dos.yaml': environment('dos').replaceAll('\n', '\r\n') }, served: ['dos'] },
};

describe('a commit with', () => {
  test('hostile entries reports them at their paths, and the other files are served', async () => {
    const work = WorkTree.create(temporaryFolder());
    commit(work, { 'good.yaml': environment('good') });
    const { reconciler, branches, status } = await startGit({ Remote: work.dir });
    const source = branches.sourceFor('main');
    const read = async (ids: readonly string[]) => (await source?.read(ids)) ?? new Map();
    for (const [name, { tree, problems = [], served = [] }] of Object.entries(cases)) {
      const hostile = commit(work, { ...tree, 'good.yaml': environment('good', name) });
      await reconciler.request('main');
      const snapshot = await reconciler.current('main');
      expect.soft(snapshot.revision, name).toBe(hostile);
      expect
        .soft(
          snapshot.findings.map(({ file, rule }) => `${file} ${rule}`),
          name,
        )
        .toEqual(problems);
      const names = snapshot.list('environment').map((entity) => entity.name);
      expect.soft(names.sort(), name).toEqual(['good', ...served].sort());
      const { definition } = snapshot.get('environment', 'good') ?? {};
      expect.soft(definition, name).toMatchObject({ variables: { region: name } });
      const files = (await source?.files(hostile)) ?? [];
      const anew = await createCatalog(kinds).load({ branch: 'main', revision: hostile, files, read });
      expect.soft([anew.findings, anew.counts], name).toEqual([snapshot.findings, snapshot.counts]);
    }
    commit(work, { 'good.yaml': environment('good') });
    await reconciler.request('main');
    expect(status()).toMatchObject({ problems: [], counts: { files: 1, entities: 1, invalid: 0 } });
  });

  test('a file that becomes a link of the same bytes, a submodule, a folder, and a file again', async () => {
    const work = WorkTree.create(temporaryFolder());
    const { reconciler } = await startGit({ Remote: work.dir });
    const seen: string[] = [];
    const trees: Tree[] = [
      { 'one.yaml': environment('one') },
      { 'one.yaml': ['120000', environment('one')] },
      { 'one.yaml': ['160000', '1'.repeat(40)] },
      { 'one.yaml': { 'in.yaml': environment('in') } },
      { 'one.yaml': environment('one') },
    ];
    for (const tree of trees) {
      commit(work, { ...tree, 'good.yaml': environment('good') });
      const snapshot = await reconciler.fresh('main');
      const names = snapshot.list('environment').map(({ name }) => name);
      const told = snapshot.findings.map(({ file, rule }) => `${file} ${rule}`);
      seen.push([...names, ...told, snapshot.counts.invalid].join());
    }
    const none = 'good,one.yaml file-elsewhere,0';
    expect(seen).toEqual(['good,one,0', none, none, 'good,in,0', 'good,one,0']);
  });

  test('links in place of all files takes nothing out of service', async () => {
    const work = WorkTree.create(temporaryFolder());
    const { reconciler, status } = await startGit({ Remote: work.dir });
    commit(work, { 'one.yaml': environment('one') });
    await reconciler.fresh('main');
    commit(work, { 'one.yaml': ['120000', '../one.yaml'] });
    await reconciler.fresh('main');
    expect(status()).toMatchObject({ held: { reason: 'prune' }, counts: { entities: 1 } });
  });

  test('an entity whose file becomes a folder, and a file again', async () => {
    const work = WorkTree.create(temporaryFolder());
    const { reconciler } = await startGit({ Remote: work.dir });
    const places: (string | undefined)[] = [];
    const trees: Tree[] = [
      { 'one.yaml': environment('one') },
      { 'one.yaml': { 'one.yaml': environment('one') } },
      { 'one.yaml': environment('one') },
      { 'One.yaml': environment('one') },
    ];
    for (const tree of trees) {
      commit(work, tree);
      await reconciler.request('main');
      const snapshot = await reconciler.current('main');
      expect(snapshot.findings).toEqual([]);
      places.push(snapshot.get('environment', 'one')?.path);
    }
    expect(places).toEqual(['one.yaml', 'one.yaml/one.yaml', 'one.yaml', 'One.yaml']);
  });
});
