import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSnippet, type Snapshot } from '../../../../controller/catalog/index.js';
import { EntityIndex } from '../../../../controller/catalog/search/entity-index.js';
import { BranchSnapshot } from '../../../../controller/catalog/snapshot/branch-snapshot.js';
import { Branch, type Tree } from '../branch.js';

const refunds = thing('refunds', { title: 'Giving money back', body: 'Above 500, ask the treasurer first.' });
const onboarding = thing('onboarding', {
  tags: ['people'],
  description: 'The first week of new colleagues',
  body: 'Money for lunch is given on Friday.',
});

describe('a search', () => {
  test('finds words of the name, the title, the tags, the description and the text', async () => {
    const snapshot = await loaded({ 'a.yaml': refunds, 'b.yaml': onboarding });
    expect(await found(snapshot, 'refunds')).toEqual(['refunds']);
    expect(await found(snapshot, 'BACK')).toEqual(['refunds']);
    expect(await found(snapshot, 'people')).toEqual(['onboarding']);
    expect(await found(snapshot, 'colleagues')).toEqual(['onboarding']);
    expect(await found(snapshot, 'treasurer')).toEqual(['refunds']);
    expect(await found(snapshot, 'zebras')).toEqual([]);
  });

  test('ranks what matches all words over what matches some', async () => {
    const snapshot = await loaded({ 'a.yaml': refunds, 'b.yaml': onboarding });
    expect(await found(snapshot, 'people lunch treasurer')).toEqual(['onboarding', 'refunds']);
  });

  test('passes over words that only ask, unless there are no others', async () => {
    const snapshot = await loaded({ 'a.yaml': refunds, 'b.yaml': onboarding });
    expect(await found(snapshot, 'which one is for the treasurer?')).toEqual(['refunds']);
    expect(await found(snapshot, 'of new')).toEqual(['onboarding']);
    expect(await found(snapshot, 'of')).toEqual(['onboarding']);
  });

  test('finds other forms of a word, and what the trade calls the same', async () => {
    const mails = thing('mails', { title: 'Approves newsletters' });
    const snapshot = await loaded({ 'a.yaml': mails, 'b.yaml': onboarding });
    for (const query of ['approval', 'approving', 'e-mail approval', 'smtp', 'email newsletter'])
      expect([query, await found(snapshot, query)]).toEqual([query, ['mails']]);
    expect(await found(snapshot, 'welcome a hire')).toEqual(['onboarding']);
  });

  test('ranks the title over the text', async () => {
    const snapshot = await loaded({ 'b.yaml': onboarding, 'a.yaml': refunds });
    expect(await found(snapshot, 'money')).toEqual(['refunds', 'onboarding']);
  });

  test('finds the beginning of a word, and a misspelt one', async () => {
    const snapshot = await loaded({ 'a.yaml': refunds, 'b.yaml': onboarding });
    expect(await found(snapshot, 'onb')).toEqual(['onboarding']);
    expect(await found(snapshot, 'onbording')).toEqual(['onboarding']);
    expect(await found(snapshot, 'tresurer')).toEqual(['refunds']);
    const [hit] = await snapshot.search('thing', 'tresurer');
    expect(hit?.terms).toEqual(['treasurer']);
  });

  test('ignores accents and splits camel case', async () => {
    const snapshot = await loaded({ 'a.yaml': thing('a', { body: 'Café fetchOrders' }) });
    for (const query of ['cafe', 'CAFÉ', 'orders', 'fetchOrders', 'fetchorders'])
      expect(await found(snapshot, query)).toEqual(['a']);
  });

  test.each(['', '   ', '***', '()', '"', '\\', '🦊', 'a'.repeat(10_000)])(
    'for %j finds nothing',
    async (query) => {
      expect(await found(await loaded({ 'a.yaml': refunds }), query)).toEqual([]);
    },
  );

  test('finds the text in a file, as it is now', async () => {
    const branch = new Branch();
    const tree = { 'a.yaml': 'kind: thing\nname: a\nfile: a.md\n', 'a.md': 'Elephants are welcome.' };
    const first = await branch.load(tree);
    expect(await found(first, 'elephants')).toEqual(['a']);
    const next = await branch.advance(first, { ...tree, 'a.md': 'Giraffes are welcome.' });
    expect([await found(next, 'elephants'), await found(next, 'giraffes')]).toEqual([[], ['a']]);
  });

  test('finds an entity that never was valid by its name', async () => {
    const snapshot = await loaded({ 'a.yaml': thing('broken-one', { bad: true }) });
    expect(await found(snapshot, 'broken')).toEqual(['broken-one']);
  });

  test('of a kind without entities finds nothing', async () => {
    expect(await (await loaded({})).search('other', 'x')).toEqual([]);
  });
});

