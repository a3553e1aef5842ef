import type { Readable } from 'node:stream';
import type { Backups, Quarantine } from '../backups/index.js';
import type { Connector } from '../connectors/contract/connector.js';
import type { Consents } from '../consents/index.js';
import type { Events, Support } from '../delivery/index.js';
import type { WebhookReceiver } from '../git/forges/index.js';
import type { OtlpExporter, RunFigures, ServiceLogReader, TokenCount } from '../observability/index.js';
import type { Changes } from '../proposals/contract.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Validations } from '../reconciler/index.js';
import type { FlowTester, Planner, Replayer, TaskInspector, TestRecorder } from '../rehearsal/index.js';
import type { RunnableStates } from '../runnable/index.js';
import type { ConnectionService, HumanTaskService, RunService } from '../runs/contract.js';
import type { Approvals } from '../security/approvals/approvals.js';
import type { Audit } from '../security/audit/audit-log.js';
import type { Identity } from '../security/identity/index.js';
import type { ServerCertificate } from '../security/tls/server-certificate.js';
import type { Vault } from '../security/vault/contract.js';
import type { ConfigSections, Settings } from '../settings/index.js';
import type { Lease, NodeRecord } from '../storage/index.js';
import type { Hooks, ParkedMessages, TriggerService, Triggers } from '../triggers/index.js';
import type { BranchManager, Versions } from '../writes/index.js';
import type { Health } from './open-diagnostics.js';
import type { NoticeTest } from './open-notices.js';
import type { ServiceAddress } from './service-address.js';

/** The started controller, as the API and the CLI see it. */
export interface Controller {
  readonly settings: Settings;
  /** The settings by section, with the changes made at run time. */
  readonly config: ConfigSections;
  readonly version: string;
  /** The certificate to speak HTTPS with; undefined for HTTP. */
  readonly certificate: Pick<ServerCertificate, 'current' | 'state' | 'onChange'> | undefined;
  readonly branches: Branches;
  readonly reconciler: Reconciler;
  /** Writes of entities, and proposals. */
  readonly changes: Changes;
  /** Earlier versions of entities. */
  readonly versions: Versions;
  /** Creates, deletes, compares and merges branches. */
  readonly branchManager: BranchManager;
  readonly runs: RunService;
  /** Shows the data of the tasks of runs. */
  readonly taskInspector: Pick<TaskInspector, 'inspect' | 'findHidingReason'>;
  /** Replays recorded runs through other versions of their flows. */
  readonly replayer: Pick<Replayer, 'replay'>;
  readonly testRecorder: Pick<TestRecorder, 'record'>;
  /** Runs tests of flows. */
  readonly flowTester: Pick<FlowTester, 'run' | 'list'>;
  /** Says what changes would do. */
  readonly planner: Pick<Planner, 'plan'>;
  readonly humanTasks: HumanTaskService;
  readonly backups: Backups;
  /** Begins with a restore of another installation's backup. */
  readonly quarantine: Pick<Quarantine, 'state' | 'end'>;
  /** Tells whether what entities need is here. */
  readonly runnable: RunnableStates;
  readonly vault: Vault;
  /** Receives the webhooks of forges. */
  readonly webhooks: WebhookReceiver;
  readonly identity: Identity;
  readonly audit: Audit;
  /** Effects that wait for the consent of a person. */
  readonly approvals: Pick<Approvals, 'request' | 'get' | 'findCall' | 'list' | 'deny' | 'grant'>;
  /** Runs the checks of the installation, in a few seconds. */
  health(): Promise<Health>;
  /** Sends a message that only shows that those of `Notify` arrive. @throws Problem notify_not_set */
  testNotices(signal: AbortSignal): Promise<NoticeTest>;
  /** The nodes that share the database, the leader first; empty where none can. */
  nodes(): Promise<readonly NodeRecord[]>;
  /** Figures of this process, for metrics. */
  statistics(): Statistics;
  /** The ended runs of this process by flow and branch, for metrics; branches that were deleted are left out. */
  runFigures(): Promise<readonly RunFigures[]>;
  readonly support: Support;
  readonly events: Events;
  readonly triggers: Pick<Triggers, 'accept'>;
  /** Receives the deliveries to webhooks of triggers. */
  readonly hooks: Pick<Hooks, 'receive' | 'check'>;
  /** The messages of connections whose triggers could not start their flows. */
  readonly parkedMessages: Pick<ParkedMessages, 'list' | 'get' | 'replay' | 'discard'>;
  /** The triggers of each branch. */
  readonly schedules: TriggerService;
  /** The exporter of traces; undefined when none is configured. */
  readonly traces: Pick<OtlpExporter, 'add'> | undefined;
  /** The service's own log. */
  readonly logs: ServiceLogReader;
  readonly connectors: readonly Connector[];
  /** Calls of connections outside runs. */
  readonly connections: ConnectionService;
  /** The address of the service in links. */
  readonly address: Readonly<Pick<ServiceAddress, 'url'>>;
  /** The consents of persons to the use of APIs by connections. */
  readonly consents: Pick<
    Consents,
    'begin' | 'find' | 'lead' | 'findAnswered' | 'complete' | 'read' | 'revoke'
  >;
  /** Validates files as if they were written to a branch, where they replace files of the same path. */
  readonly validations: Pick<Validations, 'findingsWith' | 'getFindings'>;
  /** Returns a `.tar.gz` of a branch at a revision with a manifest; the stream fails when a file cannot be read. */
  package(branch: string, revision: string): Readable;
  /** Set where another node can take over. Answers from memory are right only while it is valid. */
  readonly lease?: Lease | undefined;
  /** True at a node that does not lead, which performs only operations that say so. */
  readonly isMember?: true | undefined;
  /** Returns the reasons why the service is not ready; empty when it is. */
  readiness(): readonly string[];
  stop(): Promise<void>;
}

