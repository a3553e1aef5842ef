const workflow = {
  started: 'A run has started.',
  suspended: 'A run was suspended; it goes on when it is resumed.',
  resumed: 'A suspended run goes on.',
  completed: 'A run has completed; `data.outputUri` leads to its output.',
  faulted: 'A run has ended with an error, which `data.error` describes.',
  cancelled: 'A run was cancelled.',
};
const task = {
  started: 'A task of a run has started.',
  suspended: 'A task waits with its suspended run.',
  retried: 'A `try` task starts another attempt.',
  completed: 'A task has completed.',
  faulted: 'A task has ended with an error.',
  cancelled: 'A task was cancelled.',
};
const platform = {
  'sync.succeeded': 'A commit of a branch is in service.',
  'sync.failed': 'The newest commit of a branch is not in service, or not in all of its entities.',
  'entity.created': 'A commit that is in service has a new entity.',
  'entity.updated': 'A commit that is in service has changed an entity.',
  'entity.deleted': 'A commit that is in service has removed an entity.',
  'proposal.opened': 'A change waits for review.',
  'backup.completed': 'A backup was made.',
  'apikey.rotated': 'An API key was rotated; the old key works until it is deleted.',
  'humantask.opened': 'A run waits for the answer of a person.',
  'humantask.completed': 'A person has answered; the run goes on.',
  'humantask.overdue': 'A human task has no answer, and its time is over.',
};

/** The types of svc's own events, about runs and about the platform, each with what it reports. */
export const ownEvents: Readonly<Record<string, string>> = {
  ...typed('io.serverlessworkflow.workflow', workflow),
  ...typed('io.serverlessworkflow.task', task),
  ...typed('dev.svc', platform),
};

/** The beginnings of types that only svc sends; other types of `io.serverlessworkflow` are free. */
const ownPrefixes = ['io.serverlessworkflow.workflow.', 'io.serverlessworkflow.task.', 'dev.svc.'];

export const ownTypes: readonly string[] = Object.keys(ownEvents);

/** True for types of svc's own events: they reach only filters that name a type. */
export function isOwnType(type: string): boolean {
  return ownPrefixes.some((prefix) => type.startsWith(prefix));
}

function typed(prefix: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(texts).map(([name, text]) => [`${prefix}.${name}.v1`, text]);
  return Object.fromEntries(entries);
}
