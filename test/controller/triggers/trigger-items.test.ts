import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntityRecord, Snapshot } from '../../../controller/catalog/index.js';
import { TriggerItems, type TriggerKind } from '../../../controller/triggers/items/trigger-items.js';

type Content = Record<TriggerKind, Record<string, EntityRecord>>;

/** `text` is the item; an entity without text has none. */
function record(name: string, text: string): EntityRecord {
  return { name, text } as EntityRecord;
}

/** Snapshots of one branch that know in what they differ, and count how often they are listed. */
function getBranch() {
  const contents = new WeakMap<Snapshot, Content>();
  const listed: string[] = [];
  const snapshot = (content: Content): Snapshot => {
    const made = {
      branch: 'main',
      get: (kind: TriggerKind, name: string) => content[kind][name],
      list(kind: TriggerKind) {
        listed.push(kind);
        return Object.values(content[kind]).sort((a, b) => (a.name < b.name ? -1 : 1));
      },
      changedNames(kind: TriggerKind, from: Snapshot) {
        const before = contents.get(from)?.[kind] ?? {};
        const names = new Set([...Object.keys(before), ...Object.keys(content[kind])]);
        return [...names].filter((name) => before[name] !== content[kind][name]);
      },
    } as unknown as Snapshot;
    contents.set(made, content);
    return made;
  };
  return { snapshot, listed };
}

interface Item {
  text: string;
}

const textItems = () => new TriggerItems<Item>((_, { text }) => (text === '' ? undefined : { text }));

test('after any commits, the items are those of a first reading, in the order of their ids', async () => {
  const change = fc.record({
    kind: fc.constantFrom<TriggerKind>('flow', 'trigger'),
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    text: fc.option(fc.constantFrom('', 'x', 'y')),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 }), async (commits) => {
      const { snapshot } = getBranch();
      const items = textItems();
      let content: Content = { flow: {}, trigger: {} };
      for (const commit of commits) {
        content = { flow: { ...content.flow }, trigger: { ...content.trigger } };
        for (const { kind, name, text } of commit) {
          if (text === null) delete content[kind][name];
          else content[kind][name] = record(name, text);
        }
        const { all, failed } = await items.of(snapshot(content));
        const anew = await textItems().of(snapshot(content));
        expect([...all]).toEqual([...anew.all]);
        expect([...all.keys()]).toEqual([...all.keys()].sort());
        expect(failed.size).toBe(0);
      }
    }),
  );
});

test('only the first snapshot of a branch is listed, and one that changes no item gives the same items', async () => {
  const { snapshot, listed } = getBranch();
  const items = textItems();
  const flows = { a: record('a', 'x'), b: record('b', '') };
  const first = await items.of(snapshot({ flow: flows, trigger: {} }));
  const same = await items.of(snapshot({ flow: { ...flows, b: record('b', '') }, trigger: {} }));
  const changed = await items.of(snapshot({ flow: { ...flows, a: record('a', 'z') }, trigger: {} }));
  expect(same).toBe(first);
  expect([...first.all.values(), ...changed.all.values()]).toEqual([{ text: 'x' }, { text: 'z' }]);
  expect(listed).toEqual(['flow', 'trigger']);
});

test('an entity that cannot be read is read again with the next call, and with the next snapshot', async () => {
  const { snapshot } = getBranch();
  let isBroken = true;
  const items = new TriggerItems<Item>((_, { text }) => {
    if (isBroken && text === 'x') throw new Error('a defect');
    return { text };
  });
  const content: Content = { flow: { a: record('a', 'x'), b: record('b', 'y') }, trigger: {} };
  const first = await items.of(snapshot(content));
  expect([...first.failed.keys(), ...first.all.keys()]).toEqual(['flow.a', 'flow.b']);
  expect((await items.of(snapshot(content))).failed.size).toBe(1);
  const same = snapshot(content);
  expect((await items.of(same)).failed.size).toBe(1);
  isBroken = false;
  expect([...(await items.of(same)).all.keys()]).toEqual(['flow.a', 'flow.b']);
  const second = await items.of(snapshot(content));
  expect([...second.failed.keys(), ...second.all.keys()]).toEqual(['flow.a', 'flow.b']);
  expect(second.failed.size).toBe(0);
});
