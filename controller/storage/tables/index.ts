import type { BranchTables } from './branches.js';
import type { InstallationTables } from './installation.js';
import type { MessageTables } from './messages.js';
import type { RunTables } from './runs.js';
import type { TriggerTables } from './triggers.js';

/** Every table. Times are milliseconds since the epoch; JSON columns contain JSON text. */
export interface Tables extends BranchTables, InstallationTables, MessageTables, RunTables, TriggerTables {}
