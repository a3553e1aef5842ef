import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually, WorkTree } from '../../../controller/git/git-fixture.js';
import { commitCrafted } from '../../../controller/git/trees/crafted-tree.js';
import { GitService } from '../entities/writes/git-service.js';

const flow = `document: { dsl: '1.0.3', namespace: test, name: ask, version: '1.0.0' }
do:
  - first: { call: shop.get, with: { path: /first } }
  - second: { call: shop.get, with: { path: /second } }
  - last: { set: { word: as it was } }
`;

test('a run ends with the definition of its start, although its commit is force-pushed away and collected, and svc restarts', async () => {
  const asked: { path: string | undefined; response: ServerResponse }[] = [];
  const shop = createServer((request, response) => asked.push({ path: request.url, response }));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    shop.closeAllConnections();
    shop.close();
  });
  const answer = () =>
    asked.at(-1)?.response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  const baseUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const env = { SVC_Flows__AllowPrivateNetworks: 'true' };
  const connection = `kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: '${baseUrl}' }\n`;
  const git = await GitService.start({ 'ask.yaml': flow, 'shop.yaml': connection }, env);
  const first = git.git('rev-parse', 'main');
  const started = await git.call('POST', '/api/v1/main/flows/ask/runs', {}, { prefer: 'respond-async' });
  expect(started.statusCode, started.body).toBe(202);
  const run = `/api/v1/main/runs/${started.json().id}`;
  await eventually(() => asked.length === 1);
  // Answered when the call that is going on has ended.
  const suspended = git.call('POST', `${run}/suspend`, {});

  git.git('update-ref', '-d', 'refs/heads/main');
  const other = commitCrafted(new WorkTree(git.gitDir), { 'note.yaml': 'kind: environment\nname: other\n' });
  await git.call('POST', '/api/v1/main/cicd/sync', {});
  await eventually(
    async () => (await git.call('GET', '/api/v1/main/cicd/sync')).json().appliedRevision === other,
  );
  git.git('reflog', 'expire', '--expire=now', '--all');
  git.git('gc', '--quiet', '--prune=now');
  expect(() => git.git('cat-file', '-e', first)).toThrow();

  answer();
  expect((await suspended).json().status).toBe('suspended');
  await git.service.stop();
  const again = await GitService.open(git.folder, env);
  await again.call('POST', `${run}/resume`, {});
  await eventually(() => asked.length === 2);
  answer();
  const ended = await eventually(async () => {
    const found = (await again.call('GET', run)).json();
    return found.endedAt ? found : undefined;
  });
  expect(ended).toMatchObject({ status: 'completed', revision: first, output: { word: 'as it was' } });
  expect(asked.map(({ path }) => path)).toEqual(['/first', '/second']);
  const gone = await again.call('POST', '/api/v1/main/flows/ask/runs', {});
  expect([gone.statusCode, gone.json().code]).toEqual([404, 'flow_not_found']);
});
