import type { RestBinding } from '../binding.js';
import { backupRoutes } from './backup-routes.js';
import { cicdRoutes } from './cicd-routes.js';
import { connectionRoutes } from './connection-routes.js';
import { entityRoutes } from './entity-routes.js';
import { entityWriteRoutes } from './entity-write-routes.js';
import { flowRoutes } from './flow-routes.js';
import { identityRoutes } from './identity-routes.js';
import { platformRoutes } from './platform-routes.js';
import { proposalRoutes } from './proposal-routes.js';
import { runRoutes } from './run-routes.js';
import { versionRoutes } from './version-routes.js';

/** Every operation's place in REST. */
export const routes: readonly RestBinding[] = [
  ...flowRoutes,
  ...runRoutes,
  ...entityRoutes,
  ...entityWriteRoutes,
  ...proposalRoutes,
  ...versionRoutes,
  ...connectionRoutes,
  ...cicdRoutes,
  ...identityRoutes,
  ...backupRoutes,
  ...platformRoutes,
];
