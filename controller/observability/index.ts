export { certificateCheck } from './checks/certificate.js';
export { type BranchReadiness, entitiesCheck } from './checks/entities.js';
export {
  commitStatusCheck,
  gitRemoteCheck,
  gitRepositoryCheck,
  protectionCheck,
  pullRequestPlansCheck,
  type RefusedStatus,
} from './checks/git.js';
export {
  clockCheck,
  databaseCheck,
  databaseServerCheck,
  diskCheck,
  overlayCheck,
  quarantineCheck,
  queueCheck,
} from './checks/machine.js';
export { type LeaderFlow, leaderFlowsCheck } from './checks/nodes.js';
export { noticesCheck } from './checks/notices.js';
export { pollsCheck } from './checks/polls.js';
export { type Check, type Diagnosis, runChecks } from './checks/run-checks.js';
export { auditCheck, masterKeyCheck, secretProviderCheck } from './checks/security.js';
export { type ServiceLogFilter, type ServiceLogReader, serviceLogLevels } from './log-contract.js';
export { logFile } from './log-file.js';
export { OccurrenceTally } from './occurrence-tally.js';
export type { OtlpExporter, Span } from './otlp-exporter.js';
export { durationBounds, type RunFigures, RunTally } from './run-tally.js';
export { ServiceLog } from './service-log.js';
export type { TokenCount } from './token-tally.js';
