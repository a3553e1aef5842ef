import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkTree } from '../../work-tree.js';
import { heavyEntities, heavyFlows } from './heavy-flows.js';

const document = (name: string, tasks: string, more = ''): string =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}do:\n${tasks}`;

const using = (name: string, tasks: string): string => document(name, tasks, 'use: { secrets: [shop] }\n');

const redirects = [301, 302, 303, 307, 308];

/** Flows that use the secret `shop`, each in its way. */
function flows(url: string): Record<string, string> {
  const send = (to: string, key: string, more = ''): string =>
    `{ call: http, with: { method: get, endpoint: '${url}${to}', headers: { X-Key: '${key}' }${more} } }`;
  const key = '${ $secrets.shop.key }';
  const kept = `{ call: store/kept.get, with: { key: one }, export: { as: '\${ { kept: . } }' } }`;
  return {
    hello: document('hello', '  - say: { set: { hello: world } }\n'),
    connection: document('connection', '  - ask: { call: shop.get, with: { path: / } }\n'),
    cached: document('cached', '  - ask: { call: cached-shop.get, with: { path: /cached } }\n'),
    secrets: using('secrets', `  - ask: ${send('/', key)}\n`),
    subflow: document(
      'subflow',
      "  - ask: { run: { workflow: { namespace: test, name: secrets, version: '1.0.0' } } }\n",
    ),
    explode: using('explode', `  - set: { set: { codes: '\${ $secrets.shop.key | explode }' } }\n`),
    script: using(
      'script',
      `  - code: { run: { script: { language: js, code: 'return { key: args.key }', arguments: { key: '${key}' } } } }
  - ask: ${send('/', '${ .key }')}\n`,
    ),
    store: using(
      'store',
      `  - keep: { call: store/kept.set, with: { key: one, value: '${key}' } }\n  - back: ${kept}\n  - ask: ${send('/', '${ $context.kept | tostring }')}\n`,
    ),
    // It declares no secret: what it finds in the store was put there by a run of its own branch.
    'store-read': document(
      'store-read',
      `  - back: ${kept}\n  - ask: ${send('/', '${ $context.kept | tostring }')}\n`,
    ),
    ...Object.fromEntries(
      redirects.flatMap((status) => [
        [
          `redirect-secret-${status}`,
          using(
            `redirect-secret-${status}`,
            `  - ask: ${send(`/redirect/${status}`, key, ', redirect: true')}\n`,
          ),
        ],
        [
          `redirect-connection-${status}`,
          document(
            `redirect-connection-${status}`,
            `  - ask: { call: shop.get, with: { path: /redirect/${status} } }\n`,
          ),
        ],
      ]),
    ),
  };
}

export const redirectFlows = redirects.flatMap((status) => [
  `redirect-secret-${status}`,
  `redirect-connection-${status}`,
]);

const connection = (name: string, url: string): string => `kind: connection
name: ${name}
connector: http
config: { baseUrl: '${url}', auth: { type: apiKey, in: header, name: X-Key, value: { secret: shop, key: key } } }
`;

function files(url: string): Record<string, string> {
  return {
    'connections/shop.yaml': connection('shop', url),
    'connections/cached-shop.yaml': connection('cached-shop', url),
    'cache-policies/answers.yaml':
      "kind: cache-policy\nname: answers\nttl: PT5M\nkey: '{ path }'\nappliesTo:\n  - { connection: cached-shop, action: get }\n",
    'environments/production.yaml': 'kind: environment\nname: production\nsecrets: production\n',
    'environments/staging.yaml': `kind: environment\nname: staging\nsecrets: staging\nbranches: [preview/*]\nhosts: ['${url}']\n`,
    'stores/kept.yaml': 'kind: store\nname: kept\n',
    ...heavyEntities,
    ...Object.fromEntries(
      Object.entries(heavyFlows).map(([name, flow]) => [`flows/${name}.yaml`, flow.document]),
    ),
    ...Object.fromEntries(Object.entries(flows(url)).map(([name, text]) => [`flows/${name}.yaml`, text])),
  };
}

/** The branches that are attacked besides production. */
export const branches = ['main', 'preview/1', 'other', 'proposals/1', 'local'] as const;

/**
 * Makes the folder of an installation: a repository whose production uses secrets at `url`, branches of which two open
 * an environment to themselves, and an overlay that does the same.
 */
export function install(folder: string, url: string): void {
  const tree = WorkTree.create(join(folder, 'work'));
  tree.commit(files(url));
  for (const branch of ['preview/1', 'other', 'proposals/1']) tree.git('branch', branch);
  const wide = {
    'environments/staging.yaml':
      "kind: environment\nname: staging\nbranches: ['**', other, local, preview/1]\nsecrets: production\n",
  };
  for (const branch of ['preview/1', 'other']) {
    tree.git('checkout', '--quiet', branch);
    tree.commit(wide);
  }
  tree.git('checkout', '--quiet', 'main');
  const data = join(folder, '.svc');
  mkdirSync(data);
  tree.git('clone', '--quiet', '--bare', tree.dir, join(data, 'repository.git'));
  tree.git('-C', join(data, 'repository.git'), 'remote', 'remove', 'origin');
  new WorkTree(join(folder, 'overlay')).write(wide);
  writeFileSync(
    join(folder, 'svc.yaml'),
    'DataDirectory: .svc\nGit: { Enabled: true, Branch: main }\nLocalOverlay: { Enabled: true, Directory: overlay }\n',
  );
}
