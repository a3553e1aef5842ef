import { apiKeys } from './api-keys/operations.js';
import { apiKeyRoutes } from './api-keys/routes.js';
import { apiKeyTools } from './api-keys/tools.js';
import { approvalEntity } from './approvals/operations.js';
import { createApprovalRoutes } from './approvals/routes.js';
import { auditRoutes } from './audit/routes.js';
import { authRoutes } from './auth/routes.js';
import { backupEntity } from './backups/operations.js';
import { backupRoutes } from './backups/routes.js';
import { backupTools } from './backups/tools.js';
import { branchEntity } from './branches/operations.js';
import { branchRoutes } from './branches/routes.js';
import { cicdRoutes } from './cicd/routes.js';
import { clientGrantRoutes } from './client-grants/routes.js';
import { sectionEntity } from './config-sections/operations.js';
import { configSectionRoutes } from './config-sections/routes.js';
import { connectionRoutes } from './connections/routes.js';
import { connectionTools } from './connections/tools.js';
import { consentRoutes } from './consents/routes.js';
import { controlTools } from './control/tools.js';
import { deliveryRoutes } from './deliveries/routes.js';
import { describeTools } from './describe/tools.js';
import { diagnosticRoutes } from './diagnostics/routes.js';
import { entityRoutes } from './entities/routes.js';
import { entityTools } from './entities/tools.js';
import { environmentRoutes } from './environments/routes.js';
import { errorRoutes } from './errors/routes.js';
import { eventRoutes } from './events/routes.js';
import { flowRoutes } from './flows/routes.js';
import { flowTools } from './flows/tools.js';
import { humanTaskEntity } from './human-tasks/operations.js';
import { humanTaskRoutes } from './human-tasks/routes.js';
import { proposalEntity } from './proposals/operations.js';
import { proposalRoutes } from './proposals/routes.js';
import { rehearsalRoutes } from './rehearsal/routes.js';
import { rehearsalTools } from './rehearsal/tools.js';
import { runEntity } from './runs/operations.js';
import { runRoutes } from './runs/routes.js';
import { secretEntity } from './secrets/operations.js';
import { secretRoutes } from './secrets/routes.js';
import type { Operation } from './shared/operation.js';
import type { PlatformEntity } from './shared/platform-entities.js';
import type { Route } from './shared/route.js';
import type { Tool } from './shared/tool.js';
import { shares } from './shares/operations.js';
import { shareRoutes } from './shares/routes.js';
import { supportRoutes } from './support/routes.js';
import { supportTools } from './support/tools.js';
import { triggerRoutes } from './triggers/routes.js';
import { users } from './users/operations.js';
import { userRoutes } from './users/routes.js';
import { diffVersions, listVersions, readVersion } from './versions/operations.js';
import { versionRoutes } from './versions/routes.js';
import { versionTools } from './versions/tools.js';

/** One folder beside this file. Every operation has a route, so the routes name all operations. */
interface Noun {
  routes: readonly Route[];
  /** The tools for models; those that work on any type receive all types, one that describes tools receives the list of all. */
  tools?:
    | readonly Tool[]
    | ((entities: readonly PlatformEntity[], all: () => readonly Tool[]) => readonly Tool[]);
  /** The verbs on entities that live in the installation's database. */
  entity?: PlatformEntity;
}

const versionReads = {
  list: listVersions as Operation,
  diff: diffVersions as Operation,
  at: readVersion as Operation,
};

/** Everything that a caller would name, in the order in which documents and clients list it. */
const nouns: readonly Noun[] = [
  { routes: [], tools: describeTools },
  { routes: flowRoutes, tools: flowTools },
  { routes: runRoutes, entity: runEntity },
  { routes: triggerRoutes, tools: controlTools },
  { routes: deliveryRoutes },
  { routes: humanTaskRoutes, entity: humanTaskEntity },
  { routes: createApprovalRoutes(findOperation), entity: approvalEntity },
  { routes: connectionRoutes, tools: connectionTools },
  { routes: consentRoutes },
  { routes: environmentRoutes },
  { routes: entityRoutes, tools: (entities) => entityTools(entities, versionReads) },
  { routes: versionRoutes, tools: versionTools },
  { routes: proposalRoutes, entity: proposalEntity },
  { routes: branchRoutes, entity: branchEntity },
  { routes: cicdRoutes },
  { routes: rehearsalRoutes, tools: rehearsalTools },
  { routes: secretRoutes, entity: secretEntity },
  { routes: backupRoutes, tools: backupTools, entity: backupEntity },
  { routes: configSectionRoutes, entity: sectionEntity },
  { routes: authRoutes },
  { routes: clientGrantRoutes },
  { routes: userRoutes, entity: users },
  { routes: apiKeyRoutes, tools: apiKeyTools, entity: apiKeys },
  { routes: shareRoutes, entity: shares },
  { routes: auditRoutes },
  { routes: eventRoutes },
  { routes: diagnosticRoutes },
  { routes: supportRoutes, tools: supportTools },
  { routes: errorRoutes },
];

export const routes: readonly Route[] = nouns.flatMap((noun) => noun.routes);

/** Everything that a caller can do. */
export const operations: readonly Operation[] = [...new Set(routes.map(({ operation }) => operation))];

function findOperation(name: string): Operation | undefined {
  return operations.find((operation) => operation.name === name);
}

/** The types whose entities live in the installation's database. */
export const platformEntities: readonly PlatformEntity[] = nouns.flatMap(({ entity }) => entity ?? []);

/** The tools that are offered whatever the repository holds, in the order that clients see. */
export const tools: readonly Tool[] = nouns.flatMap(({ tools = [] }) =>
  typeof tools === 'function' ? tools(platformEntities, allTools) : tools,
);

function allTools(): readonly Tool[] {
  return tools;
}
