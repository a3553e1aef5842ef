import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Backups } from '../../controller/backups/index.js';
import type {
  Condition,
  EntityRecord,
  EntityStatus,
  Finding,
  Snapshot,
} from '../../controller/catalog/index.js';
import { builtInConnectors } from '../../controller/connectors/index.js';
import type { FlowPlan } from '../../controller/flows/index.js';
import { ServiceLog } from '../../controller/observability/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { Changes } from '../../controller/proposals/contract.js';
import type {
  ConnectionService,
  HumanTaskService,
  LogEntry,
  LogSelection,
  Run,
  RunRequest,
  RunService,
  TaskRecord,
} from '../../controller/runs/contract.js';
import type { Audit } from '../../controller/security/audit/audit-log.js';
import {
  type Caller,
  type Identity,
  newBudget,
  type Principal,
} from '../../controller/security/identity/index.js';
import type { Vault } from '../../controller/security/vault/contract.js';
import type { SecretSummary } from '../../controller/security/vault/secret-store.js';
import { defaultSettings, openConfigSections } from '../../controller/settings/index.js';
import type { Controller } from '../../controller/start/contract.js';
import type { BranchManager, Versions } from '../../controller/writes/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { fakeSchedules } from './fake-schedules.js';

export const adminKey = 'admin-key';
export const operatorKey = 'operator-key';
export const viewerKey = 'viewer-key';
export const revision = 'a'.repeat(40);

/** A controller with one branch and a few entities, whose runs echo their input; for tests of the surfaces alone. */
export interface FakeController extends Controller {
  readonly fakeRuns: FakeRuns;
  unready: string[];
  syncs: string[];
}

const unusable = async (): Promise<never> => {
  throw new Error('The fake controller has no recorded runs');
};

