export * from './contract.js';
export { entityReachesSecret } from './effects/calls/secret-uses.js';
export { createRunEngine, type EndedRun, type RunOptions } from './engine.js';
export { HumanTaskLinks } from './human-tasks/human-task-links.js';
export type { JournalEntry } from './journal/journal-entry.js';
export type { RunObserver } from './journal/journal-writer.js';
export { findEnvironment } from './journal/run-documents.js';
export { spanOf } from './journal/trace.js';
export { ComputingMark } from './lifecycle/computing-mark.js';
