import { apiKeyOperations } from './api-keys.js';
import { auditOperations } from './audit.js';
import { authOperations } from './auth.js';
import { backupOperations } from './backups.js';
import { branchOperations } from './branches.js';
import { cicdOperations } from './cicd.js';
import { configSectionOperations } from './config-sections.js';
import { connectionOperations } from './connections.js';
import { diagnosticOperations } from './diagnostics.js';
import { entityOperations } from './entities.js';
import { entityWriteOperations } from './entity-writes.js';
import { environmentOperations } from './environments.js';
import { eventOperations } from './events.js';
import { describeFlow } from './flow-context.js';
import { runFlow } from './flows.js';
import { listEntityTypes } from './list-entity-types.js';
import type { Operation } from './operation.js';
import { packageBranch } from './package-branch.js';
import { platformOperations } from './platform.js';
import { proposalOperations } from './proposals.js';
import { readRunLogs } from './run-logs.js';
import { runOperations } from './runs.js';
import { secretOperations } from './secrets.js';
import { serveFlow } from './serve-flow.js';
import { shareOperations } from './shares.js';
import { supportOperations } from './support.js';
import { userOperations } from './users.js';
import { versionOperations } from './versions.js';

/** Everything a caller can do. */
export const operations: readonly Operation[] = [
  runFlow,
  serveFlow,
  describeFlow,
  ...runOperations,
  readRunLogs,
  ...entityOperations,
  listEntityTypes,
  ...entityWriteOperations,
  ...proposalOperations,
  ...versionOperations,
  ...environmentOperations,
  ...connectionOperations,
  ...cicdOperations,
  packageBranch,
  ...branchOperations,
  ...secretOperations,
  ...backupOperations,
  ...platformOperations,
  ...configSectionOperations,
  ...diagnosticOperations,
  ...supportOperations,
  ...eventOperations,
  ...authOperations,
  ...userOperations,
  ...apiKeyOperations,
  ...shareOperations,
  ...auditOperations,
];

const byName = new Map(operations.map((operation) => [operation.name, operation]));

/** The operation of that name, where it is one. */
export function findOperation(name: string): Operation | undefined {
  return byName.get(name);
}

/** The operation of that name; a name that is not in the registry is a defect. */
export function operationNamed(name: string): Operation {
  const operation = byName.get(name);
  if (!operation) throw new Error(`No operation is named ${name}`);
  return operation;
}
