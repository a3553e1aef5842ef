import type { Route } from '../api/operations/shared/route.js';

/** Words that are deliberately no commands, each with the `operationId` of the REST call that does what its user most likely wants. */
export const restCalls: Readonly<Record<string, string>> = {
  secrets: 'write-secret',
  backups: 'create-backup',
  restore: 'restore-backup',
  revert: 'revert-entity',
  users: 'create-user',
  branches: 'list-branches',
  notify: 'test-notices',
  diagnostics: 'read-diagnostics',
  support: 'submit-ticket',
  environments: 'list-environments',
  entities: 'list-entities',
  history: 'list-versions',
  audit: 'list-audit',
  sync: 'sync-branch',
  package: 'package-branch',
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
export async function hintsFor(word: string): Promise<string[] | undefined> {
  const name = Object.hasOwn(synonyms, word) ? (synonyms[word] ?? word) : word;
  const pagesHint = 'The pages <server>/api/v1/docs and <server>/graphql list all calls and can send them.';
  if (pages.has(name)) return [pagesHint];
  const command = Object.hasOwn(commandHints, name) ? commandHints[name] : undefined;
  if (command !== undefined) return [command];
  const id = Object.hasOwn(restCalls, name) ? restCalls[name] : undefined;
  return id === undefined ? undefined : [`Use ${await describeCall(id)}.`, pagesHint];
}

async function describeCall(id: string): Promise<string> {
  // Most commands never need the operations.
  const [{ getOperationId, getPath }, { routes }] = await Promise.all([
    import('../api/openapi/document.js'),
    import('../api/operations/registry.js'),
  ]);
  const route = routes.find((each) => getOperationId(each) === id);
  if (!route) throw new Error(`There is no operation ${id}`);
  const members = listMembers(route);
  const body = members.length === 0 ? '' : ` with {${members.join(', ')}}`;
  return `${route.method} ${getPath(route)}${body}`;
}

const gaps: Readonly<Record<string, string>> = { object: '{…}', array: '[…]' };

/** Returns the members of the body that a call needs, each with a place to fill. */
function listMembers({ body = [], operation }: Route): string[] {
  if (typeof body === 'string') return [];
  const { required = [], properties } = operation.input;
  const needed = body.filter((member) => required.includes(member));
  return needed.map((member) => {
    const type = properties[member]?.['type'];
    return `"${member}": ${(typeof type === 'string' && gaps[type]) || '…'}`;
  });
}
