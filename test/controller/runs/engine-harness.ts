import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityRecord, Snapshot, Snapshots } from '../../../controller/catalog/index.js';
import type { Clients } from '../../../controller/connectors/index.js';
import type { FlowHost, FlowPlan } from '../../../controller/flows/index.js';
import { createRunEngine, type RunEngine, type RunOptions, Shares } from '../../../controller/runs/index.js';
import { createSandbox } from '../../../controller/sandbox/index.js';
import { SecretPolicy } from '../../../controller/security/policy/secret-policy.js';
import type { Vault } from '../../../controller/security/vault/contract.js';
import { KeyRing } from '../../../controller/security/vault/key-ring.js';
import { openVault } from '../../../controller/security/vault/vault.js';
import type { Storage } from '../../../controller/storage/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { openClients } from '../connectors/networks.js';
import { openStorage } from '../storage/engines.js';

type Execute = (input: Json, host: FlowHost) => Promise<Json>;

/** A run engine over a real database file, with plans written as functions. */
export class Harness {
  readonly directory = mkdtempSync(join(tmpdir(), 'svc-runs-'));
  readonly plans = new Map<string, FlowPlan>();
  readonly entities: EntityRecord[] = [];
  readonly reported: unknown[] = [];
  readonly sandbox = createSandbox({ allowProcesses: false });
  storage!: Storage;
  vault!: Vault;
  engine!: RunEngine;
  #snapshot: Snapshot | undefined;
  /** Ends writes of engines that were dropped. */
  readonly #unanswered: ((error: Error) => void)[] = [];
  readonly #abandoned: Storage[] = [];
  readonly #engines: RunEngine[] = [];
  readonly #clients: Clients[] = [];

  async open(
    options: Partial<RunOptions> = {},
    limits: Partial<RunOptions['limits']> = {},
  ): Promise<RunEngine> {
    const storage = await openStorage(join(this.directory, 'svc.db'));
    this.storage = storage;
    this.vault = await openVault(
      this.storage,
      KeyRing.load({ file: join(this.directory, 'master.key'), ownsFile: true }),
    );
    const clients = openClients();
    this.#clients.push(clients);
    this.engine = createRunEngine({
      storage: this.storage,
      snapshots: this.#snapshots(),
      vault: this.vault,
      policy: new SecretPolicy(
        { branch: 'main', grant: async () => undefined, connection: async () => undefined },
        this.vault.secrets,
      ),
      connectors: [],
      clients,
      compile: (definition) => this.plans.get(String(definition['name'])),
      sandbox: this.sandbox,
      fetch: globalThis.fetch,
      transfer: globalThis.fetch,
      limits: {
        taskOutput: 1 << 20,
        runLog: 10 << 20,
        journal: 64 << 20,
        tasks: 1_000_000,
        nesting: 32,
        children: 10_000,
        file: 1 << 20,
        filesPerRun: 100,
        concurrentRuns: 256,
        pendingRuns: 1000,
        callsInFlight: 1024,
        ...limits,
      },
      sharing: new Shares('main', () => []),
      filesFolder: join(this.directory, 'files'),
      settings: {
        current: () => ({
          Limits: { FlowInput: 1 << 20, FlowDuration: 86_400 },
          Retention: { CompletedRuns: 30, FaultedRuns: 90, Events: 30 },
        }),
      },
      // A process that has crashed reports nothing.
      report: (error) => {
        if (storage === this.storage) this.reported.push(error);
      },
      ...options,
    });
    this.#engines.push(this.engine);
    return this.engine;
  }

  /** Drops the engine as a crash of the process would: without a stop and without further writes. */
  async crash(options: Partial<RunOptions> = {}): Promise<RunEngine> {
    this.storage.commit = () => new Promise((_, reject) => this.#unanswered.push(reject));
    // Writes that were committed before are made at the end of this turn.
    await new Promise((resolve) => setImmediate(resolve));
    this.#abandoned.push(this.storage);
    const engine = await this.open(options);
    await (await engine.recover()).continued;
    return engine;
  }

  async close(): Promise<void> {
    await this.engine.stop(1_000);
    // Ends the timers of engines that were dropped. Their reads and writes fail meanwhile, as those of a process that has crashed do.
    for (const engine of this.#engines) if (engine !== this.engine) engine.stop(0).catch(() => {});
    for (const clients of this.#clients) await clients.close();
    for (const reject of this.#unanswered) reject(new Error('the process has crashed'));
    for (const storage of [...this.#abandoned, this.storage]) await storage.close();
    await this.sandbox.close();
    rmSync(this.directory, { recursive: true });
  }

  /** @param uses names of subflows, other entities as `<kind>/<name>` */
  flow(name: string, execute: Execute, more: Partial<FlowPlan> = {}, uses: readonly string[] = []): void {
    const plan: FlowPlan = {
      namespace: 'test',
      name,
      version: '1.0.0',
      title: undefined,
      summary: undefined,
      definition: { name },
      inputSchema: undefined,
      connections: [],
      subflows: [],
      entities: [],
      secrets: [],
      concurrency: undefined,
      trigger: undefined,
      timetable: undefined,
      disabled: undefined,
      listens: true,
      mayListenFor: () => false,
      acceptInput: (value) => ({ value, findings: [] }),
      acceptInputInSlices: (value) => ({ value, findings: [] }),
      execute,
      ...more,
    };
    this.plans.set(name, plan);
    const references = uses.map((use) => {
      const [kind, used] = use.includes('/') ? use.split('/') : ['flow', use];
      return { kind: String(kind), name: String(used), pointer: '' };
    });
    this.entity('flow', name, { name }, references, plan);
  }

  entity(
    kind: string,
    name: string,
    definition: EntityRecord['definition'],
    references: EntityRecord['references'] = [],
    compiled?: unknown,
  ): void {
    const path = `${kind}s/${name}.yaml`;
    const version = {
      text: JSON.stringify(definition),
      definition,
      references,
      attachments: new Map(),
      compiled,
    };
    this.#snapshot = undefined;
    this.entities.push({ kind, name, path, blobId: name, revision: 'r1', ...version });
  }

  /** Changes the definition of an entity in later snapshots. */
  change(kind: string, name: string, definition: EntityRecord['definition']): void {
    const index = this.entities.findIndex((entity) => entity.kind === kind && entity.name === name);
    this.entities.splice(index, 1);
    this.entity(kind, name, definition);
  }

  /** The entities as they are now. */
  snapshot(): Snapshot {
    this.#snapshot ??= getSnapshot([...this.entities]);
    return this.#snapshot;
  }

  #snapshots(): Snapshots {
    const current = async (): Promise<Snapshot> => this.snapshot();
    return { current, fresh: current, at: async () => undefined };
  }
}

function getSnapshot(entities: readonly EntityRecord[]): Snapshot {
  return {
    branch: 'main',
    revision: 'r1',
    get: (kind, name) => entities.find((entity) => entity.kind === kind && entity.name === name),
    changedNames: () => undefined,
    list: (kind) => entities.filter((entity) => entity.kind === kind),
    status: () => undefined,
    statuses: () => [],
    lastGood: () => undefined,
    unready: () => [],
    unreadyFiles: () => [],
    source: () => undefined,
    origin: () => undefined,
    search: async () => [],
    findings: [],
    readFindings: async () => [],
    counts: { files: 0, entities: 0, invalid: 0 },
    otherTools: new Map(),
  };
}
