import { createHash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import type { FlowErrorBody } from '../../flows/index.js';
import type { Sealing } from '../../security/vault/contract.js';
import { createRowId, getRowId, type Tables } from '../../storage/index.js';
import type { TraceContext } from './trace.js';
import { warningAbout } from './version-warning.js';

/** Open Workflow status phases; the last three are final. */
export type RunStatus =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'suspended'
  | 'completed'
  | 'faulted'
  | 'cancelled';

/** A run as callers see it: secrets are masked. */
export interface Run {
  /** UUIDv7. */
  id: string;
  flow: string;
  branch: string;
  /** The commit whose content the run executes. */
  revision: string;
  /** The newest commit of the branch when the run was accepted, if its version of the flow was not ready; otherwise null. */
  branchRevision: string | null;
  /** The sentence about `branchRevision`; null when the run is pinned to the newest commit. */
  warning: string | null;
  environment: string | null;
  status: RunStatus;
  trigger: 'api' | 'flow' | 'schedule' | 'event' | 'webhook';
  principal: string;
  input: Json;
  /** Null until the run has completed. */
  output: Json;
  error: FlowErrorBody | null;
  /** RFC 3339, milliseconds. */
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
  parentRunId: string | null;
  /** The run that this one retries or replays. */
  retryOf: string | null;
  waitingFor: string | null;
  /** The signature of its path; null before its end, and for a run of an earlier version. */
  path: string | null;
}

/** A run as the engine sees it: the database row, with the JSON columns as values. Times are ms since the epoch. */
export interface RunState
  extends Omit<Run, 'warning' | 'createdAt' | 'startedAt' | 'endedAt' | 'durationMs'> {
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** When to wake a run that waits. */
  wakeAt: number | null;
  /** The id of the documents that the run is pinned to. */
  closure: string;
  idempotencyKey: string | null;
  requestDigest: string | null;
  /** The real input and output, sealed, where `input` and `output` hold masked values. `RunStore.reveal` opens it. */
  sealed: string | null;
  /** The span that the run was started in. */
  trace: TraceContext | null;
  /** The flows whose runs and events led to this run, the first one first. */
  causes: readonly string[];
  /** The member that has the run in memory; empty for a run that the leader takes over; null for any other run. */
  owner: string | null;
  /** False for a run of a version in which expressions kept the first of several results. */
  hasSingleResults: boolean;
}

/** The request for a run, without the parts that only `startRun` reads. */
export interface NewRun {
  branch: string;
  flow: string;
  input: Json;
  principal: string;
  trigger?: Run['trigger'];
  trace?: TraceContext | undefined;
  causes?: readonly string[];
  retryOf?: string;
}

/** The state of a run that is not accepted yet. */
export function newState(
  request: NewRun,
  pinned: Pick<RunState, 'revision' | 'branchRevision' | 'environment' | 'closure'>,
): RunState {
  const now = Date.now();
  return {
    id: createRowId(now),
    flow: request.flow,
    branch: request.branch,
    revision: pinned.revision,
    branchRevision: pinned.branchRevision,
    environment: pinned.environment,
    status: 'pending',
    trigger: request.trigger ?? 'api',
    principal: request.principal,
    input: request.input,
    output: null,
    error: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    parentRunId: null,
    retryOf: request.retryOf ?? null,
    waitingFor: null,
    wakeAt: null,
    closure: pinned.closure,
    idempotencyKey: null,
    requestDigest: null,
    sealed: null,
    trace: request.trace ?? null,
    causes: request.causes ?? [],
    owner: null,
    hasSingleResults: true,
    path: null,
  };
}

export function isFinal(status: RunStatus): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled';
}

/** The run as callers see it, with secrets masked. */
export function toRun(state: RunState, { maskJson }: Pick<Sealing, 'maskJson'>): Run {
  return {
    id: state.id,
    flow: state.flow,
    branch: state.branch,
    revision: state.revision,
    branchRevision: state.branchRevision,
    warning: state.branchRevision === null ? null : warningAbout(state.flow, state),
    environment: state.environment,
    status: state.status,
    trigger: state.trigger,
    principal: state.principal,
    input: maskJson(state.input),
    output: maskJson(state.output),
    error: state.error && (maskJson({ ...state.error }) as unknown as FlowErrorBody),
    createdAt: iso(state.createdAt),
    startedAt: state.startedAt === null ? null : iso(state.startedAt),
    endedAt: state.endedAt === null ? null : iso(state.endedAt),
    durationMs: state.endedAt === null ? null : state.endedAt - (state.startedAt ?? state.createdAt),
    parentRunId: state.parentRunId,
    retryOf: state.retryOf,
    waitingFor: state.waitingFor,
    path: state.path,
  };
}

/** Characters of what indexes hold of an error: PostgreSQL refuses entries of more than 2,704 bytes. */
export const maxIndexed = { type: 200, task: 400 } as const;

