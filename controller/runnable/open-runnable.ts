import { type Condition, entityId, type MissingNeed, type Snapshot } from '../catalog/index.js';
import type { Connector } from '../connectors/index.js';
import type { Consents } from '../consents/index.js';
import { sentence } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import { refreshPrograms } from '../sandbox/index.js';
import type { Identity } from '../security/identity/index.js';
import type { Vault } from '../security/vault/contract.js';
import { ConnectionTests, type ConnectionTestsOptions } from './connection-tests.js';
import { ConsentInventory } from './consents.js';
import type { Runnability, RunnableStates } from './contract.js';
import { KeyFaults } from './key-faults.js';
import type { Installation } from './missing.js';
import { type Branches, Judgement } from './runnable.js';
import { SecretInventory } from './secret-inventory.js';
import { BranchWatch, secretKey } from './watch.js';

/** Programs of this machine are looked up again after this time. */
const refreshMs = 5_000;
/** Most entities of which the time of the last change is kept. */
const maxTimes = 100_000;

/** The options of tests that `openRunnable` does not know itself. */
export type OpenTests = Omit<
  ConnectionTestsOptions,
  'connectors' | 'findMissing' | 'peek' | 'defaultEnvironment'
>;

export interface RunnableOptions {
  reconciler: Pick<Reconciler, 'onApplied'>;
  branches: Branches;
  /** The branches that are watched. */
  active: readonly string[];
  vault: Pick<Vault, 'secrets' | 'providers'>;
  identity: Pick<Identity, 'onChange'>;
  connectors: readonly Connector[];
  consents: Pick<Consents, 'list' | 'onChange'>;
  installation: Omit<Installation, 'findSecret' | 'findKeyFault' | 'findConsent'>;
  /** Undefined where connections are not tested by a schedule. */
  tests: OpenTests | undefined;
  /** Is called when other entities of a branch than before cannot run, with their number and the first of them. */
  changed(count: number, first: readonly { kind: string; name: string }[], snapshot: Snapshot): void;
  report(error: unknown): void;
}