export function fakeController(snapshot: Snapshot = fakeSnapshot()): FakeController {
  const fakeRuns = new FakeRuns();
  const callers: Record<string, Caller> = {
    [adminKey]: caller({ id: 'api-key:admin', role: 'admin' }),
    [operatorKey]: caller({ id: 'api-key:operator', role: 'operator' }),
    [viewerKey]: caller({ id: 'api-key:viewer', role: 'viewer' }),
  };
  const unready: string[] = [];
  const syncs: string[] = [];
  return {
    settings: defaultSettings,
    config: openConfigSections(defaultSettings, { path: '', write: () => undefined }),
    version: '0.1.0',
    certificate: undefined,
    nodes: async () => [],
    fakeRuns,
    unready,
    syncs,
    changes: noChanges,
    versions: noVersions,
    branchManager: oneBranch,
    runs: fakeRuns,
    taskInspector: {
      findHidingReason: () => undefined,
      inspect: async () => ({ items: [], nextCursor: null }),
    },
    replayer: { replay: unusable },
    testRecorder: { record: unusable },
    flowTester: { list: () => [], run: unusable },
    planner: { plan: unusable },
    humanTasks: fakeHumanTasks,
    backups: fakeBackups,
    runnable: {
      version: '',
      find: () => undefined,
      getSecrets: (of, kind, name) => (of.get(kind, name)?.compiled as FlowPlan | undefined)?.secrets ?? [],
      getSecretUses: () => [],
      findUnrunnable: () => [],
      listFailingTests: () => undefined,
      summarize: () => undefined,
      count: () => 0,
      list: () => [],
    },
    quarantine: { state: undefined, end: async () => undefined },
    vault: fakeVault(),
    webhooks: { receive: async () => ({ syncId: 'sync-1' }) },
    hooks: { receive: async () => ({ skipped: 'disabled' }), check: async () => 'checked' },
    address: { url: 'http://127.0.0.1:8080' },
    consents: {
      begin: unusable,
      find: unusable,
      lead: unusable,
      findAnswered: unusable,
      complete: unusable,
      read: unusable,
      revoke: unusable,
    },
    connectors: builtInConnectors(),
    statistics: () => ({
      running: 0,
      pending: 0,
      oldest: undefined,
      oldestByBranch: new Map(),
      ended: {},
      transactions: 0,
      writes: 0,
      occurrences: {},
      tokens: [],
    }),
    runFigures: async () => [],
    logs: new ServiceLog(),
    support: {
      submit: async () => fakeTicket,
      list: async () => [fakeTicket],
      find: async (id) => (id === fakeTicket.id ? fakeTicket : undefined),
    },
    traces: undefined,
    triggers: { accept: async () => [] },
    schedules: fakeSchedules,
    parkedMessages: {
      list: async () => [],
      get: () => Promise.reject(new Error('nothing is parked')),
      replay: () => Promise.reject(new Error('nothing is parked')),
      discard: () => Promise.reject(new Error('nothing is parked')),
    },
    events: { emit: async () => undefined, position: async () => 0, async *follow() {}, async *batches() {} },
    health: async () => ({
      status: 'ok',
      checks: [],
      version: '0.1.0',
      node: '20',
      platform: 'test',
      schema: '',
      startedAt: '',
    }),
    testNotices: async () => {
      throw new Problem('notify_not_set', 'The settings name no receiver of messages.');
    },
    connections: {} as ConnectionService,
    identity: {
      authenticate: (key: string) => callers[key],
      explainRefusal: () => 'key_unknown',
      whileValid: (_caller, until) => until,
    } as Partial<Identity> as Identity,
    audit: silentAudit,
    approvals: noApprovals,
    branches: {
      production: 'main',
      gitEnabled: true,
      async resolve(segment) {
        if (segment === 'main' || segment === 'feature/x') return segment;
        throw new Problem('branch_not_found', `There is no branch \`${segment}\``);
      },
      list: async () => [{ name: 'main', production: true, revision }],
    },
    reconciler: {
      current: async () => snapshot,
      fresh: async () => snapshot,
      peek: () => snapshot,
      at: async () => undefined,
      followed: () => ['main'],
      head: async () => snapshot,
      preview: async () => snapshot,
      async request(branch) {
        syncs.push(branch);
      },
      catchUp: async () => undefined,
      async sync(branch, options) {
        if (options?.confirmPrune) throw new Problem('prune_not_held', 'Nothing is held.');
        syncs.push(branch);
        return { syncId: randomUUID(), done: Promise.resolve() };
      },
      status: (branch) => ({
        branch,
        conditions: [ready('True', 'Applied', 'all is well')],
        observedRevision: revision,
        attemptedRevision: revision,
        appliedRevision: revision,
        passedOver: { count: 0, tools: {} },
        counts: snapshot.counts,
        problems: snapshot.findings,
        held: undefined,
        lastError: undefined,
        hints: [],
        nextRetryAt: undefined,
        syncs: [],
      }),
      onApplied: () => undefined,
      onEvents: () => undefined,
      stop: async () => undefined,
    },
    validations: {
      getFindings: (snapshot) => snapshot.readFindings(),
      findingsWith: async (_caller, _branch, files) => ({
        findings: files.flatMap(({ path, content }) => (content.includes('bad') ? [finding(path)] : [])),
        otherTools: new Map(),
      }),
    },
    package: () => Readable.from([Buffer.from('archive')]),
    readiness: () => unready,
    stop: async () => undefined,
  };
}

function caller(principal: Principal): Caller {
  return { principal, budget: newBudget(), expiresAt: null };
}

const noChanges: Changes = {
  write: async ({ branch }) => ({ branch, commit: null, entities: [], findings: [], notRunnable: [] }),
  preview: async () => ({
    entities: [],
    diff: '',
    findings: [],
    notRunnable: [],
    summary: '',
    referrers: [],
    valid: true,
  }),
  proposals: {
    open: () => unknownProposal(),
    list: async () => [],
    read: () => unknownProposal(),
    preview: () => unknownProposal(),
    review: () => unknownProposal(),
    merge: () => unknownProposal(),
    close: () => unknownProposal(),
  },
  pushStatus: async () => undefined,
  release: async () => false,
};

async function unknownProposal(): Promise<never> {
  throw new Problem('proposal_not_found', 'There is no such proposal.');
}

const oneBranch: BranchManager = {
  list: async () => [
    {
      name: 'main',
      production: true,
      revision,
      ahead: 0,
      behind: 0,
      conditions: [ready('True', 'Applied', 'all is well')],
    },
  ],
  create: () => unknownCommit(),
  remove: () => unknownCommit(),
  compare: () => unknownCommit(),
  merge: () => unknownCommit(),
};

const noVersions: Versions = {
  history: async () => ({ items: [], next: undefined }),
  diff: () => unknownCommit(),
  at: () => unknownCommit(),
  restoration: () => unknownCommit(),
};

