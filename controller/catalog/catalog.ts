import { setImmediate } from 'node:timers/promises';
import type { Settings } from '../../schemas/index.js';
import { defaultSettings } from '../settings/index.js';
import type { SourceFile, TreeChange } from '../sources/contract.js';
import { type Analyser, type AnalysisLimits, createAnalyser } from './analyse.js';
import type { Analysis } from './analysis.js';
import { AnalysisCache } from './analysis-cache.js';
import { locate } from './attachments.js';
import {
  type BranchState,
  type EntityId,
  type EntityState,
  emptyState,
  entityId,
  entityOf,
  type FileEntry,
} from './branch-state.js';
import type { Catalog, EntityChange, HeldEntity, KindDefinition, ReadBlobs, Snapshot } from './contract.js';
import { differences } from './differences.js';
import { isEntityFile, isJsonFile } from './entity-files.js';
import { FileRecord } from './file-record.js';
import { LayeredMap } from './layered-map.js';
import { nextState, noAttachments } from './next-state.js';
import { Searches } from './search/searches.js';
import { BranchSnapshot } from './snapshot.js';
import { TextReader } from './text-files.js';

export type FileLimits = Pick<Settings['Limits'], 'YamlFile' | 'YamlDepth' | 'YamlAliases'>;

export interface CatalogOptions {
  /** The file limits of the settings; their defaults when left out. */
  limits?: FileLimits;
  /** Analysed blobs to keep, beyond those that snapshots hold. */
  cacheSize?: number;
  now?: () => Date;
}

const defaultCacheSize = 20_000;
/** Blobs read at a time. */
const batchSize = 256;
/** Milliseconds of analysis after which others get a turn. */
const sliceTime = 10;

export function createCatalog(kinds: readonly KindDefinition[], options: CatalogOptions = {}): Catalog {
  const limits = analysisLimits(options.limits);
  return new BlobCatalog(createAnalyser(kinds, limits), new TextReader(limits.size), options);
}

export function analysisLimits(limits: FileLimits = defaultSettings.Limits): AnalysisLimits {
  return { size: limits.YamlFile, depth: limits.YamlDepth, aliases: limits.YamlAliases };
}

class BlobCatalog implements Catalog {
  private readonly cache: AnalysisCache;
  private readonly searches = new Searches();
  private readonly now: () => Date;

  constructor(
    private readonly analyser: Analyser,
    private readonly textReader: TextReader,
    options: CatalogOptions,
  ) {
    this.cache = new AnalysisCache(options.cacheSize ?? defaultCacheSize);
    this.now = options.now ?? (() => new Date());
  }

  async load(input: Parameters<Catalog['load']>[0]): Promise<Snapshot> {
    const { branch, revision, files, read, held = [] } = input;
    const now = this.now().toISOString();
    const before = this.heldState(held, now);
    const also = held.map(({ kind, name }) => entityId(kind, name));
    const changed = await this.readChanges(before, files, read);
    const state = nextState(before, { revision, now, ...changed, also });
    return new BranchSnapshot(branch, revision, state, this.searches);
  }

  async advance(previous: Snapshot, input: Parameters<Catalog['advance']>[1]): Promise<Snapshot> {
    const { branch, state } = own(previous);
    const { revision } = input;
    const changes = 'changes' in input ? input.changes : changesTo(state, input.files);
    const changed = await this.readChanges(state, changes, input.read);
    const now = this.now().toISOString();
    const next = nextState(state, { revision, now, ...changed });
    return new BranchSnapshot(branch, revision, next, this.searches);
  }

  held(snapshot: Snapshot): HeldEntity[] {
    const { state } = own(snapshot);
    const held: HeldEntity[] = [];
    for (const id of state.notReady.keys()) {
      const { served, home } = entityOf(state, id) ?? {};
      if (!served || home === undefined) continue;
      const { kind, name, blobId, revision, text, attachments } = served;
      const texts = attachments.size > 0 ? { attachments: Object.fromEntries(attachments) } : {};
      held.push({ kind, name, path: home, blobId, revision, content: text, ...texts });
    }
    return held;
  }

  differences(before: Snapshot, after: Snapshot): EntityChange[] {
    return differences(own(before).state, own(after).state);
  }

