import type { Snapshots } from '../catalog/index.js';
import type { Sharing } from '../concurrency/fair-slots.js';
import { KeyedMutex } from '../concurrency/turns.js';
import type { Clients } from '../connectors/contract/clients.js';
import type { Connector } from '../connectors/contract/connector.js';
import type { Consents } from '../consents/index.js';
import type { Sandbox } from '../sandbox/contract.js';
import type { SecretJudge } from '../security/policy/secret-policy.js';
import type { Vault } from '../security/vault/contract.js';
import type { Storage, Write } from '../storage/index.js';
import type { RunEngine } from './contract.js';
import { Caches } from './effects/caches/caches.js';
import { SharedAnswers } from './effects/caches/shared-answers.js';
import { CallSlots } from './effects/calls/call-slots.js';
import { ConnectionCalls } from './effects/calls/connection-calls.js';
import { ConnectionService, type ConnectionUse } from './effects/calls/connection-service.js';
import { askingFetch, type BeforeWrite } from './effects/calls/outgoing-call.js';
import { EntityCalls } from './effects/entity-calls.js';
import { BucketFiles, type FilesBucket } from './effects/files/bucket-files.js';
import type { FileContents } from './effects/files/file-contents.js';
import { FileFolder } from './effects/files/file-folder.js';
import { FileSweep } from './effects/files/file-sweep.js';
import { type FileLimits, RunFiles } from './effects/files/run-files.js';
import { WorkFolders } from './effects/files/work-folders.js';
import { Scripts } from './effects/scripts.js';
import { Stores } from './effects/stores/stores.js';
import { EventRetention } from './events/event-retention.js';
import { EventStore } from './events/event-store.js';
import { EventStream } from './events/event-stream.js';
import type { EventServices } from './events/run-listening.js';
import type { HumanTaskLinks } from './human-tasks/human-task-links.js';
import { HumanTaskStore } from './human-tasks/human-task-store.js';
import { type HumanTaskObserver, HumanTasks } from './human-tasks/human-tasks.js';
import { readBegunRuns } from './journal/begun-runs.js';
import { RunFollowers, type RunObserver } from './journal/journal-writer.js';
import { type CompileFlow, DocumentCache } from './journal/run-documents.js';
import { RunRetention } from './journal/run-retention.js';
import { childRunId, type RunState } from './journal/run-state.js';
import { RunStore } from './journal/run-store.js';
import { CachedRuns } from './lifecycle/cached-runs.js';
import { runSubflow } from './lifecycle/child-runs.js';
import type { ComputingMark } from './lifecycle/computing-mark.js';
import { findLeaderNeeds } from './lifecycle/leader-needs.js';
import { NodeDuties } from './lifecycle/node-duties.js';
import { readRecord, readVersion } from './lifecycle/record.js';
import { wakeDueRuns } from './lifecycle/recovery.js';
import { continueRuns, findUnfinished } from './lifecycle/restart.js';
import type { CurrentSettings, RunLimits, RunServices, SecretUsed } from './lifecycle/run-context.js';
import { cancelRun, resumeRun, retryRun, suspendRun } from './lifecycle/run-control.js';
import { RunOrders } from './lifecycle/run-orders.js';
import { type QueueLimits, RunQueue } from './lifecycle/run-queue.js';
import { rerunRun, startRun } from './lifecycle/start-run.js';
import type { SuspectRuns } from './lifecycle/suspect-runs.js';
import { WakeTimer } from './lifecycle/wake-timer.js';
import { MemoryFlowPlaces } from './places/memory-flow-places.js';
import { PlaceTable } from './places/place-table.js';
import { SharedFlowPlaces } from './places/shared-flow-places.js';
import { EndWatch } from './queries/end-watch.js';
import { RunList } from './queries/run-list.js';
import { RunReader } from './queries/run-reader.js';

/** A run that has ended, as the service log and the metrics see it. */
export type EndedRun = Pick<
  RunState,
  | 'id'
  | 'flow'
  | 'branch'
  | 'revision'
  | 'environment'
  | 'status'
  | 'error'
  | 'startedAt'
  | 'endedAt'
  | 'parentRunId'
>;

