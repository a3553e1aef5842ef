export type { FileTestReport, FlowTestReport, FlowTestResult, TestFailure } from './flow-tests/contract.js';
export { FlowTester } from './flow-tests/flow-tester.js';
export { getTestLimits, openFileTests, type UpdatedFile } from './flow-tests/tests-of-files.js';
export type { ChangePlan } from './plan/contract.js';
export { Planner } from './plan/planner.js';
export { getSummary, toMarkdown } from './plan/to-markdown.js';
export type { Difference } from './replay/differences.js';
export { type Replay, Replayer } from './replay/replayer.js';
export { getIterations, type InspectedTask, TaskInspector } from './task-inspector.js';
