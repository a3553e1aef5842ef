import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCatalog, type Snapshot } from '../../../../controller/catalog/index.js';
import { served, thing, unready } from '../branch.js';

interface File {
  content: string;
  isOver: boolean;
}
type Tree = ReadonlyMap<string, File>;

const named = (name: string, fields: object = {}) => JSON.stringify({ kind: 'thing', name, ...fields });
const below = (content: string): File => ({ content, isOver: false });
const over = (content: string): File => ({ content, isOver: true });

test('a file of the overlay hides the one that defines the same entity elsewhere, until it is gone', async () => {
  const layers = new LayeredBranch();
  const first = new Map([['in/a.yaml', below(named('a', { at: 1 }))]]);
  const snapshot = await layers.load(first);
  const both = new Map([...first, ['mine.yaml', over(named('a', { at: 2 }))] as const]);
  const laid = await layers.advance(snapshot, both);
  expect([served(laid), unready(laid), laid.findings]).toEqual([{ a: 'mine.yaml 2' }, [], []]);
  expect(served(await layers.advance(laid, first))).toEqual({ a: 'in/a.yaml 1' });
});

test('two files of the overlay that define the same entity are duplicates, and no file below is named', async () => {
  const tree = new Map([
    ['below.yaml', below(named('a'))],
    ['one.yaml', over(named('a'))],
    ['two.yaml', over(named('a'))],
  ]);
  const snapshot = await new LayeredBranch().load(tree);
  expect(snapshot.findings.map(({ file }) => file)).toEqual(['one.yaml', 'two.yaml']);
  expect(JSON.stringify(snapshot.findings)).not.toContain('below.yaml');
});

test('claims and references of a hidden file do not count', async () => {
  const tree = new Map([
    ['a.yaml', below(named('a', { first: true, uses: ['nobody'] }))],
    ['b.yaml', below(named('b', { first: true }))],
    ['mine.yaml', over(named('a'))],
  ]);
  const snapshot = await new LayeredBranch().load(tree);
  expect([unready(snapshot), snapshot.findings]).toEqual([[], []]);
});

const paths = ['1.yaml', '2.yaml', '3.yaml', '4.yaml'];
const file = fc.record({
  content: fc
    .record({ name: fc.constantFrom('a', 'b', 'c'), at: fc.nat(2), first: fc.constantFrom(undefined, true) })
    .map(({ name, ...fields }) => named(name, fields)),
  isOver: fc.boolean(),
});
const edit = fc.record({ path: fc.constantFrom(...paths), file: fc.option(file, { nil: undefined }) });
const history = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 });

test('any history ends in the same state as loading only the visible files', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (commits) => {
      const layers = new LayeredBranch();
      const tree = new Map<string, File>();
      let snapshot = await layers.load(tree);
      for (const edits of commits) {
        for (const { path, file } of edits) file ? tree.set(path, file) : tree.delete(path);
        snapshot = await layers.advance(snapshot, tree);
      }
      const flat = await new LayeredBranch().load(selectVisible(tree), layers.catalog.held(snapshot));
      expect(served(snapshot)).toEqual(served(flat));
      expect(unready(snapshot)).toEqual(unready(flat));
      expect(snapshot.findings).toEqual(flat.findings);
    }),
    { numRuns: 300 },
  );
});

/** In one layer, without what the overlay hides. */
function selectVisible(tree: Tree): Tree {
  const getName = ({ content }: File) => JSON.parse(content).name as string;
  const above = new Set([...tree.values()].filter(({ isOver }) => isOver).map(getName));
  const visible = [...tree].filter(([, file]) => file.isOver || !above.has(getName(file)));
  return new Map(visible.map(([path, { content }]) => [path, below(content)]));
}

class LayeredBranch {
  readonly catalog = createCatalog([thing], { now: () => new Date(0) });
  readonly #blobs = new Map<string, Uint8Array>();
  #tree: Tree = new Map();

  load(tree: Tree, held: Parameters<typeof this.catalog.load>[0]['held'] = []): Promise<Snapshot> {
    const files = [...this.#commit(tree)].map(([path, file]) => ({ path, ...file }));
    return this.catalog.load({ branch: 'local', revision: 'r', files, read: this.#read, held });
  }

  advance(previous: Snapshot, tree: Tree): Promise<Snapshot> {
    const gone = [...this.#tree.keys()].filter((path) => !tree.has(path));
    const changes = [...this.#commit(tree)].map(([path, file]) => ({ path, ...file }));
    return this.catalog.advance(previous, {
      revision: 'r',
      changes: [...changes, ...gone.map((path) => ({ path, blobId: undefined }))],
      read: this.#read,
    });
  }

  *#commit(tree: Tree): Generator<[string, { blobId: string; overlay?: { hides: undefined } }]> {
    this.#tree = new Map(tree);
    for (const [path, { content, isOver }] of tree) {
      const blobId = createHash('sha1').update(content).digest('hex');
      this.#blobs.set(blobId, Buffer.from(content));
      yield [path, { blobId, ...(isOver ? { overlay: { hides: undefined } } : {}) }];
    }
  }

  readonly #read = async (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, this.#blobs.get(id) ?? new Uint8Array()]));
}