export interface RunOptions {
  storage: Storage;
  snapshots: Snapshots;
  vault: Vault;
  /** Every secret that a flow or a connection uses is read through it. */
  policy: SecretJudge;
  /** Undefined where no connection signs in by the consent of a person. */
  consents?: Pick<Consents, 'getTokens' | 'findPath'> | undefined;
  connectors: readonly Connector[];
  clients: Clients;
  compile: CompileFlow;
  sandbox: Sandbox;
  /** Without them, the event loop evaluates all expressions. */
  /** The client for `call: http`, which applies the installation's network rules. */
  fetch: typeof globalThis.fetch;
  /** As `fetch`, for files of any size. */
  transfer: typeof globalThis.fetch;
  /** Asked before each call of a run that may change something outside; a refusal is an error of the flow. */
  beforeWrite?: BeforeWrite;
  /** True when all runs have spans. By default only runs that are started in a span have. */
  isTraced?: boolean;
  limits: RunLimits & QueueLimits & FileLimits;
  /** How branches and flows share the places for runs and calls. */
  sharing: Sharing;
  /** The folder for the files of runs. */
  filesFolder: string;
  /** The bucket for the content of files, which are then in the folder while they are written. */
  filesBucket?: FilesBucket | undefined;
  /** Read at each use, as these limits change at run time. */
  settings: CurrentSettings;
  /** Notes which run computes, so that one that ends the process is found. */
  computing?: ComputingMark | undefined;
  /** Notes which runs call when an exception ends the process. */
  suspects?: SuspectRuns | undefined;
  /** A run that sleeps longer is removed from memory. Default 5,000. */
  parkAfterMs?: number;
  /** The time of stores and caches, ms since the epoch. */
  now?: () => number;
  /** Called once for each secret that a run reads. */
  secretUsed?: SecretUsed;
  /** Called once for each secret that a connection reads outside of runs. */
  connectionSecretUsed?(use: Pick<ConnectionUse, 'branch' | 'principal' | 'origin'>, path: string): void;
  observer?: RunObserver;
  humanTasks?: {
    links: HumanTaskLinks;
    observer: HumanTaskObserver;
    /** Returns the principals of the assignees of a task of a flow, each once. */
    getPeople(assignees: readonly string[], of: { branch: string; flow: string }): readonly string[];
    /** Returns why a principal cannot complete the tasks of a flow, or use the link to them; undefined when it can. */
    answerFault?(
      use: 'complete' | 'link',
      principal: string,
      of: { branch: string; flow: string },
    ): string | undefined;
  };
  /** Called for each run that has ended in this process, once that is durable. Must not throw. */
  runEnded?(run: EndedRun): void;
  /** Called besides for a run that faulted. */
  runFaulted?(run: EndedRun): void;
  /** Called for each answer of a language model. Must not throw. */
  tokensUsed?(connection: string, usage: { inputTokens: number; outputTokens: number }): void;
  /** Called with defects: errors of svc, as opposed to errors of flows. */
  report(error: unknown, context: { runId?: string }): void;
}