/** The parts of a controller that a member has: operations that use no more are served by each node. */
export type MemberView = Pick<
  Controller,
  | 'settings'
  | 'config'
  | 'version'
  | 'certificate'
  | 'branches'
  | 'reconciler'
  | 'runs'
  | 'taskInspector'
  | 'runnable'
  | 'vault'
  | 'identity'
  | 'audit'
  | 'connectors'
  | 'connections'
  | 'humanTasks'
  | 'traces'
  | 'nodes'
  | 'statistics'
  | 'runFigures'
  | 'isMember'
>;

/** A started member, as the API sees it: it starts runs and serves reads, and passes on everything else. */
export interface MemberController
  extends Pick<
    Controller,
    | 'settings'
    | 'config'
    | 'version'
    | 'certificate'
    | 'branches'
    | 'runs'
    | 'vault'
    | 'identity'
    | 'traces'
    | 'nodes'
    | 'statistics'
    | 'runFigures'
    | 'readiness'
    | 'stop'
  > {
  readonly reconciler: Pick<Reconciler, 'followed' | 'status'>;
  /** This member as operations see it: what it lacks throws `LeaderNeeded`. */
  readonly view: Controller;
  /** Resolves when this process must start again: to lead, or because settings or keys were changed. */
  readonly outdated: Promise<void>;
  /** The node that leads; undefined while none does. */
  leader(): NodeRecord | undefined;
  /** Notes the address of this node. */
  announce(url: string, fingerprint: string | undefined): Promise<void>;
  /** Notes the port, which links name unless `Server.BaseUrl` is set. */
  listensOn(port: number): void;
  /**
   * True when this node can answer reads as the leader would: its lease is valid, and it has seen everything that was committed before
   * the call.
   */
  mayRead(): Promise<boolean>;
  /** True when the last call of `mayRead` was. */
  readonly isCurrent: boolean;
  /**
   * True when this node knows the session of a browser, with the time of its last use. Only for the time without a leader, who knows
   * that of all nodes.
   */
  knowsSession(token: string): Promise<boolean>;
  /**
   * True when this node can start a flow as the leader would: it has seen everything that was committed before the call, and
   * the flow needs nothing that only the leader keeps.
   */
  mayStart(branch: string, request: { flow: string; environment: string | undefined }): Promise<boolean>;
}

interface Statistics {
  /** Runs with a place in the queue; `pending` ones wait for a place. */
  running: number;
  pending: number;
  /** The time at which the first pending run was accepted, ms since the epoch. */
  oldest: number | undefined;
  /** The same for each branch of which runs wait for a place, and not for the limit of their own flow. */
  oldestByBranch: ReadonlyMap<string, number>;
  /** Ended runs, by final state. */
  ended: Readonly<Record<string, number>>;
  /** Occurrences of triggers, by what became of them. */
  occurrences: Readonly<Record<string, number>>;
  /** Tokens of language models. */
  tokens: readonly TokenCount[];
  /** Transactions of the database, and the statements in them. */
  transactions: number;
  writes: number;
}

export interface Branches {
  /** The production branch; `live` with Git off. */
  readonly production: string;
  readonly gitEnabled: boolean;
  /** Returns the branch of a decoded `{branch}` segment. @throws Problem branch_not_found, overlay_disabled */
  resolve(segment: string): Promise<string>;
  list(): Promise<{ name: string; production: boolean; revision: string | null }[]>;
}