/** The failure of a faulted run, as lists find it. @param error the masked JSON text of the error */
function getFailure(
  error: string | null,
): Pick<Tables['runs'], 'failed_task' | 'error_type' | 'error_status'> {
  if (error === null) return { failed_task: null, error_type: null, error_status: null };
  const { instance, type, status } = parseJsonText(error) as unknown as FlowErrorBody;
  return {
    failed_task: instance?.slice(0, maxIndexed.task) ?? null,
    error_type: type.slice(0, maxIndexed.type),
    error_status: Number.isInteger(status) && Math.abs(status) < 2 ** 31 ? status : null,
  };
}

/** The row of a run: secrets are masked, and input and output that hold a secret are stored sealed as well. */
export function toRow(state: RunState, sealing: Sealing): Omit<Tables['runs'], 'events_before'> {
  const input = toJsonText(state.input);
  const output = state.status === 'completed' ? toJsonText(state.output) : null;
  const error = state.error === null ? null : sealing.maskJsonText(toJsonText(state.error));
  const failure = getFailure(state.status === 'faulted' ? error : null);
  return {
    id: state.id,
    flow: state.flow,
    branch: state.branch,
    revision: state.revision,
    branch_revision: state.branchRevision,
    environment: state.environment,
    status: state.status,
    trigger: state.trigger,
    principal: state.principal,
    input: sealing.maskJsonText(input),
    output: output && sealing.maskJsonText(output),
    error,
    created_at: state.createdAt,
    started_at: state.startedAt,
    ended_at: state.endedAt,
    parent_run_id: state.parentRunId,
    owner: state.owner,
    retry_of: state.retryOf,
    waiting_for: state.waitingFor,
    wake_at: state.wakeAt,
    closure: state.closure,
    idempotency_key: state.idempotencyKey,
    request_digest: state.requestDigest,
    sealed: state.sealed ?? sealedData(input, output, sealing),
    trace: state.trace === null ? null : toJsonText(state.trace),
    causes: state.causes.length === 0 ? null : toJsonText(state.causes),
    single_results: state.hasSingleResults ? 1 : null,
    failed_task: failure.failed_task,
    error_type: failure.error_type,
    error_status: failure.error_status,
    path: state.path,
  };
}

function sealedData(input: string, output: string | null, { keep }: Sealing): string | null {
  const data = `{"input":${input},"output":${output}}`;
  const kept = keep(data);
  return kept === data ? null : kept;
}

/** Replaces masked input and output by the real values. */
export function reveal(state: RunState, { open }: Pick<Sealing, 'open'>): RunState {
  if (state.sealed === null) return state;
  const { input, output } = parseJsonText(open(state.sealed)) as Pick<RunState, 'input' | 'output'>;
  return Object.assign(state, { input, output, sealed: null });
}

/** The columns of `fromRow` but those of input and output, which may be large. */
export const runColumnsWithoutData = [
  'id',
  'flow',
  'branch',
  'revision',
  'branch_revision',
  'environment',
  'status',
  'trigger',
  'principal',
  'error',
  'created_at',
  'started_at',
  'ended_at',
  'parent_run_id',
  'retry_of',
  'waiting_for',
  'wake_at',
  'closure',
  'idempotency_key',
  'request_digest',
  'trace',
  'causes',
  'owner',
  'single_results',
  'path',
] as const;

/** The columns that only lists use: the failure stands in the error, too. */
type ListColumn = 'events_before' | 'failed_task' | 'error_type' | 'error_status';

export function fromRow(row: Omit<Tables['runs'], ListColumn>): RunState {
  return {
    id: row.id,
    flow: row.flow,
    branch: row.branch,
    revision: row.revision,
    branchRevision: row.branch_revision,
    environment: row.environment,
    status: row.status as RunStatus,
    trigger: row.trigger as Run['trigger'],
    principal: row.principal,
    input: parseJsonText(row.input) as Json,
    output: row.output === null ? null : (parseJsonText(row.output) as Json),
    error: row.error === null ? null : (parseJsonText(row.error) as FlowErrorBody),
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    parentRunId: row.parent_run_id,
    retryOf: row.retry_of,
    waitingFor: row.waiting_for,
    wakeAt: row.wake_at,
    closure: row.closure,
    idempotencyKey: row.idempotency_key,
    requestDigest: row.request_digest,
    sealed: row.sealed,
    trace: row.trace === null ? null : (parseJsonText(row.trace) as TraceContext),
    causes: row.causes === null ? [] : (parseJsonText(row.causes) as string[]),
    owner: row.owner,
    hasSingleResults: row.single_results === 1,
    path: row.path,
  };
}

let lastMs = Number.NaN;
let lastIso = '';

/** RFC 3339 with milliseconds. Remembers the last result, as the times of one run are often equal. */
export function iso(ms: number): string {
  if (ms !== lastMs) {
    lastIso = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastIso;
}

/** The id of the run that a step of another run starts: the same each time the step is performed. */
export function childRunId(parent: string, key: string): string {
  const digest = createHash('sha256').update(`${parent} ${key}`).digest('hex');
  const time = Number.parseInt(parent.slice(0, 8) + parent.slice(9, 13), 16);
  return getRowId(time, Number.parseInt(digest.slice(0, 3), 16), digest.slice(3, 19));
}