/** Builds the run engine. `recover` then continues unfinished runs. */
export function createRunEngine(options: RunOptions): RunEngine {
  const { now = Date.now, limits, storage, vault } = options;
  const stores = new Stores(storage, {
    maxValueSize: limits.taskOutput,
    sealing: vault,
    report: (error) => options.report(error, {}),
    now,
  });
  const answers =
    storage.node && new SharedAnswers(storage, vault, { now, report: (error) => options.report(error, {}) });
  const caches = new Caches({ maxAnswerBytes: limits.taskOutput, now, shared: answers });
  const listeners = new Map<string, () => void>();
  const runEnded = (run: EndedRun): void => {
    options.runEnded?.(run);
    if (run.status === 'faulted') options.runFaulted?.(run);
    const listener = listeners.get(run.id);
    if (!listener) return;
    listeners.delete(run.id);
    listener();
  };
  const local = new FileFolder(options.filesFolder);
  const folder = options.filesBucket ? new BucketFiles(local, options.filesBucket) : local;
  const services = createServices({ ...options, runEnded }, stores, caches, folder);
  const { queue, reader, store, wakeTimer } = services;
  const retention = new RunRetention(storage, store, {
    days: () => options.settings.current().Retention,
    removeFiles: (id) => folder.removeRun(id),
    report: (error) => options.report(error, {}),
    now,
  });
  const eventRetention = new EventRetention({
    storage,
    store: services.events.store,
    now,
    days: () => options.settings.current().Retention.Events,
    report: (error) => options.report(error, {}),
  });
  const sweep = new FileSweep({ storage, folder, report: (error) => options.report(error, {}) });
  const { node } = storage;
  const isMember = node?.role === 'member';
  // The leader wakes the parked runs of all nodes.
  if (!isMember) wakeTimer.start((time) => wakeDueRuns(services, time));
  let duties: NodeDuties | undefined;
  let recovering: Promise<unknown> = Promise.resolve();
  let noteStop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    noteStop = resolve;
  });
  return {
    humanTasks: services.humanTasks,
    connections: new ConnectionService(services, options.connectionSecretUsed),
    start: (request) => startRun(services, request),
    wait: (id, ms, signal) => reader.wait(id, ms, signal),
    get: (id) => reader.get(id),
    list: (filter) => reader.list(filter),
    count: (selection, isVisible) => reader.stored.count(selection, isVisible),
    paths: (branch, flow, since) => reader.stored.paths(branch, flow, since),
    revisions: (branch) => reader.stored.revisions(branch),
    tasks: async (id) => (await reader.taskPage(id)).items,
    taskPage: (id, selection) => reader.taskPage(id, selection),
    latestTasks: (id) => reader.latestTasks(id),
    findFault: (id, reference) => reader.findFault(id, reference),
    executions: async (id, isWanted) => (await reader.taskPage(id, { isWanted })).items,
    record: (id) => readRecord(services, id),
    version: (snapshot, request) => readVersion(services, snapshot, request),
    logs: (id, selection) => reader.logs(id, selection),
    follow: (id, after, signal, task) => reader.follow(id, after, signal, task),
    cancel: (id) => cancelRun(services, id),
    suspend: (id) => suspendRun(services, id),
    resume: (id) => resumeRun(services, id),
    retry: (id, principal, revision) => retryRun(services, id, principal, revision),
    rerun: (id, principal, revision) => rerunRun(services, id, principal, revision),
    async child(id, key) {
      const state = await reader.find(childRunId(id, key));
      return state && reader.view(state);
    },
    async children(id, keys) {
      const ids = keys.map((key) => childRunId(id, key));
      const existing = await reader.stored.existing(ids);
      const children = new Map<string, string>();
      for (const [index, child] of ids.entries()) {
        const key = keys[index];
        if (key !== undefined && existing.has(child)) children.set(key, child);
      }
      return children;
    },
    leaderNeeds: (snapshot, request) => findLeaderNeeds(services, snapshot, request),
    repeated: (ids) => reader.stored.repeated(ids),
    files: services.files,
    load: () => queue.load(),
    ended: () => queue.ended(),
    onEnded: (id, listener) => void listeners.set(id, listener),
    events: services.events.stream,
    async recover(after) {
      // Handled at once: it may fail while the rest opens.
      const read = after?.catch(() => {});
      await local.open();
      // A start from the same data directory, after which nothing of the process before goes on.
      if (node)
        await storage.commit([store.unfinished.handOver(node.id), ...getForgotten(services, node.id)]);
      duties = node && new NodeDuties(services, node);
      if (isMember) return { continued: Promise.resolve() };
      // The secret of a bucket may not be stored yet; every file tries again.
      if (folder !== local) folder.open().catch((error: unknown) => options.report(error, {}));
      await services.events.stream.open();
      stores.startCleaning();
      answers?.startCleaning();
      retention.start();
      eventRetention.start();
      sweep.start();
      const unfinished = await findUnfinished(services);
      const continueAll = () => Promise.all([continueRuns(services, unfinished), wakeTimer.wakeDue()]);
      const continued = Promise.race([read, stopped])
        .then(continueAll)
        .then(
          () => {},
          (error) => options.report(error, {}),
        );
      recovering = continued;
      return { continued };
    },
    noteProcessEnd(error) {
      const calling = queue.allActive().filter(({ isCalling }) => isCalling);
      const isActive = (id: string): boolean => queue.active(id) !== undefined;
      services.suspects?.noteEnd(
        error,
        calling.map(({ state }) => state.id),
        isActive,
      );
      return calling.length;
    },
    async stop(graceMs = 10_000) {
      wakeTimer.stop();
      noteStop();
      queue.close();
      await duties?.stop();
      const passes = [
        stores.stopCleaning(),
        answers?.stopCleaning(),
        retention.stop(),
        eventRetention.stop(),
        sweep.stop(),
      ];
      await Promise.all([...passes, services.events.stream.stop()]);
      await recovering;
      const left = Promise.all(queue.allActive().map(({ lifecycle }) => lifecycle.leave('running')));
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([left, grace]);
      if (isMember) await handOverWaiting(services);
    },
  };
}

