import { expect, test } from 'vitest';
import { createCatalog } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { Validations } from '../../../controller/reconciler/index.js';
import { start } from './loop-fixture.js';

const TARGET = 'kind: environment\nname: prod\n';
const NOTE = 'kind: annotation\nname: note\ntarget: { type: environment, name: prod }\ntext: x\n';
const FOLIO = 'kind: folio\nname: guide\ntitle: Guide\nfile: texts/guide.md\n';

test('targets of references may be in the branch, texts included', async () => {
  expect(await findings({ 'prod.yaml': TARGET, 'texts/guide.md': 'x' }, { 'note.yaml': NOTE })).toEqual([]);
  expect(await findings({ 'texts/guide.md': 'x' }, { 'guide.yaml': FOLIO })).toEqual([]);
  expect(await findings({}, { 'guide.yaml': FOLIO, 'texts/guide.md': 'x' })).toEqual([]);
  expect(await findings({}, { 'note.yaml': NOTE })).toEqual(['note.yaml reference-dangling']);
});

test('a file of the same path is replaced, wherever its path starts', async () => {
  const better = `${TARGET}variables: { region: eu }\n`;
  expect(await findings({ 'prod.yaml': TARGET }, { './prod.yaml': better })).toEqual([]);
  expect(await findings({ 'prod.yaml': TARGET }, { 'in/../prod.yaml': better })).toEqual([]);
  expect(await findings({ 'prod.yaml': TARGET }, { 'other.yaml': TARGET })).toEqual([
    'other.yaml duplicate-entity',
    'prod.yaml duplicate-entity',
  ]);
});

test('faults that the files would cause elsewhere are reported, and not older faults', async () => {
  const tree = { 'prod.yaml': TARGET, 'note.yaml': NOTE, 'bad.yaml': 'kind: environment\nname: bad\nx: 1\n' };
  expect(await findings(tree, { 'prod.yaml': TARGET.replace('prod', 'test') })).toEqual([
    'note.yaml reference-dangling',
  ]);
  expect(await findings(tree, { 'new.yaml': TARGET.replace('prod', 'test') })).toEqual([]);
});

test('every fault in the files themselves is reported, also a fault that is in the branch already', async () => {
  const bad = 'kind: environment\nname: bad\nx: 1\n';
  expect(await findings({ 'bad.yaml': bad }, { 'bad.yaml': bad })).toEqual(['bad.yaml field-unknown']);
});

test('files are checked against the held revision if there is one', async () => {
  const { source, reconciler } = begin({ 'prod.yaml': TARGET });
  await reconciler.current('main');
  source.commit('r2', {});
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r1');
  const { findings: found } = await new Validations(reconciler).findingsWith('me', 'main', [
    { path: 'note.yaml', content: NOTE },
  ]);
  expect(found).toMatchObject([{ rule: 'reference-dangling' }]);
});

function begin(tree: Record<string, string>) {
  return start({ files: tree, catalog: createCatalog(kinds) });
}

/** `file rule` of each finding; nothing in the branch has changed afterwards. */
async function findings(tree: Record<string, string>, files: Record<string, string>): Promise<string[]> {
  const { reconciler } = begin(tree);
  const before = await reconciler.current('main');
  const given = Object.entries(files).map(([path, content]) => ({ path, content }));
  const { findings: found } = await new Validations(reconciler).findingsWith('me', 'main', given);
  expect(await reconciler.current('main')).toBe(before);
  return found.map(({ file, rule }) => `${file} ${rule}`);
}
