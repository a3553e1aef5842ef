import { routes } from '../../../../api/operations/registry.js';
import type { Route } from '../../../../api/operations/shared/route.js';
import type { RealService } from '../../identity/real-service.js';

/** Reads whose answers belong to this installation or to a point in time, and are in no backup. */
const ofItsOwn = new Set([
  'list-audit',
  'verify-audit',
  'read-diagnostics',
  'read-service-logs',
  'follow-events',
  'read-sync-status',
  'list-backups',
  'read-backup',
  'download-backup',
  'list-tickets',
  'read-ticket',
  'list-branches',
  'read-branch',
  'compare-branches',
  'list-proposals',
  'read-proposal',
  'read-proposal-plan',
  'list-versions',
  'diff-versions',
  'read-version',
  'list-deliveries',
  // Sessions are in no backup.
  'list-client-grants',
  'read-delivery',
  // Tokens are secrets, and are restored; who consented is in no backup.
  'read-consent',
  // A computation over what `list-run-tasks` has, with the branch as it is.
  'record-flow-test',
  // The content of files may be of any size.
  'list-run-files',
  'read-run-file',
]);

/** When it was looked at, and where the installation is. The commit of a restored entity is that of the restore, too. */
const volatile = /^(lastUsedAt|lastTransitionTime|observedRevision|lastSignInAt|Remote|Directory)$/;

/** Returns the answer of every `GET` route by its address, for everything that can be listed. */
export async function allReads(service: RealService): Promise<Map<string, unknown>> {
  const branch = service.controller.branches.production;
  const things = await getThings(service, branch);
  const answers = new Map<string, unknown>();
  for (const binding of routes) {
    if (binding.method !== 'GET' || !binding.operation.hints.readOnly || ofItsOwn.has(binding.operation.name))
      continue;
    for (const url of getUrls(binding, branch, things)) {
      const answer = await service.call('GET', url);
      answers.set(url, { status: answer.statusCode, body: settled(answer.json(), url.includes('/runs')) });
    }
  }
  return answers;
}

type Things = ReadonlyMap<string, readonly string[]>;

/** Existing names of each kind of entity, by the parameter that accepts them. */
async function getThings(service: RealService, branch: string): Promise<Things> {
  const list = async (url: string, key = 'name'): Promise<string[]> => {
    const { items = [] } = (await service.call('GET', url)).json();
    return items.map((item: Record<string, string>) => item[key] ?? '');
  };
  const platform = '/api/v1/platform';
  const types = await list(`/api/v1/${branch}/entities/platform`);
  const runs = await list(`/api/v1/${branch}/runs`, 'id');
  const tasks = await Promise.all(
    runs.map(async (run) => {
      const references = await list(`/api/v1/${branch}/runs/${run}/tasks`, 'reference');
      return references.map((reference) => `${run}/tasks/${encodeURIComponent(reference)}`);
    }),
  );
  const found = new Map([
    ['type', types],
    ['kind', types],
    ['run', runs],
    ['inspect-tasks', tasks.flat()],
    ['list-users', await list(`${platform}/users`)],
    ['list-api-keys', await list(`${platform}/api-keys`, 'id')],
    ['list-shares', await list(`${platform}/shares`)],
    ['list-secrets', await list(`${platform}/secrets`, 'path')],
    ['list-config-sections', await list(`${platform}/entities/platform/config-section`)],
    ['connector', ['http', 'sqlite']],
    ['list-human-tasks', await list(`${platform}/human-tasks?mine=false`, 'id')],
    // In no backup: what waits for consent is decided where it was requested.
    ['list-approvals', []],
    ['list-errors', await list(`${platform}/errors`, 'code')],
  ]);
  for (const type of types) found.set(type, await list(`/api/v1/${branch}/entities/platform/${type}`));
  return found;
}

function getUrls({ path, operation }: Route, branch: string, things: Things): string[] {
  const all = (key: string): readonly string[] => {
    const found = things.get(key);
    if (!found)
      throw new Error(`Nothing is known for \`${path}\`: name what it takes, or that it is in no backup`);
    return found;
  };
  const url = path.replace('::', ':').replace(':branch', branch).replace(':op', 'platform');
  const param = /:\w+|\*/.exec(url)?.[0];
  if (param === undefined) return [url];
  if (url.includes(':type/:name'))
    return all('type').flatMap((type) =>
      all(type).map((name) => url.replace(':type', type).replace(':name', name)),
    );
  if (url.endsWith(':run/tasks/:task'))
    return all('inspect-tasks').map((task) => url.replace(':run/tasks/:task', task));
  const short = /\/(flow|environment|connection)s\/:/.exec(url)?.[1];
  const listed = operation.name.replace('read-', 'list-').replace(/(?<!s)$/, 's');
  const values = all(short ?? (things.has(listed) ? listed : param.slice(1)));
  return values.map((value) => url.replace(param, value));
}

function settled(body: unknown, isOfRuns: boolean): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value) =>
      volatile.test(name) || (name === 'revision' && !isOfRuns) ? null : value,
    ),
  );
}
