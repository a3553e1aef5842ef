const runs = ['started', 'suspended', 'resumed', 'completed', 'faulted', 'cancelled'];
const tasks = ['started', 'suspended', 'retried', 'completed', 'faulted', 'cancelled'];
const lifecycle = [...runs.map((verb) => `workflow.${verb}`), ...tasks.map((verb) => `task.${verb}`)];
const platform = [
  ...['sync.succeeded', 'sync.failed', 'entity.created', 'entity.updated', 'entity.deleted'],
  ...['proposal.opened', 'backup.completed', 'apikey.rotated'],
  ...['opened', 'completed', 'overdue'].map((what) => `humantask.${what}`),
];

/** The types of svc's own events, about runs and about the platform. */
export const ownTypes: readonly string[] = [
  ...lifecycle.map((what) => `io.serverlessworkflow.${what}.v1`),
  ...platform.map((what) => `dev.svc.${what}.v1`),
];

/** True for types of svc's own events: they reach only filters that name a type. */
export function isOwnType(type: string): boolean {
  return type.startsWith('io.serverlessworkflow.') || type.startsWith('dev.svc.');
}
