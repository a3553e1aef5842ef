export {
  auditCheck,
  clockCheck,
  databaseCheck,
  diskCheck,
  masterKeyCheck,
  overlayCheck,
  type QueueLoad,
  queueCheck,
} from './checks.js';
export { commitStatusCheck } from './commit-status-check.js';
export { gitRemoteCheck } from './git-check.js';
export {
  type Check,
  type CheckOutcome,
  type CheckResult,
  type CheckStatus,
  type Diagnosis,
  runChecks,
} from './run-checks.js';