/** Returns the removal of the places that the process before had for runs which it had not begun, and of those that are free. */
function getForgotten({ places }: RunServices, node: string): Write[] {
  return places ? [places.removeUnbegun(node), places.removeEnded()] : [];
}

/** Gives the runs that wait for a place at a member to the leader. */
async function handOverWaiting({ queue, store }: RunServices): Promise<void> {
  const waiting = queue.allWaiting().map(({ state }) => store.updateRun({ ...state, owner: '' }));
  if (waiting.length > 0) await store.commit(waiting);
}

function createServices(
  options: RunOptions,
  stores: Stores,
  caches: Caches,
  folder: FileContents,
): RunServices {
  const { storage, vault: sealing, limits } = options;
  const { node } = storage;
  const store = new RunStore(storage, sealing);
  const stored = new RunList(storage);
  const places = node && new PlaceTable(storage, node.id);
  const queue = new RunQueue({
    limits,
    sharing: options.sharing,
    openPlaces(inMemory) {
      const readBegun = (branch: string, flow: string) => readBegunRuns(storage, store, branch, flow);
      const common = Object.assign(
        { readBegun, report: (error: unknown) => options.report(error, {}) },
        inMemory,
      );
      return places
        ? new SharedFlowPlaces(Object.assign({ storage, table: places }, common))
        : new MemoryFlowPlaces(common);
    },
    runEnded: options.runEnded,
  });
  const callPlaces = new CallSlots(limits.callsInFlight, options.sharing);
  const followers = new RunFollowers();
  const wakeTimer = new WakeTimer((error) => options.report(error, {}));
  const events = openEvents(options, wakeTimer);
  const { beforeWrite } = options;
  const calls = new ConnectionCalls({ ...options, sealing, caches, places: callPlaces });
  return {
    store,
    sealing,
    followers,
    queue,
    places,
    calls,
    callPlaces,
    limits,
    runSubflow,
    wakeTimer,
    events,
    observer: options.observer,
    humanTasks: openHumanTasks(options, wakeTimer),
    getPeople: options.humanTasks?.getPeople ?? ((assignees) => assignees),
    answerFault: options.humanTasks?.answerFault ?? (() => undefined),
    snapshots: options.snapshots,
    documents: new DocumentCache(store, options.compile),
    policy: options.policy,
    computing: options.computing,
    suspects: options.suspects,
    reader: new RunReader({
      store,
      stored,
      inMemory: queue,
      followers,
      sealing,
      elsewhere: node && new EndWatch((ids) => stored.ended(ids)),
    }),
    orders: node && new RunOrders(storage, node, (id) => store.find(id)),
    turns: new KeyedMutex(),
    files: new RunFiles({ storage, folder, limits, sealing }),
    cachedOutputs: new CachedRuns(caches),
    entities: new EntityCalls(stores),
    scripts: new Scripts(options.sandbox, sealing.mask, new WorkFolders(folder)),
    fetch: beforeWrite ? askingFetch(options.fetch, beforeWrite) : options.fetch,
    transfer: beforeWrite ? askingFetch(options.transfer, beforeWrite) : options.transfer,
    beforeWrite,
    settings: options.settings,
    parkAfterMs: options.parkAfterMs ?? 5_000,
    isTraced: options.isTraced ?? false,
    lease: storage.lease,
    secretUsed: options.secretUsed,
    report: options.report,
  };
}

function openHumanTasks({ storage, vault, humanTasks }: RunOptions, timer: WakeTimer): HumanTasks {
  return new HumanTasks({
    storage,
    sealing: vault,
    store: new HumanTaskStore(storage, vault),
    links: humanTasks?.links,
    observer: humanTasks?.observer,
    woken: () => timer.expect(Date.now()),
  });
}

function openEvents({ storage, vault, report }: RunOptions, timer: WakeTimer): EventServices {
  const reportEvent = (error: unknown) => report(error, {});
  const store = new EventStore(storage, vault, reportEvent);
  const woken = () => timer.expect(Date.now());
  const stream = new EventStream({ storage, store, woken, report: reportEvent });
  return { store, stream };
}
