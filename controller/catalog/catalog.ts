import type { Settings } from '../../schemas/index.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import type { SourceFile, TreeChange } from '../sources/source/source.js';
import { type Analyser, type AnalysisLimits, createAnalyser } from './parse/analyse.js';
import { Analyses, type Blob, type Prepared, type ReadBlobs } from './parse/analyses.js';
import type { AnalysisStore } from './parse/analysis-store.js';
import { fileFault, isEntityFile } from './parse/entity-files.js';
import type { KindDefinition } from './parse/kind-definition.js';
import { locate } from './parse/named-files.js';
import { Searches } from './search/searches.js';
import { BranchSnapshot, stateOf } from './snapshot/branch-snapshot.js';
import type { Snapshot } from './snapshot/contract.js';
import {
  type BranchState,
  type EntityId,
  type EntityState,
  emptyState,
  entityId,
  entityOf,
  type FileEntry,
  FileRecord,
  type HeldEntity,
  identityId,
  settleLayers,
} from './state/branch-state.js';
import { TextReader } from './state/file-index.js';
import { LayeredMap } from './state/layered-map.js';
import { differences, type EntityChange, nextState, noAttachments } from './state/next-state.js';
import { AnalysisThreads, type StartAnalysisThread } from './threads/analysis-threads.js';

/** Turns files into snapshots. Analyses are cached by blob id, so that branches share them. */
export interface Catalog {
  /** The first snapshot, from a whole tree; `held` are the last good versions from before a restart. */
  load(input: {
    branch: string;
    revision: string;
    files: readonly SourceFile[];
    read: ReadBlobs;
    held?: readonly HeldEntity[];
  }): Promise<Snapshot>;
  /** The next snapshot. Costs as much as the changes, or as the number of files when they are given instead. */
  advance(
    previous: Snapshot,
    input: { revision: string; read: ReadBlobs } & (
      | { changes: readonly TreeChange[] }
      | { files: readonly SourceFile[] }
    ),
  ): Promise<Snapshot>;
  /** The entities that a snapshot serves in an older version than that of its revision. */
  held(snapshot: Snapshot): HeldEntity[];
  /** The entities that were created, updated or deleted in service; costs as much as the snapshots differ. */
  differences(before: Snapshot, after: Snapshot): EntityChange[];
}

export type FileLimits = Pick<Settings['Limits'], 'YamlFile' | 'YamlDepth' | 'YamlAliases'>;

export interface CatalogOptions {
  /** The file limits of the settings; by default, the defaults of the settings. */
  limits?: FileLimits;
  /** Opens the store that keeps analyses between two starts; called when many files must be analysed. */
  openStore?: () => AnalysisStore;
  /** Starts a thread for analyses; without it, the event loop makes all of them. */
  startThread?: StartAnalysisThread;
  now?: () => Date;
}

/** Blobs read at a time. */
const batchSize = 512;
/** Changed files that take milliseconds to link. */
const manyFiles = 256;

/** A catalog with the right to close it, for the caller that created it. */
export interface OwnedCatalog extends Catalog {
  /** Writes the remaining analyses to the store and closes it; ends the threads. */
  close(): Promise<void>;
}

export function createCatalog(kinds: readonly KindDefinition[], options: CatalogOptions = {}): OwnedCatalog {
  const limits = analysisLimits(options.limits);
  const { startThread } = options;
  const threads = startThread && new AnalysisThreads(startThread, limits);
  return new BlobCatalog(createAnalyser(kinds, limits), threads, new TextReader(limits.size), options);
}

/** The defaults of the settings; a test compares them. */
const defaultLimits: FileLimits = { YamlFile: 1_048_576, YamlDepth: 100, YamlAliases: 100 };

export function analysisLimits(limits: FileLimits = defaultLimits): AnalysisLimits {
  return { size: limits.YamlFile, depth: limits.YamlDepth, aliases: limits.YamlAliases };
}

class BlobCatalog implements OwnedCatalog {
  private readonly analyses: Analyses;
  private readonly searches = new Searches();
  private readonly now: () => Date;

  constructor(
    private readonly analyser: Analyser,
    private readonly threads: AnalysisThreads | undefined,
    private readonly textReader: TextReader,
    options: CatalogOptions,
  ) {
    this.analyses = new Analyses(analyser, options.openStore, threads);
    this.now = options.now ?? (() => new Date());
  }

