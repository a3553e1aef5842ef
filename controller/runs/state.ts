import type { Json } from '../../schemas/json.js';
import type { FlowErrorBody } from '../flows/contract.js';
import type { RunsTable } from '../storage/tables/runs.js';
import type { Sealing } from '../vault/contract.js';
import type { Run, RunRequest, RunStatus } from './contract.js';
import { createRunId } from './run-id.js';
import type { TraceContext } from './trace.js';

/** A run in memory: the row, with its JSON columns as values. */
export interface RunState {
  id: string;
  flow: string;
  branch: string;
  revision: string;
  environment: string | null;
  status: RunStatus;
  trigger: Run['trigger'];
  principal: string;
  input: Json;
  output: Json;
  error: FlowErrorBody | null;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  parentRunId: string | null;
  waitingFor: string | null;
  wakeAt: number | null;
  closure: string;
  idempotencyKey: string | null;
  requestDigest: string | null;
  /** Set where input and output stand here masked: what they are, sealed. `RunStore.reveal` opens it. */
  sealed: string | null;
  /** The span the run was started in. */
  trace: TraceContext | null;
}

/** A run that is about to be accepted. */
export function newState(
  request: Pick<RunRequest, 'branch' | 'flow' | 'input' | 'principal' | 'trigger' | 'trace'>,
  pinned: { revision: string; environment: string | null; closure: string },
): RunState {
  const now = Date.now();
  return {
    id: createRunId(now),
    flow: request.flow,
    branch: request.branch,
    revision: pinned.revision,
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
    waitingFor: null,
    wakeAt: null,
    closure: pinned.closure,
    idempotencyKey: null,
    requestDigest: null,
    sealed: null,
    trace: request.trace ?? null,
  };
}

export function isFinal(status: RunStatus): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled';
}

/** What callers see: secrets masked. */
export function toRun(state: RunState, { maskJson }: Pick<Sealing, 'maskJson'>): Run {
  return {
    id: state.id,
    flow: state.flow,
    branch: state.branch,
    revision: state.revision,
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
    waitingFor: state.waitingFor,
  };
}

/** With secrets masked; input and output as they are, sealed beside that. */
export function toRow(state: RunState, sealing: Sealing): RunsTable {
  const input = JSON.stringify(state.input);
  const output = state.status === 'completed' ? JSON.stringify(state.output) : null;
  const error = state.error === null ? null : JSON.stringify(state.error);
  return {
    id: state.id,
    flow: state.flow,
    branch: state.branch,
    revision: state.revision,
    environment: state.environment,
    status: state.status,
    trigger: state.trigger,
    principal: state.principal,
    input: sealing.maskJsonText(input),
    output: output && sealing.maskJsonText(output),
    error: error && sealing.maskJsonText(error),
    created_at: state.createdAt,
    started_at: state.startedAt,
    ended_at: state.endedAt,
    parent_run_id: state.parentRunId,
    waiting_for: state.waitingFor,
    wake_at: state.wakeAt,
    closure: state.closure,
    idempotency_key: state.idempotencyKey,
    request_digest: state.requestDigest,
    sealed: state.sealed ?? sealedData(input, output, sealing),
    trace: state.trace === null ? null : JSON.stringify(state.trace),
  };
}

function sealedData(input: string, output: string | null, { keep }: Sealing): string | null {
  const data = `{"input":${input},"output":${output}}`;
  const kept = keep(data);
  return kept === data ? null : kept;
}

/** Input and output as they are, in place of what may be shown of them. */
export function reveal(state: RunState, { open }: Pick<Sealing, 'open'>): RunState {
  if (state.sealed === null) return state;
  const { input, output } = JSON.parse(open(state.sealed)) as Pick<RunState, 'input' | 'output'>;
  return Object.assign(state, { input, output, sealed: null });
}

export function fromRow(row: RunsTable): RunState {
  return {
    id: row.id,
    flow: row.flow,
    branch: row.branch,
    revision: row.revision,
    environment: row.environment,
    status: row.status as RunStatus,
    trigger: row.trigger as Run['trigger'],
    principal: row.principal,
    input: JSON.parse(row.input) as Json,
    output: row.output === null ? null : (JSON.parse(row.output) as Json),
    error: row.error === null ? null : (JSON.parse(row.error) as FlowErrorBody),
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    parentRunId: row.parent_run_id,
    waitingFor: row.waiting_for,
    wakeAt: row.wake_at,
    closure: row.closure,
    idempotencyKey: row.idempotency_key,
    requestDigest: row.request_digest,
    sealed: row.sealed,
    trace: row.trace === null ? null : (JSON.parse(row.trace) as TraceContext),
  };
}

let lastMs = Number.NaN;
let lastIso = '';

/** RFC 3339 with milliseconds. The times of one run are often the same one. */
export function iso(ms: number): string {
  if (ms !== lastMs) {
    lastIso = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastIso;
}
