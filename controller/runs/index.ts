export type {
  ConnectionService,
  ConnectionTest,
  ConnectionUse,
  OpenConnection,
} from './connection-contract.js';
export type { LogEntry, Run, RunFilter, RunRequest, RunService, RunStatus, TaskRecord } from './contract.js';
export { createRunEngine, type RunEngine, type RunOptions } from './engine.js';
export { isRunId } from './run-id.js';