describe('the next search', () => {
  test('sees what was changed, added and deleted; a snapshot held from before does not', async () => {
    const branch = new Branch();
    const before = await branch.load({ 'a.yaml': refunds, 'b.yaml': onboarding });
    expect(await found(before, 'money')).toEqual(['refunds', 'onboarding']);
    const after = await branch.advance(before, {
      'a.yaml': thing('refunds', { title: 'Nothing is given back' }),
      'c.yaml': thing('budget', { title: 'Money in the vault' }),
    });
    expect(await found(after, 'money')).toEqual(['budget']);
    expect(await found(before, 'money')).toEqual(['refunds', 'onboarding']);
    expect(await found(after, 'vault')).toEqual(['budget']);
  });

  test('answers each of many at once for its own snapshot', async () => {
    const branch = new Branch();
    const snapshots = [await branch.load({})];
    for (let turn = 1; turn < 10; turn += 1) {
      const previous = snapshots.at(-1) as Snapshot;
      snapshots.push(await branch.advance(previous, { 'a.yaml': thing('a', { title: `turn${turn}x` }) }));
    }
    const answers = await Promise.all(snapshots.map((snapshot, turn) => found(snapshot, `turn${turn}x`)));
    expect(answers).toEqual([[], ...Array.from({ length: 9 }, () => ['a'])]);
  });

  test('in 10,000 entities costs in proportion to the changes', async () => {
    const branch = new Branch();
    const tree = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`${at}.yaml`, thing(`t-${at}`, { title: `number ${at}` })]),
    );
    const index = new EntityIndex();
    const before = await branch.load(tree);
    await index.search(getEntities(before), 'number');
    expect(index.indexed).toBe(10_000);
    const after = await branch.advance(before, { ...tree, '7.yaml': thing('t-7', { title: 'needle' }) });
    expect(await index.search(getEntities(after), 'needel')).toMatchObject([{ name: 't-7' }]);
    expect(index.indexed).toBe(10_001);
    const { '9.yaml': _, ...fewer } = tree;
    expect(await index.search(getEntities(await branch.advance(after, fewer)), 'needle')).toEqual([]);
    expect(index.indexed).toBe(10_002);
  });

  test('any way to the same entities gives the same answers', async () => {
    const words = fc.constantFrom('red', 'green', 'blue', 'reed', 'greens');
    const edit = fc.record({ at: fc.nat(4), title: fc.option(words, { nil: undefined }), body: words });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 12 }), words, async (edits, query) => {
        const branch = new Branch();
        let tree: Tree = {};
        let snapshot = await branch.load(tree);
        for (const { at, title, body } of edits) {
          const { [`${at}.yaml`]: _, ...rest } = tree;
          tree = title === undefined ? rest : { ...rest, [`${at}.yaml`]: thing(`t-${at}`, { title, body }) };
          snapshot = await branch.advance(snapshot, tree);
          await snapshot.search('thing', query);
        }
        const fresh = await new Branch().load(tree);
        expect(await snapshot.search('thing', query)).toEqual(await fresh.search('thing', query));
      }),
      { numRuns: 100 },
    );
  });
});

describe('an index that is full', () => {
  test('still finds by name and title, and texts again when there is room', async () => {
    const branch = new Branch();
    const tree = {
      'a.yaml': thing('a', { title: 'first', body: 'apple '.repeat(20) }),
      'b.yaml': thing('b', { title: 'second', body: 'banana '.repeat(20) }),
    };
    const index = new EntityIndex(200);
    const both = await branch.load(tree);
    const names = async (snapshot: Snapshot, query: string) =>
      (await index.search(getEntities(snapshot), query)).map(({ name }) => name);
    expect(await names(both, 'apple')).toEqual(['a']);
    expect(await names(both, 'banana')).toEqual([]);
    expect(await names(both, 'second')).toEqual(['b']);
    const one = await branch.advance(both, { 'b.yaml': tree['b.yaml'] });
    expect(await names(one, 'apple')).toEqual([]);
    const again = await branch.advance(one, { 'b.yaml': `${tree['b.yaml']} ` });
    expect(await names(again, 'banana')).toEqual(['b']);
    expect(index.size).toBeLessThanOrEqual(200);
  });
});

describe('a snippet', () => {
  test.each([
    ['treasurer', 'Above 500, ask the treasurer first.'],
    ['back', undefined],
  ])('around %s is %j', async (term, expected) => {
    const record = (await loaded({ 'a.yaml': refunds })).get('thing', 'refunds');
    expect(record && findSnippet(record, [term])).toBe(expected);
  });

  test('of a long text is a line of whole words', async () => {
    const body = `${'before '.repeat(40)}\n\n  needle\n${'after '.repeat(40)}`;
    const record = (await loaded({ 'a.yaml': thing('a', { body }) })).get('thing', 'a');
    const snippet = record && findSnippet(record, ['needle']);
    expect(snippet).toMatch(/^… (before )+needle( after)+ …$/);
    expect(snippet?.length).toBeLessThan(200);
  });
});

describe('the file of an entity', () => {
  test('is given byte for byte, mark and line ends included', async () => {
    const text = '\uFEFFkind: thing\r\nname: a  # note\r\n';
    const snapshot = await loaded({ 'a.yaml': text });
    expect(snapshot.source('thing', 'a')).toBe(text);
  });

  test('is that of the version in service', async () => {
    const branch = new Branch();
    const good = 'kind: thing\nname: a\n';
    const next = await branch.advance(await branch.load({ 'a.yaml': good }), { 'a.yaml': `${good}bad: 1\n` });
    expect(next.source('thing', 'a')).toBe(good);
    expect(next.source('thing', 'b')).toBeUndefined();
  });
});

function thing(name: string, fields: object): string {
  return JSON.stringify({ kind: 'thing', name, ...fields });
}

function loaded(tree: Tree): Promise<Snapshot> {
  return new Branch().load(tree);
}

async function found(snapshot: Snapshot, query: string): Promise<string[]> {
  return (await snapshot.search('thing', query)).map(({ name }) => name);
}

function getEntities(snapshot: Snapshot) {
  const entities = snapshot instanceof BranchSnapshot && snapshot.state.entities.get('thing');
  if (!entities) throw new Error('no things');
  return entities;
}
