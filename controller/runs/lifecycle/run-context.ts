import type { Json } from '../../../schemas/json/types.js';
import type { Snapshots } from '../../catalog/index.js';
import type { KeyedMutex } from '../../concurrency/turns.js';
import type { ActionFiles } from '../../connectors/index.js';
import type { FlowPlan, StepKey, SubflowCall } from '../../flows/index.js';
import type { SecretPolicy } from '../../security/policy/secret-policy.js';
import type { Lease } from '../../storage/index.js';
import type { CallSlots } from '../effects/calls/call-slots.js';
import type { ConnectionCalls, ConnectionUser } from '../effects/calls/connection-calls.js';
import type { BeforeWrite } from '../effects/calls/outgoing-call.js';
import type { EntityCalls } from '../effects/entity-calls.js';
import type { RunFiles } from '../effects/files/run-files.js';
import type { Scripts } from '../effects/scripts.js';
import { type EventServices, RunListening } from '../events/run-listening.js';
import { HumanTaskWaits } from '../human-tasks/human-task-waits.js';
import type { HumanTasks } from '../human-tasks/human-tasks.js';
import type { AnswerPolicy } from '../journal/answer-policy.js';
import { Recorded } from '../journal/journal-entry.js';
import { type JournalServices, JournalWriter } from '../journal/journal-writer.js';
import type { DocumentCache, RunDocuments } from '../journal/run-documents.js';
import { isFinal, type Run, type RunState } from '../journal/run-state.js';
import type { PlaceTable } from '../places/place-table.js';
import type { RunReader } from '../queries/run-reader.js';
import type { ComputingMark } from './computing-mark.js';
import { RunLifecycle } from './run-lifecycle.js';
import type { RunOrders } from './run-orders.js';
import type { RunQueue } from './run-queue.js';
import { RunWaits } from './run-waits.js';
import type { SuspectRuns } from './suspect-runs.js';
import type { WakeTimer } from './wake-timer.js';

export interface RunLimits {
  /** Bytes of JSON. */
  readonly taskOutput: number;
  /** Characters. */
  readonly runLog: number;
  /** Characters of JSON. */
  readonly journal: number;
  /** Which answers ended runs keep; all when left out. */
  readonly record?: AnswerPolicy | undefined;
  /** Tasks that one run starts. */
  readonly tasks: number;
  /** Runs inside each other. */
  readonly nesting: number;
  /** Runs that one run starts. */
  readonly children: number;
}

/** The settings in force: these limits may change at run time. */
export interface CurrentSettings {
  /** `FlowInput` in bytes of JSON, `FlowDuration` in seconds. */
  current(): {
    readonly Limits: { readonly FlowInput: number; readonly FlowDuration: number };
    readonly Flows?: { readonly Environment?: string | undefined };
    /** In days. */
    readonly Retention: {
      readonly CompletedRuns: number;
      readonly FaultedRuns: number;
      readonly Events: number;
    };
  };
}

/** Everything that runs share. Built once, before the first run. */
export interface RunServices extends JournalServices {
  readonly events: EventServices;
  readonly humanTasks: HumanTasks;
  /** Returns the principals of the assignees of a task of a flow, each once. */
  getPeople(assignees: readonly string[], of: { branch: string; flow: string }): readonly string[];
  /** See `RunOptions.humanTasks`. */
  answerFault(
    use: 'complete' | 'link',
    principal: string,
    of: { branch: string; flow: string },
  ): string | undefined;
  readonly snapshots: Snapshots;
  readonly documents: DocumentCache;
  readonly queue: RunQueue;
  /** Undefined where this process has all runs. */
  readonly places: PlaceTable | undefined;
  readonly reader: RunReader;
  readonly wakeTimer: WakeTimer;
  /** Undefined where this process has all runs. */
  readonly orders: RunOrders | undefined;
  /** By run id: a run that is not in memory is changed or loaded by one caller at a time. */
  readonly turns: KeyedMutex;
  readonly calls: ConnectionCalls;
  readonly callPlaces: CallSlots;
  readonly policy: Pick<SecretPolicy, 'require' | 'trusts' | 'fence'>;
  readonly entities: EntityCalls;
  readonly files: RunFiles;
  /** Undefined in tests that have no data directory. */
  readonly computing: ComputingMark | undefined;
  /** As `computing`. */
  readonly suspects: SuspectRuns | undefined;
  readonly scripts: Scripts;
  /** Undefined where the event loop evaluates all expressions. */
  readonly runSubflow: RunSubflow;
  readonly cachedOutputs: CachedOutputs;
  readonly fetch: typeof globalThis.fetch;
  readonly transfer: typeof globalThis.fetch;
  /** See `RunOptions.beforeWrite`. */
  readonly beforeWrite: BeforeWrite;
  readonly limits: RunLimits;
  readonly settings: CurrentSettings;
  /** A run that sleeps longer is removed from memory and woken from the database. */
  readonly parkAfterMs: number;
  /** True when all runs have spans; otherwise only runs that are started in a span have. */
  readonly isTraced: boolean;
  /** Undefined where no other process can take over. */
  readonly lease: Lease | undefined;
  /** Called once for each secret that a run reads. */
  secretUsed?: SecretUsed | undefined;
  /** Reports defects of svc, as opposed to errors of flows. */
  report(error: unknown, context: { runId?: string }): void;
}

