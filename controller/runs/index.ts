export * from './contract.js';
export { connectionVersionIn } from './effects/calls/connection-version.js';
export { CallHeldBack, type OutgoingCall } from './effects/calls/outgoing-call.js';
export { entityReachesSecret } from './effects/calls/secret-uses.js';
export type { FilesBucket } from './effects/files/bucket-files.js';
export { MemoryStores } from './effects/stores/memory-stores.js';
export { createRunEngine, type EndedRun, type RunOptions } from './engine.js';
export { HumanTaskLinks } from './human-tasks/human-task-links.js';
export { type AnswerCut, explainCut } from './journal/answer-policy.js';
export { findGrant } from './journal/environment-grant.js';
export {
  Digests,
  durationExceeded,
  limitExceeded,
  refuseLargeOutput,
  runOutputError,
} from './journal/journal-entry.js';
export type { RunObserver } from './journal/journal-writer.js';
export { findEnvironment } from './journal/run-documents.js';
export { RunPath } from './journal/run-path.js';
export { childRunId } from './journal/run-state.js';
export { createSpan } from './journal/trace.js';
export { ComputingMark } from './lifecycle/computing-mark.js';
export { getOwnNeeds } from './lifecycle/leader-needs.js';
export { createVersionReader } from './lifecycle/record.js';
export { Shares } from './lifecycle/shares.js';
export { SuspectRuns } from './lifecycle/suspect-runs.js';