  async load(input: Parameters<Catalog['load']>[0]): Promise<Snapshot> {
    const { branch, revision, files, read, held = [] } = input;
    const now = this.now().toISOString();
    const before = this.heldState(held, now);
    const also = held.map(({ kind, name }) => entityId(kind, name));
    const changed = await this.readChanges(before, files, read, false);
    const state = nextState(before, { revision, now, ...changed, also });
    return new BranchSnapshot(branch, revision, state, this.searches);
  }

  async advance(previous: Snapshot, input: Parameters<Catalog['advance']>[1]): Promise<Snapshot> {
    const { branch } = previous;
    const state = stateOf(previous);
    const { revision } = input;
    const changes = 'changes' in input ? input.changes : changesTo(state, input.files);
    const changed = await this.readChanges(state, changes, input.read, true);
    const now = this.now().toISOString();
    if (changed.files.size > manyFiles) await nextTurn();
    const next = nextState(state, { revision, now, ...changed });
    return new BranchSnapshot(branch, revision, next, this.searches);
  }

  held(snapshot: Snapshot): HeldEntity[] {
    const state = stateOf(snapshot);
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
    return differences(stateOf(before), stateOf(after));
  }

  async close(): Promise<void> {
    this.analyses.close();
    await this.threads?.close();
  }

  private async readChanges(
    before: BranchState,
    changes: readonly TreeChange[],
    read: ReadBlobs,
    isChange: boolean,
  ) {
    const { files, hidden } = settleLayers(before, await this.readFiles(before, changes, read, isChange));
    return { files, hidden, texts: await this.textReader.read({ before, changes, files, read }) };
  }

  private async readFiles(
    before: BranchState,
    changes: readonly TreeChange[],
    read: ReadBlobs,
    isChange: boolean,
  ): Promise<Map<string, FileEntry | undefined>> {
    const files = new Map<string, FileEntry | undefined>();
    const relevant = changes.filter(
      ({ path, nonFile }) => isEntityFile(path) || nonFile !== undefined || before.files.has(path),
    );
    // The next blobs are read while these are analysed.
    const prepare = (start: number) =>
      this.analyses.prepare(blobsOf(relevant.slice(start, start + batchSize)), read, isChange);
    let next = prepare(0);
    for (let start = 0; start < relevant.length; start += batchSize) {
      const prepared = next;
      next = prepare(start + batchSize);
      await this.readBatch(relevant.slice(start, start + batchSize), prepared, files);
    }
    this.analyses.settle();
    return files;
  }

  private async readBatch(
    changes: readonly TreeChange[],
    prepared: Prepared,
    files: Map<string, FileEntry | undefined>,
  ): Promise<void> {
    const rest = await prepared.rest;
    for (const { path, blobId, nonFile, overlay } of changes) {
      if (isTurnOver()) await nextTurn();
      files.set(path, undefined);
      if (blobId !== undefined) {
        const analysis = fileFault(path, nonFile) ?? this.analyses.get({ path, blobId }, prepared, rest);
        const texts = locate(analysis.files, path);
        files.set(path, { path, blobId, nonFile, analysis, id: identityId(analysis), texts, overlay });
      }
    }
  }

  /** The state before the first revision: the held versions in service, without those that are no longer valid. */
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

/** The blobs among changes that can be read. */
function blobsOf(changes: readonly TreeChange[]): Blob[] {
  return changes.flatMap(({ path, blobId, nonFile }) =>
    blobId === undefined || fileFault(path, nonFile) ? [] : [{ path, blobId }],
  );
}

/** The changes from the files of a state to the given files. */
function changesTo({ files, hidden, texts }: BranchState, to: readonly SourceFile[]): TreeChange[] {
  const present = new Set(to.map(({ path }) => path));
  const gone = [...files.keys(), ...hidden.entries.keys(), ...texts.keys()].filter(
    (path) => !present.has(path),
  );
  const changed = to.filter(({ path, blobId, nonFile, overlay }) => {
    const entry = files.get(path) ?? hidden.entries.get(path);
    const known = entry ?? texts.get(path);
    return (
      known?.blobId !== blobId ||
      entry?.nonFile !== nonFile ||
      (known.overlay === undefined) !== (overlay === undefined) ||
      known.overlay?.hides !== overlay?.hides
    );
  });
  return [...changed, ...gone.map((path) => ({ path, blobId: undefined }))];
}
