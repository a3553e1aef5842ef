import {
  createCatalog,
  type HeldEntity,
  type KindDefinition,
  type Snapshot,
} from '../../../controller/catalog/index.js';
import { blobId } from '../../../controller/git/index.js';
import type { Files, History } from './history.js';

/**
 * The expected state in service, computed by loading each whole tree from scratch into a new catalog, which is given
 * only the versions that were in service before.
 */
export class Oracle {
  /** In service. */
  current: Snapshot | undefined;
  /** Seen and held back as a whole. */
  held: { revision: string; reason: 'prune' | 'invalid' } | undefined;

  constructor(
    private readonly kinds: readonly KindDefinition[],
    private readonly rules: Pick<History, 'policy' | 'pruneLimit'>,
  ) {}

  async see(revision: string, files: Files, isConfirmed: boolean): Promise<void> {
    if (this.current?.revision === revision) {
      this.held = undefined;
      return;
    }
    const candidate = await this.#load(revision, files);
    const reason = this.#verdict(candidate, isConfirmed);
    this.held = reason && { revision, reason };
    if (!reason) this.current = candidate;
  }

  #verdict(candidate: Snapshot, isConfirmed: boolean): 'prune' | 'invalid' | undefined {
    const unready = [...candidate.statuses()].filter(({ conditions }) => conditions[0]?.status !== 'True');
    const isFlawed = unready.length > 0 || candidate.counts.invalid > 0;
    if (this.rules.policy === 'commit' && isFlawed) return 'invalid';
    if (isConfirmed || !this.current) return undefined;
    const before = served(this.current);
    const after = new Set(served(candidate).map(({ name }) => name));
    const gone = before.filter(({ name }) => !after.has(name)).length;
    const known = [...this.current.statuses()].length;
    const isMuch = gone >= 10 && gone > (known * this.rules.pruneLimit) / 100;
    return isMuch || (candidate.counts.files === 0 && known > 0) ? 'prune' : undefined;
  }

  #load(revision: string, files: Files): Promise<Snapshot> {
    const blobs = new Map(
      Object.entries(files).map(([path, text]) => [path, { id: blobId(Buffer.from(text)), text }]),
    );
    return createCatalog(this.kinds).load({
      branch: 'main',
      revision,
      files: [...blobs].map(([path, { id }]) => ({ path, blobId: id })),
      read: async () => new Map([...blobs.values()].map(({ id, text }) => [id, Buffer.from(text)])),
      held: this.current ? served(this.current) : [],
    });
  }
}

function served(snapshot: Snapshot): HeldEntity[] {
  return snapshot.list('thing').map(({ kind, name, path, blobId: id, revision, attachments }) => ({
    kind,
    name,
    path,
    blobId: id,
    revision,
    content: snapshot.source(kind, name) ?? '',
    ...(attachments.size > 0 ? { attachments: Object.fromEntries(attachments) } : {}),
  }));
}

/** All that a reader can see of a snapshot, but for when and from which revision each version came. */
export function visible(snapshot: Snapshot | undefined): unknown {
  if (!snapshot) return undefined;
  const entities = [...snapshot.statuses()].map(({ kind, name, conditions, findings }) => {
    const record = snapshot.get(kind, name);
    return {
      name,
      conditions: conditions.map(({ status, reason, message }) => ({ status, reason, message })),
      findings,
      source: snapshot.source(kind, name),
      served: record && {
        path: record.path,
        blobId: record.blobId,
        definition: record.definition,
        references: record.references,
        attachments: [...record.attachments],
      },
    };
  });
  return {
    revision: snapshot.revision,
    entities: entities.sort((one, other) => (one.name < other.name ? -1 : 1)),
    listed: snapshot.list('thing').map(({ name }) => name),
    findings: snapshot.findings,
    counts: snapshot.counts,
  };
}
