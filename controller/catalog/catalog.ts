import type { Settings } from '../../schemas/index.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import type { SourceFile, TreeChange } from '../sources/source/source.js';
import { type Analyser, type AnalysisLimits, createAnalyser } from './parse/analyse.js';
import { Analyses, type Blob, type PreparedAnalyses, type ReadBlobs } from './parse/analyses.js';
import type { Analysis } from './parse/analysis.js';
import type { AnalysisStore } from './parse/analysis-store.js';
import { analysisAt, fileFault, isEntityFile } from './parse/entity-files.js';
import type { KindDefinition } from './parse/kind-definition.js';
import { locate } from './parse/named-files.js';
import { createTolerantAnalysis } from './parse/tolerant-analysis.js';
import { isRefusedAtOnce } from './rules/index.js';
import { Searches } from './search/searches.js';
import { BranchSnapshot, getSnapshotState } from './snapshot/branch-snapshot.js';
import type { Snapshot } from './snapshot/contract.js';
import {
  type BranchState,
  type EntityId,
  type EntityState,
  emptyState,
  entityId,
  type FileEntry,
  FileRecord,
  findEntity,
  getEntityKind,
  getEntityName,
  type HeldEntity,
  identityId,
  settleLayers,
} from './state/branch-state.js';
import { TextReader } from './state/file-index.js';
import { LayeredMap } from './state/layered-map.js';
import { differences, type EntityChange, link, noAttachments } from './state/next-state.js';
import { getFacts } from './state/readiness.js';
import {
  isBefore,
  type ToleranceInput,
  toleranceEnd,
  tolerateUpgrade,
  type Upgrade,
} from './state/tolerance.js';
import { AnalysisThreads, type StartAnalysisThread } from './threads/analysis-threads.js';
import { textWith, type WantedText } from './threads/file-texts.js';

/** Turns files into snapshots. Analyses are cached by blob id, so that branches share them. */
export interface Catalog {
  /** The first snapshot, from a whole tree; `held` are the last good versions from before a restart. */
  load(input: {
    branch: string;
    revision: string;
    files: readonly SourceFile[];
    read: ReadBlobs;
    held?: readonly HeldEntity[];
    /** Set when another version of svc had this revision in service: what only a new rule refuses stays. */
    upgrade?: Upgrade | undefined;
  }): Promise<Snapshot>;
  /** The next snapshot. Costs as much as the changes, or as the number of files when they are given instead. */
  advance(
    previous: Snapshot,
    input: { revision: string; read: ReadBlobs } & (
      | { changes: readonly TreeChange[] }
      | { files: readonly SourceFile[] }
    ),
  ): Promise<Snapshot>;
  /** The text of a file with a definition; see `textWith`. Made in a thread. */
  textWith(request: WantedText): Promise<string>;
  /** The entities that a snapshot serves in an older version than that of its revision. */
  held(snapshot: Snapshot): HeldEntity[];
  /** The entities of which no version is in service. */
  unserved(snapshot: Snapshot): EntityId[];
  /** The entities that were created, updated or deleted in service; costs as much as the snapshots differ. */
  differences(before: Snapshot, after: Snapshot): EntityChange[];
}

export type FileLimits = Pick<Settings['Limits'], 'YamlFile' | 'YamlDepth' | 'YamlAliases'>;

export interface CatalogOptions {
  /** The file limits of the settings; by default, the defaults of the settings. */
  limits?: FileLimits;
  /** Opens the store that keeps analyses between two starts; called when many files must be analysed. */
  openStore?: () => AnalysisStore;
  /** The version of svc, which decides how long an upgrade tolerates entities that a new rule refuses. */
  version?: string;
  /** Starts a thread for analyses; without it, the event loop makes all of them. */
  startThread?: StartAnalysisThread;
  now?: () => Date;
  /** True for an entity that references in a branch may name although the branch does not define it. */
  isElsewhere?(branch: string, kind: string, name: string): boolean;
  /** svc's folder in the repository (`Git.Path`). */
  path?: string | undefined;
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
  const analyser = createAnalyser(kinds, limits);
  return new BlobCatalog({ analyser, kinds, limits, threads }, options);
}

/** The defaults of the settings; a test compares them. */
const defaultLimits: FileLimits = { YamlFile: 1_048_576, YamlDepth: 100, YamlAliases: 100 };

export function analysisLimits(limits: FileLimits = defaultLimits): AnalysisLimits {
  return { size: limits.YamlFile, depth: limits.YamlDepth, aliases: limits.YamlAliases };
}

interface CatalogParts {
  analyser: Analyser;
  kinds: readonly KindDefinition[];
  limits: AnalysisLimits;
  threads: AnalysisThreads | undefined;
}

