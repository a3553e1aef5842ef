import { expect } from 'vitest';
import { routes } from '../../../api/operations/registry.js';
import { GitService } from '../operations/entities/writes/git-service.js';

/** A text in everything that the team must not see, and in no requested name. */
export const mark = 'MARK-of-others';
export const other = 'others-flow';

function flow(name: string, text = ''): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0', title: 'Flow ${text}' }
do:
  - say: { set: { text: '${text}' } }
`;
}

const files = {
  'flows/refund.yaml': flow('refund-card'),
  'flows/other.yaml': flow(other, mark),
  'folios/other.yaml': `kind: folio\nname: others-folio\ntitle: ${mark}\nbody: ${mark}\n`,
  'skills/other.yaml': `kind: skill\nname: others-skill\ndescription: ${mark}\ninstructions: ${mark}\n`,
  'annotations/other.yaml': `kind: annotation\nname: others-note\ntarget: { type: flow, name: refund-card }\ntext: ${mark}\n`,
  'environments/other.yaml': `kind: environment\nname: others-env\nvariables: { a: ${mark} }\n`,
};

/**
 * Starts a service in which a key may see the flow `refund-card` of `main` alone.
 * @param more files
 * @param createKey returns the key
 */
export async function startWithHidden(
  more: Readonly<Record<string, string>>,
  createKey: (git: GitService) => Promise<string>,
) {
  const git = await GitService.start({ ...files, ...more }, { SVC_Limits__RequestsPerMinute: '100000' });
  const key = await createKey(git);
  // On the other branch the team must not see even its own flow.
  await git.call('POST', '/api/v1/platform/branches', { name: 'feature' });
  const onFeature = '/api/v1/feature/entities/platform/flow/refund-card';
  const changed = await git.patch(onFeature, { document: { summary: mark } });
  expect(changed.statusCode, changed.body).toBe(200);
  const runs = await Promise.all(
    ['main', 'feature'].map(async (branch) =>
      (await git.call('POST', `/api/v1/${branch}/flows/${other}/runs`, {})).json(),
    ),
  );
  const own = (
    await git.call('POST', '/api/v1/main/flows/refund-card/runs', {}, { 'x-api-key': key })
  ).json();
  expect(own).toMatchObject({ status: 'completed' });
  return {
    git,
    headers: { 'x-api-key': key },
    own: own.id as string,
    runs: runs.map(({ id }) => id as string),
  };
}

/** Returns the calls whose answers showed data of another team. */
export async function walk(
  git: GitService,
  headers: { 'x-api-key': string },
  own: string,
  runs: readonly string[],
): Promise<string[]> {
  const shown: string[] = [];
  const look = (from: string, text: string) => {
    if (text.includes(mark) || (text.includes(other) && !from.includes(other)))
      shown.push(`${from}: ${text}`);
  };

  // Every route that reads, for each branch, with names of the team and of others.
  let answered = 0;
  const reads = routes.filter(({ method, answers }) => method === 'GET' && !answers?.['text/event-stream']);
  for (const { path } of reads) {
    const urls = new Set<string>();
    for (const branch of ['main', 'feature']) {
      for (const name of ['refund-card', other, 'others-folio']) {
        for (const run of [own, ...runs]) {
          urls.add(
            path
              .replace(':branch', branch)
              .replace(':run', run)
              .replace(':op', 'platform')
              .replace(':type', name === 'others-folio' ? 'folio' : 'flow')
              .replace(':kind.json', 'flow.json')
              .replace(/:(name|flow)/, name)
              .replace('/*', '/x'),
          );
        }
      }
    }
    for (const url of urls) {
      const answer = await git.call('GET', url, undefined, headers);
      expect(answer.statusCode, url).toBeLessThan(500);
      if (answer.statusCode === 200) answered += 1;
      look(`GET ${url}`, answer.body);
    }
  }
  expect(answered).toBeGreaterThan(10);
  for (const url of [
    `/api/v1/main/entities/platform/flow?q=${mark}`,
    '/api/v1/main/flows?q=flow',
    '/api/v1/main/entities/platform/flow/refund-card?explain=true',
    '/api/v1/main/runs?status=completed',
    '/api/v1/platform/branches/feature/compare?with=main',
  ])
    look(url, (await git.call('GET', url, undefined, headers)).body);

  // Through GraphQL, also by way of what the team may see.
  const graphql = async (query: string) => {
    const answer = await git.call('POST', '/graphql', { query }, headers);
    look(query, answer.body);
    return answer.json();
  };
  const found = await graphql(
    `{ flow(name: "refund-card") { name uses { __typename } definition texts status { findings { message } } runs { nodes { id flow output flowEntity { name } parentRun { id } } } } }`,
  );
  expect(JSON.stringify(found)).toContain(own);
  await graphql(`{ flow(branch: "feature", name: "refund-card") { name document { summary } } }`);
  await graphql(
    '{ flows { nodes { name definition } } folios { nodes { name } } runs { nodes { id flow output } } }',
  );
  await graphql(`{ run(run: "${runs[0]}") { id output tasks { task } parentRun { id } } }`);
  await graphql(`{ run(branch: "feature", run: "${runs[1]}") { id output } }`);
  await graphql('{ entities(type: "annotation") { nodes { name definition } } }');

  // And through the resources and tools for agents.
  const mcp = async (method: string, params: object) => {
    const answer = await git.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method, params },
      {
        ...headers,
        host: '127.0.0.1',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
    );
    look(`${method} ${JSON.stringify(params)}`, answer.body);
    return answer.body;
  };
  for (const uri of [
    'folios:///search/MARK',
    'skills:///search/MARK',
    'folios:///others-folio',
    'skills:///others-skill',
    'runs:///introspection',
    'runs:///introspection?branch=feature',
    `runs:///introspection/${runs[0]}`,
    `runs:///introspection/${runs[1]}?branch=feature`,
    `versions:///flow/${other}/history`,
    'versions:///flow/refund-card/history?branch=feature',
  ])
    await mcp('resources/read', { uri });
  await mcp('resources/list', {});
  await mcp('prompts/list', {});
  await mcp('prompts/get', { name: 'others-skill' });
  await mcp('tools/list', {});
  await mcp('tools/call', { name: 'list-entities', arguments: { type: 'flow', branch: 'feature' } });
  await mcp('tools/call', { name: 'list-entities', arguments: { type: 'run' } });
  await mcp('tools/call', { name: 'read-entity', arguments: { type: 'run', name: runs[0] } });
  const ref = (uri: string) => ({ type: 'ref/resource', uri });
  const argument = (name: string) => ({ name, value: '' });
  await mcp('completion/complete', { ref: ref('folios:///search/{q}'), argument: argument('q') });
  await mcp('completion/complete', { ref: ref('runs:///introspection/{id}'), argument: argument('id') });
  await mcp('completion/complete', {
    ref: ref('versions:///{type}/{name}/history'),
    argument: argument('name'),
    context: { arguments: { type: 'flow' } },
  });
  return shown;
}