  private async readChanges(before: BranchState, changes: readonly TreeChange[], read: ReadBlobs) {
    const files = await this.readFiles(changes, read);
    return { files, texts: await this.textReader.read({ before, changes, files, read }) };
  }

  private async readFiles(
    changes: readonly TreeChange[],
    read: ReadBlobs,
  ): Promise<Map<string, FileEntry | undefined>> {
    const files = new Map<string, FileEntry | undefined>();
    const relevant = changes.filter(({ path }) => isEntityFile(path));
    for (let start = 0; start < relevant.length; start += batchSize) {
      await this.readBatch(relevant.slice(start, start + batchSize), read, files);
    }
    return files;
  }

  private async readBatch(
    changes: readonly TreeChange[],
    read: ReadBlobs,
    files: Map<string, FileEntry | undefined>,
  ): Promise<void> {
    const known = new Map(
      changes.map(({ path, blobId }) => [path, blobId && this.cache.get(cacheKey(path, blobId))]),
    );
    const wanted = changes.flatMap(({ path, blobId }) => (blobId && !known.get(path) ? [blobId] : []));
    const blobs = wanted.length > 0 ? await read([...new Set(wanted)]) : new Map<string, Uint8Array>();
    let sliceEnd = performance.now() + sliceTime;
    for (const { path, blobId } of changes) {
      files.set(path, undefined);
      if (blobId !== undefined) {
        const analysis = known.get(path) || this.analyse(path, blobId, blobs);
        files.set(path, { path, blobId, analysis, texts: locate(analysis.files, path) });
      }
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + sliceTime;
    }
  }

  private analyse(path: string, blobId: string, blobs: ReadonlyMap<string, Uint8Array>): Analysis {
    const bytes = blobs.get(blobId);
    if (!bytes) throw new Error(`The source did not give blob ${blobId} of ${path}.`);
    const read = this.analyser.analyse(path, bytes);
    const analysis = startsWithMark(bytes) ? { ...read, text: `\uFEFF${read.text}` } : read;
    this.cache.set(cacheKey(path, blobId), analysis);
    return analysis;
  }

  /** The state before the first: nothing but the versions in service. One that is no longer valid is left out. */
  private heldState(held: readonly HeldEntity[], since: string): BranchState {
    const entities = new Map<string, Map<EntityId, EntityState>>();
    const notReady = new Map<EntityId, true>();
    for (const { kind, name, path, blobId, revision, content, attachments } of held) {
      const analysis = this.analyser.analyse(path, Buffer.from(content));
      const { identity } = analysis;
      if (!analysis.valid || identity?.kind !== kind || identity.name !== name) continue;
      const texts = attachments ? new Map(Object.entries(attachments)) : noAttachments;
      const version = { path, blobId, revision, attachments: texts };
      const served = new FileRecord({ ...analysis, text: content }, version);
      const ofKind = entities.get(kind) ?? new Map<EntityId, EntityState>();
      entities.set(kind, ofKind.set(entityId(kind, name), { served, home: path, since }));
      notReady.set(entityId(kind, name), true);
    }
    const maps = [...entities].map(
      ([kind, ofKind]) => [kind, LayeredMap.empty<EntityState>().with(ofKind)] as const,
    );
    return { ...emptyState, entities: new Map(maps), notReady: emptyState.notReady.with(notReady) };
  }
}

/** What leads from the files of a state to these. */
function changesTo({ files, texts }: BranchState, to: readonly SourceFile[]): TreeChange[] {
  const present = new Set(to.map(({ path }) => path));
  const gone = [...files.keys(), ...texts.keys()].filter((path) => !present.has(path));
  const changed = to.filter(({ path, blobId }) => (files.get(path) ?? texts.get(path))?.blobId !== blobId);
  return [...changed, ...gone.map((path) => ({ path, blobId: undefined }))];
}

/** The byte order mark is no part of what is parsed, but of what is given out as the file. */
function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** JSON is read more strictly than YAML, so that one blob can mean two things. */
function cacheKey(path: string, blobId: string): string {
  return isJsonFile(path) ? `${blobId}.json` : blobId;
}

function own(snapshot: Snapshot): BranchSnapshot {
  if (snapshot instanceof BranchSnapshot) return snapshot;
  throw new Error('The snapshot was not made by this catalog.');
}
