export { openAudit } from './audit-log.js';
export type {
  Audit,
  AuditEntry,
  AuditEvent,
  AuditFilter,
  AuditOutcome,
  AuditPage,
  AuditRecord,
  AuditVerdict,
} from './contract.js';