export interface OpenRunnable extends RunnableStates {
  /** Resolves when all changes before the call are in the lists. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the states of entities; they follow commits, secrets, users and teams. */
export async function openRunnable(options: RunnableOptions): Promise<OpenRunnable> {
  const { reconciler, branches, active, vault, identity, connectors, report } = options;
  let changes = 0;
  const watches = new Map<string, BranchWatch>();
  const recheck = (keys: readonly string[]) => {
    changes += 1;
    for (const watch of watches.values()) watch.recheck(keys, report);
  };
  const inventory = new SecretInventory(vault, (paths) => recheck(paths?.map(secretKey) ?? ['secret']));
  const keyFaults = new KeyFaults(vault, (paths) => recheck(paths.map(secretKey)), report);
  const consents = new ConsentInventory(options.consents, vault.secrets, (paths) =>
    recheck(paths.map(secretKey)),
  );
  const installation: Installation = {
    ...options.installation,
    findSecret: (path) => inventory.find(path),
    findKeyFault: (need) => keyFaults.find(need),
    findConsent: (path) => consents.find(path),
  };
  const judgement = new Judgement(branches, connectors, installation);
  for (const branch of active) {
    const changed = (entities: ReadonlyMap<string, Named>, snapshot: Snapshot) =>
      options.changed(entities.size, getFirst(entities), snapshot);
    watches.set(branch, new BranchWatch(judgement, changed));
  }
  await inventory.open(report);
  await consents.open(report);
  identity.onChange(() => recheck(['person']));

  const follow = (snapshot: Snapshot) =>
    watches.get(snapshot.branch)?.follow(snapshot, judgement.getEnvironments(snapshot), report);
  let production: Snapshot | undefined;
  reconciler.onApplied((snapshot) => {
    follow(snapshot);
    if (snapshot.branch !== branches.production) return;
    const teams = production && snapshot.changedNames('team', production);
    production = snapshot;
    changes += 1;
    if (teams === undefined || [...teams].length > 0) recheck(['person']);
    // The environments of production say what is open to other branches.
    for (const branch of active) {
      const other = branch === snapshot.branch ? undefined : branches.peek(branch);
      if (other) follow(other);
    }
  });

  // Nothing reports that a program was installed.
  let isRefreshing = false;
  const refresh = async (): Promise<void> => {
    if (isRefreshing) return;
    isRefreshing = true;
    if (await refreshPrograms()) recheck(['process', 'container', 'program']);
    isRefreshing = false;
  };
  const timer = setInterval(() => void refresh().catch(report), refreshMs).unref();

  const times = new Times();
  const tests = options.tests && openTests(options, options.tests, judgement);
  return {
    get version() {
      return `${changes} ${tests?.version ?? ''} ${branches.defaultEnvironment() ?? ''}`;
    },
    find(snapshot, kind, name): Runnability | undefined {
      const judged = judgement.judge(snapshot, kind, name);
      if (judged === undefined) return undefined;
      const id = `${snapshot.branch} ${entityId(kind, name)}`;
      const since = snapshot.status(kind, name)?.conditions[0]?.lastTransitionTime;
      const { status, reason, message } = judged.condition;
      const lastTransitionTime = times.get(id, status, since);
      const observedRevision = snapshot.revision;
      const condition: Condition = {
        type: 'Runnable',
        status,
        reason,
        message,
        lastTransitionTime,
        observedRevision,
      };
      const record = kind === 'connection' ? snapshot.get(kind, name) : undefined;
      const isTested = record !== undefined && snapshot.branch === branches.production;
      const tested = isTested ? tests?.find(record) : undefined;
      return { condition, tested, missing: judged.missing };
    },
    findUnrunnable: (snapshot, entities) =>
      entities.flatMap(({ type, name }) => {
        const { missing = [] } = judgement.judge(snapshot, type, name) ?? {};
        return missing.length > 0 ? [{ type, name, missing }] : [];
      }),
    getSecrets(snapshot, kind, name) {
      const record = snapshot.get(kind, name);
      return record ? judgement.getSecrets(snapshot, record) : [];
    },
    getSecretUses(snapshot, kind, name, environment) {
      const record = snapshot.get(kind, name);
      return record ? judgement.getSecretUses(snapshot, record, environment) : [];
    },
    summarize(snapshot): Condition | undefined {
      const entities = watches.get(snapshot.branch)?.unrunnable;
      if (entities === undefined) return undefined;
      const named = getFirst(entities).map((entity) => ({
        ...entity,
        missing: judgement.judge(snapshot, entity.kind, entity.name)?.missing ?? [],
      }));
      const statement = toSummary(snapshot, entities.size, named);
      const lastTransitionTime = times.get(snapshot.branch, statement.status);
      return { type: 'Runnable', ...statement, lastTransitionTime, observedRevision: snapshot.revision };
    },
    listFailingTests: (branch) => (branch === branches.production ? tests?.listFailing() : undefined),
    count: (branch) => watches.get(branch)?.unrunnable.size ?? 0,
    list: (branch) => [...(watches.get(branch)?.unrunnable.values() ?? [])],
    async settled() {
      await inventory.settled();
      await Promise.all([...watches.values()].map((watch) => watch.settled()));
      await keyFaults.settled();
      await consents.settled();
      await Promise.all([...watches.values()].map((watch) => watch.settled()));
    },
    async close() {
      clearInterval(timer);
      inventory.close();
      consents.close();
      await tests?.close();
    },
  };
}

/** Begins to test the connections of production. */
function openTests(
  { branches, connectors }: Pick<RunnableOptions, 'branches' | 'connectors'>,
  options: OpenTests,
  judgement: Judgement,
): ConnectionTests {
  const tests = new ConnectionTests({
    ...options,
    connectors,
    peek: () => branches.peek(branches.production),
    defaultEnvironment: branches.defaultEnvironment,
    findMissing: (snapshot, kind, name) => judgement.judge(snapshot, kind, name)?.missing ?? [],
  });
  tests.start();
  return tests;
}

interface Named {
  kind: string;
  name: string;
}

/** Entities that the summary of a branch and a line of the log name. */
const maxNamed = 3;

function getFirst(entities: ReadonlyMap<string, Named>): Named[] {
  const first: Named[] = [];
  for (const entity of entities.values()) if (first.push(entity) === maxNamed) break;
  return first;
}

/** @param named the first of them */
function toSummary(
  { counts }: Snapshot,
  count: number,
  named: readonly { kind: string; name: string; missing: readonly MissingNeed[] }[],
): Pick<Condition, 'status' | 'reason' | 'message'> {
  if (count === 0) return { status: 'True', reason: 'NeedsMet', message: 'What the entities need is here.' };
  const parts = named.map(({ kind, name, missing: [first] }) => {
    return `${kind} \`${name}\`${first ? `: ${first.message}` : ''}`;
  });
  const more = count - named.length;
  const names = [...parts, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  const message = `${count} of ${counts.entities} entities cannot run. ${sentence(names)}`;
  return { status: 'False', reason: 'EntitiesNotRunnable', message };
}

/** The times at which the states of entities changed, as far as they were read. */
class Times {
  readonly #states = new Map<string, { status: string; at: string }>();

  /** @param initial the time of a state that was not read before */
  get(id: string, status: string, initial = new Date().toISOString()): string {
    const before = this.#states.get(id);
    if (before?.status === status) return before.at;
    const at = before ? new Date().toISOString() : initial;
    if (this.#states.size >= maxTimes) this.#states.clear();
    this.#states.set(id, { status, at });
    return at;
  }
}
