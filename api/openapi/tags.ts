export interface Tag {
  name: string;
  description: string;
}

/** The groups of operations, in reading order. */
export const tags: readonly Tag[] = [
  { name: 'flows', description: 'Run flows, and learn how to call them.' },
  { name: 'runs', description: 'Executions of flows: state, timeline, log, control.' },
  {
    name: 'entities',
    description: 'Everything that is kept as files in a branch, and of the installation, in one form.',
  },
  { name: 'environments', description: 'Variables, connections and secrets that a run gets.' },
  { name: 'connections', description: 'Configured uses of connectors, and their actions.' },
  { name: 'versions', description: 'History, differences and reverts.' },
  { name: 'cicd', description: 'Validation, packaging and synchronisation of a branch.' },
  { name: 'git', description: 'Webhooks of the forge that has the repository.' },
  { name: 'branches', description: 'Branches of the configuration.' },
  { name: 'proposals', description: 'Changes that wait to be merged.' },
  { name: 'auth', description: 'Sign-in, tokens and keys.' },
  { name: 'users', description: 'Who may sign in.' },
  { name: 'api-keys', description: 'Keys for programs.' },
  { name: 'shares', description: 'Links that let their holder run one flow.' },
  { name: 'secrets', description: 'Values that are used and never shown.' },
  { name: 'backups', description: 'Back up, download, restore.' },
  { name: 'events', description: 'What happens, as CloudEvents.' },
  { name: 'operations', description: 'Health, diagnostics, logs, audit, support and the error catalog.' },
];

const names = new Set(tags.map(({ name }) => name));

/** Returns the group of a path: the segment after the branch or `platform`. */
export function getTag(path: string): string {
  const noun = /^\/api\/v1\/[^/]+\/([a-z-]+)/.exec(path)?.[1] ?? '';
  return names.has(noun) ? noun : 'operations';
}
