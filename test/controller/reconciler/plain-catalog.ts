import type {
  Catalog,
  EntityChange,
  EntityRecord,
  EntityStatus,
  HeldEntity,
  Snapshot,
} from '../../../controller/catalog/index.js';
import type { TreeChange } from '../../../controller/sources/source/source.js';

interface PlainFile {
  blobId: string;
  text: string;
}

interface PlainSnapshot extends Snapshot {
  readonly files: ReadonlyMap<string, PlainFile>;
  readonly held: readonly HeldEntity[];
}

/** A catalog that knows `kind:` and `name:` lines alone; a file with `broken` in it is invalid. */
export class PlainCatalog implements Catalog {
  /** The calls, in order. */
  readonly calls: string[] = [];
  /** Thrown by the next calls. */
  failure: Error | undefined;

  textWith(): Promise<string> {
    return Promise.reject(new Error('The reconciler writes no files'));
  }

  async load(input: Parameters<Catalog['load']>[0]): Promise<Snapshot> {
    this.#note('load');
    const blobs = await input.read(input.files.map((file) => String(file.blobId)));
    const files = new Map(
      input.files
        .map(({ path, blobId: id }) => ({ path, blobId: String(id) }))
        .map(({ path, blobId }) => [path, { blobId, text: toText(blobs.get(blobId)) }]),
    );
    return getSnapshot(input.branch, input.revision, files, input.held ?? []);
  }

  async advance(previous: Snapshot, input: Parameters<Catalog['advance']>[1]): Promise<Snapshot> {
    const before = previous as PlainSnapshot;
    const changes: readonly TreeChange[] = 'changes' in input ? input.changes : input.files;
    this.#note('changes' in input ? `advance ${changes.length}` : 'advance whole');
    const blobs = await input.read(
      changes.flatMap((change) => (change.blobId === undefined ? [] : String(change.blobId))),
    );
    const files = new Map('changes' in input ? before.files : []);
    for (const { path, blobId: id } of changes) {
      const blobId = String(id);
      if (id === undefined) files.delete(path);
      else files.set(path, { blobId, text: toText(blobs.get(blobId)) });
    }
    const good = [...before.files]
      .map(([path, file]) => parse(path, file, before.revision))
      .filter((entity) => !entity.content.includes('broken'));
    return getSnapshot(before.branch, input.revision, files, [...before.held, ...good]);
  }

  held(snapshot: Snapshot): HeldEntity[] {
    return [...(snapshot as PlainSnapshot).held];
  }

  unserved(): string[] {
    return [];
  }

  differences(before: Snapshot, after: Snapshot): EntityChange[] {
    const [was, is] = [before.list('flow'), after.list('flow')];
    return [...new Set([...was, ...is].map(({ name }) => name))].flatMap((name): EntityChange[] => {
      const [from, to] = [was, is].map((all) => all.find((one) => one.name === name));
      if (from?.blobId === to?.blobId) return [];
      const change = from && to ? 'updated' : to ? 'created' : 'deleted';
      return [{ kind: 'flow', name, change, path: (to ?? from)?.path ?? '' }];
    });
  }

  #note(call: string): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }
}

function getSnapshot(
  branch: string,
  revision: string,
  files: ReadonlyMap<string, PlainFile>,
  good: readonly HeldEntity[],
): PlainSnapshot {
  const records = new Map<string, EntityRecord>();
  const held: HeldEntity[] = [];
  let invalid = 0;
  for (const [path, file] of files) {
    let entity = parse(path, file, revision);
    if (entity.content.includes('broken')) {
      invalid++;
      const last = good.findLast((one) => one.kind === entity.kind && one.name === entity.name);
      if (!last) continue;
      held.push(last);
      entity = last;
    }
    records.set(`${entity.kind}/${entity.name}`, {
      ...entity,
      text: entity.content,
      definition: { text: entity.content },
      references: [],
      attachments: new Map(),
      compiled: undefined,
    });
  }
  return {
    branch,
    revision,
    files,
    held,
    get: (kind, name) => records.get(`${kind}/${name}`),
    changedNames: () => undefined,
    list: (kind) => [...records.values()].filter((record) => record.kind === kind),
    status: () => undefined,
    statuses: () => [] as EntityStatus[],
    lastGood: () => undefined,
    unready: () => [],
    unreadyFiles: () => [],
    source: () => undefined,
    origin: () => undefined,
    search: async () => [],
    findings: [],
    readFindings: async () => [],
    counts: { files: files.size, entities: records.size, invalid },
    otherTools: new Map(),
  };
}

function parse(path: string, { blobId, text }: PlainFile, revision: string): HeldEntity {
  const field = (name: string) => new RegExp(`^${name}: (\\S+)`, 'm').exec(text)?.[1] ?? path;
  return { kind: field('kind'), name: field('name'), path, blobId, revision, content: text };
}

function toText(bytes: Uint8Array | undefined): string {
  if (!bytes) throw new Error('a blob was not read');
  return Buffer.from(bytes).toString('utf8');
}
