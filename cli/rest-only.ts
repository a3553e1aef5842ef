const platform = '/api/v1/platform';

interface RestCall {
  method: 'GET' | 'POST';
  /** The path as the OpenAPI document writes it. */
  path: string;
  /** The fields of the request body. */
  body?: string;
}

/** Words that are deliberately no commands, each with the REST call that does what its user most likely wants. */
export const restCalls: Readonly<Record<string, RestCall>> = {
  secrets: {
    method: 'POST',
    path: `${platform}/entities/platform/secret`,
    body: '{"path": …, "value": {…}}',
  },
  backups: { method: 'POST', path: `${platform}/entities/platform/backup`, body: '{"categories": […]}' },
  restore: { method: 'POST', path: `${platform}/backups/{id}/restore` },
  revert: {
    method: 'POST',
    path: '/api/v1/{branch}/versions/{type}/{name}/revert',
    body: '{"commitHash": …, "hold": true|false}',
  },
  users: { method: 'POST', path: `${platform}/users`, body: '{"name": …, "role": …, "password": …}' },
  branches: { method: 'GET', path: `${platform}/branches` },
  notify: { method: 'POST', path: `${platform}/diagnostics/notify` },
  diagnostics: { method: 'GET', path: `${platform}/diagnostics` },
  support: {
    method: 'POST',
    path: `${platform}/support`,
    body: '{"kind": "support", "subject": …, "body": …}',
  },
  environments: { method: 'GET', path: '/api/v1/{branch}/environments' },
  entities: { method: 'GET', path: '/api/v1/{branch}/entities/{op}/{type}' },
  history: { method: 'GET', path: '/api/v1/{branch}/versions/{type}/{name}/history' },
  audit: { method: 'GET', path: `${platform}/audit` },
  sync: { method: 'POST', path: '/api/v1/{branch}/cicd/sync' },
  package: { method: 'POST', path: '/api/v1/{branch}/cicd/package' },
};
/** Words for which there is a command of another name. */
const commandHints: Readonly<Record<string, string>> = {
  run: '`svc run-flow <name>` runs a flow, and `svc runs list` shows runs.',
  start: '`svc run-flow <name>` runs a flow, and `svc serve` starts the service.',
  flow: '`svc flows list` shows flows, and `svc run-flow <name>` runs one.',
  log: '`svc logs latest` prints the log of the newest run.',
  'api-key': '`svc keys list` shows API keys, and `svc keys create <name>` makes one.',
  'api-keys': '`svc keys list` shows API keys, and `svc keys create <name>` makes one.',
  rotate: '`svc keys rotate <key>` issues a new key.',
  lint: '`svc validate .` checks the files of a folder.',
  check: '`svc validate .` checks the files of a folder.',
  tasks: '`svc human-tasks list` shows the tasks that wait for people.',
};

const synonyms: Readonly<Record<string, string>> = {
  secret: 'secrets',
  backup: 'backups',
  rollback: 'revert',
  user: 'users',
  branch: 'branches',
  doctor: 'diagnostics',
  list: 'entities',
  ls: 'entities',
  environment: 'environments',
  versions: 'history',
};
const pages: ReadonlySet<string> = new Set(['open', 'docs', 'ui', 'api', 'graphql', 'swagger']);

/** Returns hints for a word that a user may take for a command; undefined for an unknown word. */
export function hintsFor(word: string): string[] | undefined {
  const name = Object.hasOwn(synonyms, word) ? (synonyms[word] ?? word) : word;
  const pagesHint = 'The pages <server>/api/v1/docs and <server>/graphql list all calls and can send them.';
  if (pages.has(name)) return [pagesHint];
  const command = Object.hasOwn(commandHints, name) ? commandHints[name] : undefined;
  if (command !== undefined) return [command];
  const call = Object.hasOwn(restCalls, name) ? restCalls[name] : undefined;
  if (call === undefined) return undefined;
  const { method, path, body } = call;
  return [`Use ${method} ${path}${body === undefined ? '' : ` with ${body}`}.`, pagesHint];
}