async function unknownCommit(): Promise<never> {
  throw new Problem('commit_not_found', 'There is no such commit.');
}

const fakeTicket = {
  id: 'ticket-1',
  kind: 'support' as const,
  subject: 'Help',
  body: 'Please',
  principal: 'user:ada',
  diagnostics: null,
  status: 'stored' as const,
  createdAt: '2026-01-01T00:00:00.000Z',
  forwardedAt: null,
};

const fakeBackups: Backups = {
  create: refuse,
  list: async () => [],
  read: refuse,
  file: refuse,
  upload: refuse,
  delete: refuse,
  restore: refuse,
  close: async () => undefined,
};

async function refuse(): Promise<never> {
  throw new Problem('backup_not_found', 'There are no backups here');
}

const silentAudit: Audit = {
  begin: () => ({
    note: () => undefined,
    setPrincipal: () => undefined,
    setTarget: () => undefined,
    drop: () => undefined,
    end: async () => undefined,
  }),
  add: async () => undefined,
  list: async () => ({ items: [], next: null }),
  verify: async () => ({ ok: true, records: 0, head: { seq: 0, hash: '' } }),
  prune: async () => 0,
  sign: async () => undefined,
  close: async () => undefined,
};

export class FakeRuns implements RunService {
  readonly requests: RunRequest[] = [];
  readonly runs = new Map<string, Run>();
  readonly files: RunService['files'] = {
    list: async () => [],
    find: async (run, file) => {
      throw new Problem('file_not_found', `The run ${run} has no file \`${file}\``);
    },
  };
  /** Runs of the flow `slow` end when this is called. */
  finish: () => void = () => undefined;
  readonly #finished = new Promise<void>((resolve) => {
    this.finish = resolve;
  });

  async start(request: RunRequest): Promise<Run> {
    this.requests.push(request);
    if (request.flow === 'crash') throw new Error('secret internals at /some/path');
    if (request.flow !== 'echo' && request.flow !== 'slow') {
      throw new Problem('flow_not_found', `There is no flow \`${request.flow}\``, {
        hints: ['Did you mean `echo`?'],
      });
    }
    if (typeof (request.input as JsonObject)['count'] === 'string') {
      throw new Problem('parameters_invalid', 'The parameters do not fit', {
        errors: [{ pointer: '/count', message: 'must be a number' }],
      });
    }
    const run = fakeRun(`run-${this.runs.size + 1}`, request);
    this.runs.set(run.id, run);
    return run;
  }

  async wait(id: string, ms: number, signal?: AbortSignal): Promise<Run> {
    const timer = new Promise((resolve) => setTimeout(resolve, ms).unref());
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    await Promise.race([this.#finished.then(() => this.#end(id)), timer, aborted]);
    return this.get(id);
  }

  async get(id: string): Promise<Run> {
    const run = this.runs.get(id);
    if (!run) throw new Problem('run_not_found', `There is no run \`${id}\``);
    return run;
  }

  async list(): Promise<{ items: Run[]; nextCursor: string | null }> {
    return { items: [...this.runs.values()], nextCursor: null };
  }

  async count() {
    return { runs: this.runs.size, isExact: true };
  }

  async paths() {
    return [{ path: '5f2b6c0e9d7a41c3', runs: this.runs.size, newest: 'run-1' }];
  }

  async revisions(): Promise<{ revision: string; runs: number }[]> {
    return [{ revision, runs: 1 }];
  }

  async children(): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }

  async taskPage() {
    return { items: await this.tasks(), next: undefined };
  }

  async latestTasks() {
    return (await this.tasks()).map((task) => ({ ...task, executions: 1 }));
  }

  async findFault(): Promise<TaskRecord | undefined> {
    return undefined;
  }

  async tasks(): Promise<TaskRecord[]> {
    return [
      {
        key: '/do/0/first',
        reference: '/do/0/first',
        name: 'first',
        task: 'set',
        attempt: 1,
        status: 'completed',
        startedAt: '2026-01-01T00:00:00.000Z',
        endedAt: '2026-01-01T00:00:00.005Z',
        durationMs: 5,
        inputDigest: 'sha256:0123456789abcdef',
        outputDigest: null,
        error: null,
        input: null,
      },
    ];
  }

  async logs(_id: string, { after = 0, limit }: LogSelection): Promise<LogEntry[]> {
    return [logEntry(1), logEntry(2)].filter((entry) => entry.seq > after).slice(0, limit);
  }

  async *follow(id: string, after: number, signal: AbortSignal): AsyncGenerator<LogEntry> {
    for (const entry of await this.logs(id, { after, limit: 10 })) yield entry;
    const run = await this.get(id);
    if (run.status === 'running') {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await Promise.race([this.#finished, aborted]);
      if (!signal.aborted) this.#end(id);
    }
  }

  cancel = (id: string) => this.#set(id, 'cancelled');
  suspend = (id: string) => this.#set(id, 'suspended');
  resume = (id: string) => this.#set(id, 'running');

  async retry(id: string, principal: string): Promise<Run> {
    const { branch, flow } = await this.get(id);
    return this.start({ branch, flow, input: {}, principal });
  }

  rerun = (id: string, principal: string) => this.retry(id, principal);
  child = async () => undefined;

  async repeated(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  async #set(id: string, status: Run['status']): Promise<Run> {
    const run = await this.get(id);
    if (run.status !== 'running' && run.status !== 'suspended') {
      throw new Problem('run_state_conflict', `The run \`${id}\` is ${run.status}`);
    }
    return Object.assign(run, { status });
  }

  #end(id: string): void {
    Object.assign(this.runs.get(id) ?? {}, { status: 'completed', output: { done: true }, durationMs: 9 });
  }
}

function fakeRun(id: string, request: RunRequest): Run {
  const ended = request.flow === 'echo';
  return {
    id,
    flow: request.flow,
    branch: request.branch,
    revision,
    branchRevision: null,
    warning: null,
    environment: request.environment ?? null,
    status: ended ? 'completed' : 'running',
    trigger: 'api',
    principal: request.principal,
    input: request.input,
    output: ended ? request.input : null,
    error: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: ended ? '2026-01-01T00:00:00.007Z' : null,
    durationMs: ended ? 7 : null,
    parentRunId: null,
    retryOf: null,
    waitingFor: null,
    path: ended ? '5f2b6c0e9d7a41c3' : null,
  };
}

function logEntry(seq: number): LogEntry {
  return {
    seq,
    at: '2026-01-01T00:00:00.000Z',
    level: 'info',
    message: `line ${seq}`,
    reference: null,
    data: { seq },
  };
}

const fakeHumanTasks: HumanTaskService = {
  async get(id) {
    throw new Problem('human_task_not_found', `There is no human task \`${id}\``);
  },
  list: async () => [],
  complete: (id) => fakeHumanTasks.get(id),
  claim: (id) => fakeHumanTasks.get(id),
  release: (id) => fakeHumanTasks.get(id),
  findHolder: () => undefined,
};

function fakeVault(): Vault {
  const secrets = new Map<string, SecretSummary>();
  return {
    conceal() {},
    sign: (text) => text,
    seal: (text) => text,
    secrets: {
      async put(path, value) {
        const at = '2026-01-01T00:00:00.000Z';
        const version = (secrets.get(path)?.version ?? 0) + 1;
        const summary = { path, keys: Object.keys(value), version, createdAt: at, updatedAt: at };
        secrets.set(path, summary);
        return { ...summary, unmasked: [] };
      },
      update: async (path) => ({ ...(secrets.get(path) as SecretSummary), unmasked: [] }),
      list: async () => [...secrets.values()],
      versions: async (path) => [...secrets.values()].filter((secret) => secret.path === path),
      read: async () => ({}),
      readFirst: async () => ({}),
      prune: async () => undefined,
      summary: async (path) => secrets.get(path),
      onChange: () => undefined,
      replaced: () => undefined,
      notFound: async (path) => new Problem('secret_not_found', `There is no secret \`${path}\`.`),
      delete: async (path, options) => (options?.dryRun ? secrets.has(path) : secrets.delete(path)),
    },
    providers: [],
    masterKeys: {
      getKeyIdState: () => 'current' as const,
      status: () => ({ keyId: 'a', rotating: false, own: true }),
      sign: () => ({ keyId: '', mac: '' }),
      verify: () => true,
      signParts: async () => ({ keyId: '', mac: '' }),
      verifyParts: async () => true,
      rewrap: () => undefined,
      rotate: async () => 0,
      resumeRotation: async () => 0,
      beforeDropping: () => undefined,
      withoutRotation: (work) => work(),
    },
    mask: (text) => text,
    maskJson: (value) => value,
    maskJsonText: (text) => text,
    keep: (text) => text,
    open: (kept) => kept,
    resealer: () => undefined,
  };
}

function fakeSnapshot(): Snapshot {
  const records = [
    record('flow', 'echo', {
      document: { dsl: '1.0.3', name: 'echo', title: 'Say it again' },
      do: [{ say: { set: { a: 1 } } }],
    }),
    record('flow', 'slow', {
      document: { dsl: '1.0.3', name: 'slow', tags: { team: 'ops' } },
      do: [{ rest: { wait: 'PT1H' } }],
    }),
    record('environment', 'production', {
      kind: 'environment',
      name: 'production',
      variables: { region: 'north' },
    }),
    record('connection', 'crm', { kind: 'connection', name: 'crm', connector: 'http' }),
  ];
  const statuses: EntityStatus[] = [
    ...records.map(({ kind, name }) => ({
      kind,
      name,
      conditions: [ready('True', 'Applied', '')],
      findings: [],
    })),
    {
      kind: 'flow',
      name: 'broken',
      conditions: [ready('False', 'Invalid', 'flows/broken.yaml:3:5')],
      findings: [finding('flows/broken.yaml')],
    },
  ];
  return {
    branch: 'main',
    revision,
    get: (kind, name) => records.find((known) => known.kind === kind && known.name === name),
    changedNames: () => undefined,
    list: (kind) => records.filter((known) => known.kind === kind),
    status: (kind, name) => statuses.find((known) => known.kind === kind && known.name === name),
    statuses: () => statuses,
    lastGood: () => undefined,
    unready: () => [],
    unreadyFiles: () => [],
    source: () => undefined,
    origin: () => undefined,
    search: async () => [],
    findings: [finding('flows/broken.yaml')],
    readFindings: async () => [finding('flows/broken.yaml')],
    counts: { files: 5, entities: 4, invalid: 1 },
    otherTools: new Map(),
  };
}

function record(kind: string, name: string, definition: JsonObject): EntityRecord {
  const compiled = kind === 'flow' ? fakePlan(name, definition) : undefined;
  return {
    kind,
    name,
    path: `${kind}s/${name}.yaml`,
    blobId: `blob-${name}`,
    revision,
    text: JSON.stringify(definition),
    definition,
    references: [],
    attachments: new Map(),
    compiled,
  };
}

function fakePlan(name: string, definition: JsonObject): FlowPlan {
  return {
    namespace: 'test',
    name,
    version: '1.0.0',
    title: name === 'echo' ? 'Say it again' : undefined,
    summary: undefined,
    definition,
    listens: true,
    mayListenFor: () => false,
    inputSchema: {
      type: 'object',
      required: ['count'],
      properties: {
        count: { type: 'integer', minimum: 3 },
        who: { type: 'string', examples: ["it's me"] },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
    connections: [
      {
        connection: 'crm',
        action: 'get',
        pointer: '/do/0/say',
        args: { value: {}, pointer: '/do/0/say/with' },
      },
    ],
    subflows: [],
    entities: [],
    secrets: ['crm-token'],
    timetable: undefined,
    disabled: undefined,
    trigger: undefined,
    concurrency: undefined,
    acceptInput: (value) => ({ value, findings: [] }),
    acceptInputInSlices: (value) => ({ value, findings: [] }),
    execute: async (input) => input,
  };
}

function finding(file: string): Finding {
  return {
    rule: 'schema',
    severity: 'error',
    file,
    line: 3,
    column: 5,
    endLine: 3,
    endColumn: 9,
    pointer: '/do',
    message: 'must be a list',
  };
}

function ready(status: Condition['status'], reason: string, message: string): Condition {
  return {
    type: 'Ready',
    status,
    reason,
    message,
    lastTransitionTime: '2026-01-01T00:00:00.000Z',
    observedRevision: revision,
  };
}

/** No effect waits for a person. */
const noApprovals: Controller['approvals'] = {
  request: () => Promise.reject(new Error('No approval is requested here')),
  get: () => Promise.reject(new Problem('approval_not_found', 'There is no approval')),
  findCall: async () => undefined,
  list: async () => [],
  deny: () => Promise.reject(new Problem('approval_not_found', 'There is no approval')),
  grant: () => Promise.reject(new Problem('approval_not_found', 'There is no approval')),
};
