import { createCaches } from '../caches/index.js';
import type { Snapshots } from '../catalog/contract.js';
import type { Connector } from '../connectors/contract.js';
import type { Sandbox } from '../sandbox/contract.js';
import type { Storage } from '../storage/index.js';
import { createStores } from '../stores/index.js';
import { Turns } from '../turns/index.js';
import type { Vault } from '../vault/contract.js';
import { Answering } from './answering.js';
import { Children } from './children.js';
import type { CompileFlow } from './closure.js';
import { Closures } from './closures.js';
import type { ConnectionService, ConnectionUse } from './connection-contract.js';
import { Connections, type ConnectionUses } from './connections.js';
import type { Run, RunService } from './contract.js';
import { Control } from './control.js';
import { Dispatcher } from './dispatcher.js';
import { Entities } from './entities.js';
import type { Floor } from './floor.js';
import { Live } from './live.js';
import { Outside } from './outside.js';
import { Reading } from './reading.js';
import { Recovery } from './recovery.js';
import { RunStore } from './run-store.js';
import { Scripts } from './scripts.js';
import { Starting } from './starting.js';
import { isFinal } from './state.js';
import type { Surroundings } from './surroundings.js';
import { Waker } from './waker.js';
import type { RunWitness } from './witness.js';

export interface RunOptions {
  storage: Storage;
  snapshots: Snapshots;
  vault: Vault;
  connectors: readonly Connector[];
  compile: CompileFlow;
  sandbox: Sandbox;
  /** The client for `call: http`, under the installation's network rules. */
  fetch: typeof globalThis.fetch;
  /** Whether runs have spans of their own; left out, only those do that are started in a span. */
  isTraced?: boolean;
  limits: {
    /** Bytes of JSON. */
    flowInput: number;
    /** Bytes of JSON. */
    taskOutput: number;
    /** Characters. */
    runLog: number;
    flowDurationMs: number;
    concurrentRuns: number;
    pendingRuns: number;
  };
  /** A run that sleeps longer gives its memory back. Default 5,000. */
  parkAfterMs?: number;
  /** The time of stores and caches, ms since the epoch. */
  now?: () => number;
  /** Hears once of each secret that a run uses. */
  secretUsed?(run: Pick<Run, 'id' | 'flow' | 'branch' | 'principal'>, path: string): void;
  /** Hears once of each secret that a connection uses by itself. */
  connectionSecretUsed?(use: Pick<ConnectionUse, 'branch' | 'principal' | 'origin'>, path: string): void;
  /** Sees what runs write down. */
  witness?: RunWitness;
  /** Hears of defects: errors that are svc's and no flow's. */
  report(error: unknown, context: { runId?: string }): void;
}

export interface RunEngine extends RunService {
  /** Runs under way and waiting for a place; `oldest` is when the first of these was accepted, ms since the epoch. */
  load(): { running: number; pending: number; oldest: number | undefined };
  /** Runs that have ended in this process, by their last state. */
  ended(): Readonly<Record<string, number>>;
  /** Connections, used by themselves. */
  readonly connections: ConnectionService;
  /** Takes up what a stopped process left behind. */
  recover(): Promise<void>;
  /** Begins nothing more, lets effects under way end for up to `graceMs`, stores the rest for the next start. */
  stop(graceMs?: number): Promise<void>;
}

/** The life of runs: accepted, executed, parked, woken, taken up again after a crash. */
export function createRunEngine(options: RunOptions): RunEngine {
  const sealing = options.vault;
  const store = new RunStore(options.storage, sealing);
  const dispatcher = new Dispatcher(options.limits.concurrentRuns, options.limits.pendingRuns);
  const live = new Live();
  const ended: Record<string, number> = {};
  const outside = new Outside(options.connectors, options.vault, options.secretUsed ?? (() => {}));
  const { now = Date.now } = options;
  const stores = createStores(options.storage, {
    largestValue: options.limits.taskOutput,
    sealing,
    report: (error) => options.report(error, {}),
    now,
  });
  const caches = createCaches({ largestAnswer: options.limits.taskOutput, now });
  const entities = new Entities(stores);
  const scripts = new Scripts(options.sandbox, sealing.mask);
  const surroundings: Surroundings = {
    store,
    sealing,
    fetch: options.fetch,
    isTraced: options.isTraced ?? false,
    limits: options.limits,
    parkAfterMs: options.parkAfterMs ?? 5_000,
    logLimit: options.limits.runLog,
    witness: options.witness,
    commit: (unit) => options.storage.commit(unit),
    publish: (runId, entry) => live.publish(runId, entry),
    begin: (run, execute) => answering.flow(run, execute),
    invoke: (run, call, context, signal) => answering.call(run, call, context, signal),
    secret: (execution, name) => outside.secret(execution, name),
    transform: (run, call) => entities.transform(run, call),
    inStore: (run, call, context) => entities.store(run, call, context),
    script: (run, request, context, signal) => scripts.run(run.closure, request, context, signal),
    runFlow: (execution, call, signal) => children.run(execution, call, signal),
    released({ state }) {
      dispatcher.release(state);
      if (isFinal(state.status)) {
        ended[state.status] = (ended[state.status] ?? 0) + 1;
        live.end(state.id);
      } else if (state.wakeAt !== null) waker.expect(state.wakeAt);
    },
    defect: (execution, error) => options.report(error, { runId: execution.state.id }),
  };
  const floor: Floor = {
    store,
    closures: new Closures(store, options.compile),
    dispatcher,
    live,
    turns: new Turns(),
    surroundings,
  };
  const reading = new Reading(floor);
  const recovery = new Recovery(floor, options.report);
  const control = new Control(floor, reading, recovery);
  const children = new Children(floor, reading, (id) => control.cancel(id));
  const answering = new Answering(caches, outside, floor, reading);
  const starting = new Starting(floor, options.snapshots);
  const waker = new Waker(
    (now) => recovery.wakeDue(now),
    (error) => options.report(error, {}),
  );

  const uses: ConnectionUses = new WeakMap();
  const alone = new Outside(options.connectors, options.vault, (state, path) =>
    options.connectionSecretUsed?.(uses.get(state) ?? state, path),
  );

  return {
    connections: new Connections(
      options.snapshots,
      alone,
      new Answering(caches, alone, floor, reading),
      options.compile,
      sealing,
      uses,
    ),
    start: (request) => starting.start(request),
    wait: (id, ms, signal) => reading.wait(id, ms, signal),
    get: (id) => reading.get(id),
    list: (filter) => reading.list(filter),
    revisions: (branch) => floor.store.revisions(branch),
    tasks: (id) => reading.tasks(id),
    logs: (id, after, limit) => reading.logs(id, after, limit),
    follow: (id, after, signal) => reading.follow(id, after, signal),
    cancel: (id) => control.cancel(id),
    suspend: (id) => control.suspend(id),
    resume: (id) => control.resume(id),
    retry: (id, principal) => control.retry(id, principal),
    load: () => dispatcher.load(),
    ended: () => ({ ...ended }),
    async recover() {
      stores.startCleaning();
      await recovery.takeUpUnfinished();
      await waker.check();
    },
    async stop(graceMs = 10_000) {
      waker.stop();
      await stores.stopCleaning();
      dispatcher.close();
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      const away = Promise.all(dispatcher.allActive().map((execution) => execution.putAway('running')));
      await Promise.race([away, grace]);
    },
  };
}