class BlobCatalog implements OwnedCatalog {
  readonly #analyses: Analyses;
  readonly #searches = new Searches();
  readonly #now: () => Date;
  readonly #textReader: TextReader;
  readonly #version: string;
  readonly #prefix: string;
  #ofTolerant: ToleranceInput['analyse'] | undefined;

  constructor(
    private readonly parts: CatalogParts,
    private readonly options: CatalogOptions,
  ) {
    const { analyser, threads, limits } = parts;
    this.#textReader = new TextReader(limits.size, threads);
    this.#analyses = new Analyses(analyser, options.openStore, threads);
    this.#now = options.now ?? (() => new Date());
    this.#version = options.version ?? '0.0.0';
    this.#prefix = options.path === undefined ? '' : `${options.path}/`;
  }

  async textWith(request: WantedText): Promise<string> {
    const { threads } = this.parts;
    return threads ? threads.textWith(request) : textWith(request);
  }

  async load(input: Parameters<Catalog['load']>[0]): Promise<Snapshot> {
    const { branch, revision, files, read, held = [], upgrade } = input;
    const now = this.#now().toISOString();
    const isElsewhere = (id: EntityId) =>
      this.options.isElsewhere?.(branch, getEntityKind(id), getEntityName(id)) ?? false;
    const before = { ...(await this.#heldState(held, now, upgrade !== undefined)), isElsewhere };
    const also = held.map(({ kind, name }) => entityId(kind, name));
    const changed = await this.#readChanges(before, files, read, false);
    const state = await link(before, { revision, now, ...changed, also });
    const kept = upgrade ? await this.#tolerated(state, { upgrade, revision, held: new Set(also) }) : state;
    return new BranchSnapshot(branch, revision, kept, this.#searches);
  }

  async advance(previous: Snapshot, input: Parameters<Catalog['advance']>[1]): Promise<Snapshot> {
    const { branch } = previous;
    const state = getSnapshotState(previous);
    const { revision } = input;
    const changes = 'changes' in input ? input.changes : changesTo(state, input.files);
    const changed = await this.#readChanges(state, changes, input.read, true);
    const now = this.#now().toISOString();
    if (changed.files.size > manyFiles) await nextTurn();
    const next = await link(state, { revision, previous: previous.revision, now, ...changed });
    return new BranchSnapshot(branch, revision, next, this.#searches);
  }

  held(snapshot: Snapshot): HeldEntity[] {
    const state = getSnapshotState(snapshot);
    const held: HeldEntity[] = [];
    for (const id of state.notReady.keys()) {
      const entity = findEntity(state, id);
      const { served, home, lastGood = served?.revision, toleratedUntil } = entity ?? {};
      if (!served || home === undefined) continue;
      const { kind, name, blobId, revision, text, attachments } = served;
      const texts = attachments.size > 0 ? { attachments: Object.fromEntries(attachments) } : {};
      const good = lastGood === undefined || lastGood === revision ? {} : { lastGood };
      const until = toleratedUntil === undefined ? {} : { toleratedUntil };
      held.push({ kind, name, path: home, blobId, revision, content: text, ...good, ...until, ...texts });
    }
    return held;
  }

  unserved(snapshot: Snapshot): EntityId[] {
    const state = getSnapshotState(snapshot);
    return [...state.notReady.keys()].filter((id) => findEntity(state, id)?.served === undefined);
  }

  differences(before: Snapshot, after: Snapshot): EntityChange[] {
    return differences(getSnapshotState(before), getSnapshotState(after));
  }

  async close(): Promise<void> {
    this.#analyses.close();
    await this.parts.threads?.close();
  }

  async #readChanges(
    before: BranchState,
    changes: readonly TreeChange[],
    read: ReadBlobs,
    isChange: boolean,
  ) {
    const { files, hidden } = settleLayers(before, await this.#readFiles(before, changes, read, isChange));
    return { files, hidden, texts: await this.#textReader.read({ before, changes, files, read }) };
  }

  async #readFiles(
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
      this.#analyses.prepare(getBlobs(relevant.slice(start, start + batchSize)), read, isChange);
    let next = prepare(0);
    for (let start = 0; start < relevant.length; start += batchSize) {
      const prepared = next;
      next = prepare(start + batchSize);
      await this.#readBatch(relevant.slice(start, start + batchSize), prepared, files);
    }
    this.#analyses.settle();
    return files;
  }

  async #readBatch(
    changes: readonly TreeChange[],
    prepared: PreparedAnalyses,
    files: Map<string, FileEntry | undefined>,
  ): Promise<void> {
    const rest = await prepared.rest;
    for (const { path, blobId, nonFile, overlay } of changes) {
      if (isTurnOver()) await nextTurn();
      files.set(path, undefined);
      if (blobId !== undefined) {
        const analysis =
          fileFault(path, nonFile) ?? analysisAt(path, this.#analyses.get({ path, blobId }, prepared, rest));
        const texts = locate(analysis.files, path, this.#prefix);
        files.set(path, { path, blobId, nonFile, analysis, id: identityId(analysis), texts, overlay });
      }
    }
  }

  #tolerated(
    state: BranchState,
    input: Pick<ToleranceInput, 'upgrade' | 'revision' | 'held'>,
  ): Promise<BranchState> {
    const until = toleranceEnd(this.#version);
    return tolerateUpgrade(state, {
      ...input,
      until,
      facts: getFacts(state),
      analyse: this.#tolerantAnalysis,
    });
  }

  /** Analyses a file in spite of its errors; made when an upgrade needs it. */
  get #tolerantAnalysis(): ToleranceInput['analyse'] {
    this.#ofTolerant ??= this.#createTolerantAnalysis();
    return this.#ofTolerant;
  }

  #createTolerantAnalysis(): ToleranceInput['analyse'] {
    const { kinds, limits, threads } = this.parts;
    if (!threads) {
      const analyse = createTolerantAnalysis(kinds, limits);
      return async (path, text) => analyse(path, text);
    }
    const analyser = createAnalyser(kinds, limits, true);
    return async (path, text) => {
      const stored = await threads.analyseTolerantly(path, text);
      return stored && analyser.restore(path, stored);
    };
  }

  /** The state before the first revision: the held versions in service, without those that are no longer valid. */
  async #heldState(held: readonly HeldEntity[], since: string, isUpgraded: boolean): Promise<BranchState> {
    const analyses = await this.#analyses.analyseTexts(
      held.map(({ path, content }) => ({ path, text: content })),
    );
    const entities = new Map<string, Map<EntityId, EntityState>>();
    const notReady = new Map<EntityId, true>();
    for (const [at, version] of held.entries()) {
      const { kind, name, path, blobId, revision, lastGood, attachments } = version;
      const read = analyses[at];
      const analysis = read && (await this.#heldAnalysis(version, read, isUpgraded));
      const { identity } = analysis?.analysis ?? {};
      if (!analysis || identity?.kind !== kind || identity.name !== name) continue;
      const texts = attachments ? new Map(Object.entries(attachments)) : noAttachments;
      const served = new FileRecord(analysis.analysis, { path, blobId, revision, attachments: texts });
      const ofKind = entities.get(kind) ?? new Map<EntityId, EntityState>();
      const { toleratedUntil } = analysis;
      const state = { served, home: path, since, lastGood: lastGood ?? revision, toleratedUntil };
      entities.set(kind, ofKind.set(entityId(kind, name), state));
      notReady.set(entityId(kind, name), true);
    }
    const maps = [...entities].map(
      ([kind, ofKind]) => [kind, LayeredMap.empty<EntityState>().with(ofKind)] as const,
    );
    return { ...emptyState, entities: new Map(maps), notReady: emptyState.notReady.with(notReady) };
  }

  /** The analysis of a held version; of one that a rule of a newer version refuses, as long as that is tolerated. */
  async #heldAnalysis(
    { path, content, toleratedUntil }: HeldEntity,
    analysis: Analysis,
    isUpgraded: boolean,
  ) {
    // A rule about what the entity passes to others may refuse a valid file.
    const isOver = toleratedUntil !== undefined && !isBefore(this.#version, toleratedUntil);
    if (analysis.valid)
      return isOver ? undefined : { analysis: { ...analysis, text: content }, toleratedUntil };
    const until = toleratedUntil ?? (isUpgraded ? toleranceEnd(this.#version) : undefined);
    const isSecurity = analysis.findings.some(
      ({ severity, rule }) => severity === 'error' && isRefusedAtOnce(rule, false),
    );
    if (until === undefined || isSecurity || !isBefore(this.#version, until)) return undefined;
    const tolerant = await this.#tolerantAnalysis(path, content);
    return tolerant && { analysis: tolerant, toleratedUntil: until };
  }
}

/** The blobs among changes that can be read. */
function getBlobs(changes: readonly TreeChange[]): Blob[] {
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
    const previousEntry = entry ?? texts.get(path);
    return (
      previousEntry?.blobId !== blobId ||
      entry?.nonFile !== nonFile ||
      (previousEntry.overlay === undefined) !== (overlay === undefined) ||
      previousEntry.overlay?.hides !== overlay?.hides
    );
  });
  return [...changed, ...gone.map((path) => ({ path, blobId: undefined }))];
}
