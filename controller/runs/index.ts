export type {
  ConnectionService,
  ConnectionTest,
  ConnectionUse,
  OpenConnection,
} from './connection-contract.js';
export type { LogEntry, Run, RunFilter, RunRequest, RunService, RunStatus, TaskRecord } from './contract.js';
export { createRunEngine, type RunEngine, type RunOptions } from './engine.js';
export type { JournalEntry } from './journal.js';
export { isRunId } from './run-id.js';
export { spanOf, type TraceContext } from './trace.js';
export type { RunWitness } from './witness.js';
