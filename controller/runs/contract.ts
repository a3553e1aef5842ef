import type { Json, JsonObject } from '../../schemas/json.js';
import type { LogLevel } from '../connectors/contract.js';
import type { FlowErrorBody } from '../flows/contract.js';
import type { TraceContext } from './trace.js';

export type { TraceContext } from './trace.js';

/** Open Workflow status phases; the last three are final. */
export type RunStatus =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'suspended'
  | 'completed'
  | 'faulted'
  | 'cancelled';

export interface Run {
  /** UUIDv7. */
  id: string;
  flow: string;
  branch: string;
  /** The commit the run is pinned to. */
  revision: string;
  environment: string | null;
  status: RunStatus;
  trigger: 'api' | 'flow' | 'schedule' | 'event';
  principal: string;
  input: Json;
  /** Null until completed. */
  output: Json;
  error: FlowErrorBody | null;
  /** RFC 3339, milliseconds. */
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
  parentRunId: string | null;
  waitingFor: string | null;
}

export interface RunRequest {
  branch: string;
  flow: string;
  input: Json;
  environment?: string;
  principal: string;
  trigger?: Run['trigger'];
  /** The span that the request is part of. */
  trace?: TraceContext | undefined;
  idempotencyKey?: string;
  /** Hears the id of the run that comes of it, before it is durable. */
  onAccepted?: (id: string) => void;
}

export interface RunFilter {
  branch?: string;
  flow?: string;
  status?: RunStatus;
  environment?: string;
  trigger?: string;
  /** RFC 3339, on createdAt. */
  since?: string;
  until?: string;
  /** At least 1. */
  limit: number;
  cursor?: string;
}

/** One row of the timeline: one execution of one task. */
export interface TaskRecord {
  key: string;
  reference: string;
  name: string;
  task: string;
  attempt: number;
  status: 'running' | 'waiting' | 'completed' | 'faulted' | 'skipped' | 'cancelled' | 'retried';
  startedAt: string;
  endedAt: string | null;
  durationMs: number | null;
  /** `sha256:` of the JSON text, first 16 hex digits. */
  inputDigest: string | null;
  outputDigest: string | null;
  error: FlowErrorBody | null;
}

/** One line of a run's log. `seq` counts up within the run and is the SSE event id. */
export interface LogEntry {
  seq: number;
  at: string;
  level: LogLevel;
  message: string;
  /** Reference of the task it belongs to. */
  reference: string | null;
  data: JsonObject | null;
}

export interface RunService {
  /**
   * Accepts a run: durable when this resolves. The run may already have ended.
   * @throws Problem flow_not_found, entity_invalid, environment_not_found, parameters_invalid, idempotency_conflict, queue_full
   */
  start(request: RunRequest): Promise<Run>;
  /** Resolves with the run when it has ended, or as it is after `ms` milliseconds. */
  wait(id: string, ms: number, signal?: AbortSignal): Promise<Run>;
  /** @throws Problem run_not_found */
  get(id: string): Promise<Run>;
  list(filter: RunFilter): Promise<{ items: Run[]; nextCursor: string | null }>;
  /** The revisions that unfinished runs of a branch are pinned to, and how many runs each. */
  revisions(branch: string): Promise<{ revision: string; runs: number }[]>;
  tasks(id: string): Promise<TaskRecord[]>;
  /** Entries with `seq` greater than `after`. */
  logs(id: string, after: number, limit: number): Promise<LogEntry[]>;
  /** The log from `after` on, live; ends when the run has ended and all was delivered. */
  follow(id: string, after: number, signal: AbortSignal): AsyncIterable<LogEntry>;
  /** @throws Problem run_not_found, run_state_conflict */
  cancel(id: string): Promise<Run>;
  suspend(id: string): Promise<Run>;
  resume(id: string): Promise<Run>;
  /** A new run that takes over what the old one completed. */
  retry(id: string, principal: string): Promise<Run>;
}
