import type { Readable } from 'node:stream';
import type { Health } from './assembly/health.js';
import type { Audit } from './audit/contract.js';
import type { Backups } from './backups/contract.js';
import type { Finding } from './catalog/contract.js';
import type { BranchWork } from './changes/branches/index.js';
import type { Changes } from './changes/contract.js';
import type { Versions } from './changes/versions/contract.js';
import type { Connector } from './connectors/contract.js';
import type { Events } from './events/index.js';
import type { WebhookReceiver } from './forges/index.js';
import type { Identity } from './identity/index.js';
import type { Reconciler } from './reconciler/contract.js';
import type { ConnectionService } from './runs/connection-contract.js';
import type { RunService } from './runs/contract.js';
import type { ServiceLogReader } from './service-log/index.js';
import type { ConfigSections, Settings } from './settings/index.js';
import type { Support } from './support/index.js';
import type { OtlpExporter } from './tracing/index.js';
import type { Triggers } from './triggers/contract.js';
import type { Vault } from './vault/contract.js';

/** What the API and the CLI see of the controller: everything below the surfaces, started and wired. */
export interface Controller {
  readonly settings: Settings;
  /** The settings by section, and the changes that take no restart. */
  readonly config: ConfigSections;
  readonly version: string;
  readonly branches: Branches;
  readonly reconciler: Reconciler;
  /** Every write of entities goes through it. */
  readonly changes: Changes;
  /** What entities were before. */
  readonly versions: Versions;
  /** What can be done to branches as a whole. */
  readonly branchWork: BranchWork;
  readonly runs: RunService;
  readonly backups: Backups;
  readonly vault: Vault;
  /** Takes the deliveries of forges. */
  readonly webhooks: WebhookReceiver;
  readonly identity: Identity;
  readonly audit: Audit;
  /** Looks at everything the installation rests on; answers within a few seconds. */
  health(): Promise<Health>;
  /** Figures of this process, for metrics. */
  statistics(): Statistics;
  readonly support: Support;
  readonly events: Events;
  readonly triggers: Triggers;
  /** Where spans go; undefined where nobody wants them. */
  readonly traces: Pick<OtlpExporter, 'add'> | undefined;
  /** The service's own log. */
  readonly logs: ServiceLogReader;
  readonly connectors: readonly Connector[];
  /** Connections used by themselves, outside of a run. */
  readonly connections: ConnectionService;
  /**
   * The whole validation engine over files as they would be in a branch: what they refer to may be there, and a file of
   * the same path is replaced. Answers with what is wrong in them, and with what they would break elsewhere.
   * @throws Problem branch_not_found, git_failed
   */
  validate(branch: string, files: readonly { path: string; content: string }[]): Promise<readonly Finding[]>;
  /** A `.tar.gz` of a branch at a revision, with a manifest; made as it is read, and ends in the error of what fails. */
  package(branch: string, revision: string): Readable;
  /** What keeps the service from being ready; empty when it is. */
  readiness(): readonly string[];
  stop(): Promise<void>;
}

export interface Statistics {
  /** Runs under way, and waiting for a place. */
  running: number;
  pending: number;
  /** When the run that waits longest was accepted, ms since the epoch. */
  oldest: number | undefined;
  /** Runs that have ended, by their last state. */
  ended: Readonly<Record<string, number>>;
  /** Of the database, and the statements in them. */
  transactions: number;
  writes: number;
}

export interface Branches {
  /** The production branch; `live` with Git off. */
  readonly production: string;
  readonly gitEnabled: boolean;
  /** From the `{branch}` segment, decoded, to the branch it means. @throws Problem branch_not_found, overlay_disabled */
  resolve(segment: string): Promise<string>;
  list(): Promise<{ name: string; production: boolean; revision: string | null }[]>;
}
