import type { AuditTables } from './audit.js';
import type { BackupTables } from './backups.js';
import type { BranchTables } from './branches.js';
import type { IdentityTables } from './identity.js';
import type { MessageTables } from './messages.js';
import type { RunTables } from './runs.js';
import type { StoreTables } from './stores.js';
import type { VaultTables } from './vault.js';

/** Every table. Times are milliseconds since the epoch; JSON columns hold JSON text. */
export interface Tables
  extends RunTables,
    IdentityTables,
    AuditTables,
    VaultTables,
    MessageTables,
    StoreTables,
    BranchTables,
    BackupTables {}
