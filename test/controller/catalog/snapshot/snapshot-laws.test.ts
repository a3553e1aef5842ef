import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findEntityText, type Snapshot } from '../../../../controller/catalog/index.js';
import { Branch, type Tree } from '../branch.js';

const names = ['a', 'b', 'c', 'd'];
const paths = ['1.yaml', '2.yaml', '3.yaml', 'in/4.yaml', 'in/5.yaml'];
const texts = ['x.md', 'y.md', 'in/x.md'];

const content = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        name: fc.constantFrom(...names),
        at: fc.nat(3),
        uses: fc.option(fc.subarray(names), { nil: undefined }),
        needs: fc.option(fc.dictionary(fc.constantFrom(...names), fc.constantFrom('x', 'y')), {
          nil: undefined,
        }),
        gives: fc.option(fc.subarray(['x', 'y']), { nil: undefined }),
        first: fc.constantFrom(undefined, undefined, true),
        file: fc.constantFrom(undefined, undefined, 'x.md', '../y.md', '/in/x.md'),
        bad: fc.constantFrom(undefined, undefined, undefined, true),
      })
      .map((fields) => JSON.stringify({ kind: 'thing', ...fields })),
  },
  { weight: 1, arbitrary: fc.constantFrom('kind: [', 'services: {}', 'name: a', 'kind: thing\n') },
);

const entityEdit = fc.record({
  path: fc.constantFrom(...paths),
  content: fc.option(content, { nil: undefined }),
});
const textEdit = fc.record({
  path: fc.constantFrom(...texts),
  content: fc.constantFrom('one', 'two', '\0', undefined),
});
const edit = fc.oneof({ weight: 3, arbitrary: entityEdit }, { weight: 1, arbitrary: textEdit });
/** Each commit changes up to three files. */
const history = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });

function apply(tree: Tree, edits: readonly { path: string; content: string | undefined }[]): Tree {
  const next = { ...tree };
  for (const { path, content: text } of edits) {
    if (text === undefined) delete next[path];
    else next[path] = text;
  }
  return next;
}

/** Returns the path that `file` names in the file at `path`. */
function getPlace(file: string, path: string): string {
  return new URL(file, `file:///${path}`).pathname.slice(1);
}

/** All that a reader can see, but for when and at which revision it came to be. */
function visible(snapshot: Snapshot): unknown {
  const entities = [...snapshot.statuses()].map(({ kind, name, conditions, findings }) => {
    const record = snapshot.get(kind, name);
    return {
      name,
      conditions: conditions.map(({ status, reason, message }) => ({ status, reason, message })),
      findings,
      served: record && {
        path: record.path,
        blobId: record.blobId,
        definition: record.definition,
        attachments: [...record.attachments],
      },
    };
  });
  return {
    entities: entities.sort((one, other) => (one.name < other.name ? -1 : 1)),
    listed: snapshot.list('thing').map(({ name }) => name),
    findings: snapshot.findings,
    counts: snapshot.counts,
  };
}

describe('the laws of snapshots', () => {
  test('any history ends where loading its last tree with the held versions does', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (commits) => {
        const branch = new Branch();
        let tree: Tree = {};
        let snapshot = await branch.load(tree);
        for (const edits of commits) {
          tree = apply(tree, edits);
          snapshot = await branch.advance(snapshot, tree);
        }
        const loaded = await new Branch().load(tree, branch.catalog.held(snapshot));
        expect(visible(snapshot)).toEqual(visible(loaded));
      }),
      { numRuns: 400 },
    );
  });

  test('a ready entity is served as its file says; all it refers to is ready', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (commits) => {
        const branch = new Branch();
        let tree: Tree = {};
        let snapshot = await branch.load(tree);
        for (const edits of commits) {
          tree = apply(tree, edits);
          snapshot = await branch.advance(snapshot, tree);
        }
        for (const { kind, name, conditions } of snapshot.statuses()) {
          if (conditions[0]?.status !== 'True') continue;
          const record = snapshot.get(kind, name);
          expect(record && JSON.parse(tree[record.path] ?? 'null')).toEqual(record?.definition);
          const { file } = record?.definition ?? {};
          const text = typeof file === 'string' && record ? tree[getPlace(file, record.path)] : undefined;
          expect(record && findEntityText(record, 'body')).toBe(text);
          expect(text === undefined).toBe(file === undefined);
          for (const reference of record?.references ?? []) {
            expect(snapshot.status(reference.kind, reference.name)?.conditions[0]?.status).toBe('True');
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the time of the last transition moves with the status alone', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (commits) => {
        const branch = new Branch();
        let tree: Tree = {};
        let snapshot = await branch.load(tree);
        for (const edits of commits) {
          const before = snapshot;
          tree = apply(tree, edits);
          snapshot = await branch.advance(before, tree);
          for (const { kind, name, conditions } of snapshot.statuses()) {
            const [old] = before.status(kind, name)?.conditions ?? [];
            const [now] = conditions;
            const moved = old?.lastTransitionTime !== now?.lastTransitionTime;
            expect(moved).toBe(old?.status !== now?.status);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
