import { createHash } from 'node:crypto';
import {
  type Catalog,
  createCatalog,
  type HeldEntity,
  type KindDefinition,
  type Snapshot,
} from '../../../controller/catalog/index.js';

/** Files of a branch as the tests write them: path → content. */
export type Tree = Readonly<Record<string, string>>;

/**
 * A small kind that can be wrong in every way: `uses` names other things, `needs` asks something of one of them,
 * `gives` is what it offers, `file` names the text of its `body`, and only one may be the `first`.
 */
export const thing: KindDefinition = {
  kind: 'thing',
  plural: 'things',
  validate: (definition) =>
    definition['bad'] === undefined
      ? []
      : [{ rule: 'field-unknown', pointer: '/bad', at: 'name', message: 'unknown field `bad`' }],
  references: [{ pointer: '/uses/*', kind: 'thing' }],
  attachments: [{ field: 'file', holds: 'body' }],
  exclusive: [{ pointer: '/first', value: true, message: 'only one thing can be the first' }],
  getProvidedNames: ({ gives }) => (Array.isArray(gives) ? offering(gives.map(String)) : undefined),
  compile: ({ name, needs }) => ({
    compiled: { built: name },
    findings: [],
    references: Object.entries(needs ?? {}).map(([other, what]) => ({
      kind: 'thing',
      name: other,
      needs: String(what),
      pointer: `/needs/${other}`,
    })),
  }),
};

const offerings = new Map<string, ReadonlySet<string>>();

function offering(names: readonly string[]): ReadonlySet<string> {
  const key = names.join();
  const known = offerings.get(key) ?? new Set(names);
  offerings.set(key, known);
  return known;
}

/** A branch whose files a test changes step by step. */
export class Branch {
  readonly catalog: Catalog;
  /** How many blobs were read. */
  reads = 0;
  private readonly blobs = new Map<string, Uint8Array>();
  private tree: Tree = {};
  private revisions = 0;
  private clock = Date.parse('2026-01-01T00:00:00Z');

  constructor(kinds: readonly KindDefinition[] = [thing]) {
    this.catalog = createCatalog(kinds, { now: () => new Date(this.clock) });
  }

  load(tree: Tree, held: readonly HeldEntity[] = []): Promise<Snapshot> {
    const files = this.commit(tree).map(({ path, blobId }) => ({ path, blobId: blobId ?? '' }));
    return this.catalog.load({ branch: 'main', revision: this.revision(), files, read: this.read, held });
  }

  /** Only what differs is told to the catalog. */
  advance(previous: Snapshot, tree: Tree): Promise<Snapshot> {
    const old = this.tree;
    const gone = Object.keys(old).filter((path) => !Object.hasOwn(tree, path));
    const changes = this.commit(tree).filter(({ path }) => old[path] !== tree[path]);
    return this.catalog.advance(previous, {
      revision: this.revision(),
      changes: [...changes, ...gone.map((path) => ({ path, blobId: undefined }))],
      read: this.read,
    });
  }

  private commit(tree: Tree): { path: string; blobId: string | undefined }[] {
    this.tree = tree;
    this.revisions += 1;
    this.clock += 1_000;
    return Object.entries(tree).map(([path, content]) => {
      const blobId = createHash('sha1').update(content).digest('hex');
      this.blobs.set(blobId, Buffer.from(content));
      return { path, blobId };
    });
  }

  private revision(): string {
    return `r${this.revisions}`;
  }

  private readonly read = async (blobIds: readonly string[]): Promise<Map<string, Uint8Array>> => {
    this.reads += blobIds.length;
    return new Map(blobIds.map((blobId) => [blobId, this.blobs.get(blobId) ?? new Uint8Array()]));
  };
}

/** `name: Reason message` of every entity that is not ready. */
export function unready(snapshot: Snapshot): string[] {
  return [...snapshot.statuses()]
    .flatMap(({ name, conditions: [ready] }) =>
      ready && ready.status !== 'True' ? [`${name}: ${ready.reason} ${ready.message}`] : [],
    )
    .sort();
}

/** Returns the entities in service: name → the file and the value of `at`, which distinguishes versions. */
export function served(snapshot: Snapshot): Record<string, string> {
  const records = snapshot.list('thing');
  return Object.fromEntries(
    records.map(({ name, path, definition }) => [name, `${path} ${definition['at'] ?? ''}`.trim()]),
  );
}