export type SecretUsed = (run: Pick<Run, 'id' | 'flow' | 'branch' | 'principal'>, path: string) => void;

/** Runs another flow for a step of a run and resolves with its output, or its run id. @throws FlowError */
type RunSubflow = (parent: RunContext, key: StepKey, call: SubflowCall, signal: AbortSignal) => Promise<Json>;

/** Outputs of flows that cache policies name. */
export interface CachedOutputs {
  /** The output of a run that starts: from the cache, or of `execute`. */
  answer(run: RunContext, execute: () => Promise<Json>): Promise<Json>;
}

/** One run in memory: what it is pinned to, what is recorded of it, and what all runs share. */
export class RunContext implements ConnectionUser {
  readonly state: RunState;
  readonly plan: FlowPlan;
  readonly documents: RunDocuments;
  readonly journal: JournalWriter;
  readonly lifecycle: RunLifecycle;
  #waits: RunWaits | undefined;
  #reportedSecrets: Set<string> | undefined;

  /**
   * @param isStored true when the run's row is in the database
   * @param recorded the journal of an earlier execution
   */
  constructor(
    readonly services: RunServices,
    { state, plan, documents }: Pick<RunContext, 'state' | 'plan' | 'documents'>,
    isStored: boolean,
    readonly recorded = new Recorded(),
  ) {
    this.state = state;
    state.owner = services.store.owner;
    this.plan = plan;
    this.documents = documents;
    if (state.waitingFor !== null || plan.asksPeople) this.#openWaits();
    this.journal = new JournalWriter(services, this, isStored, recorded);
    this.lifecycle = new RunLifecycle(this);
  }

  get branch(): string {
    return this.state.branch;
  }

  get flow(): string {
    return this.state.flow;
  }

  /** Undefined for a run that has waited for nothing outside of it, as most runs do. */
  get waits(): RunWaits | undefined {
    return this.#waits;
  }

  get listening(): RunListening {
    return this.#openWaits().events;
  }

  get people(): HumanTaskWaits {
    return this.#openWaits().people;
  }

  #openWaits(): RunWaits {
    const { state, services, plan, recorded } = this;
    this.#waits ??= new RunWaits(
      new RunListening(state, services.events, recorded.events.values()),
      new HumanTaskWaits(state, services.humanTasks, plan.asksPeople === true),
    );
    return this.#waits;
  }

  secretUsed(path: string): void {
    this.#reportedSecrets ??= new Set();
    if (this.#reportedSecrets.has(path)) return;
    this.#reportedSecrets.add(path);
    this.services.secretUsed?.(this.state, path);
  }

  files(key: string, signal: AbortSignal): ActionFiles {
    return this.services.files.of(this.state.id, key, signal);
  }

  reportDefect(error: unknown): void {
    this.services.report(error, { runId: this.state.id });
  }

  regainSlot(): Promise<void> | undefined {
    const { queue } = this.services;
    const run = queue.active(this.state.id);
    return run && queue.regain(run);
  }

  rest(): void {
    this.services.queue.rest(this);
  }

  leaving(): void {
    this.services.queue.leaving(this);
  }

  /** Called when the run has ended or left memory, and that is durable. */
  release(): void {
    const { state, services } = this;
    this.#waits?.release();
    services.queue.release(state);
    if (isFinal(state.status)) services.followers.end(state.id, state);
    else {
      services.followers.left(state.id);
      if (state.wakeAt !== null) services.wakeTimer.expect(state.wakeAt);
    }
  }
}
