import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { openPullFrom, serveForge } from '../controller/git/forges/forge-server.js';
import { temporaryFolder, WorkTree } from '../controller/git/git-fixture.js';
import { serveGit } from '../controller/git/git-http-server.js';
import { eventually, patience } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

const flow = (text: string) => `document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0' }
do:
  - say: { set: { text: '${text}' } }
`;

test('a process that is killed between a comment and its record makes no second one after its start', async () => {
  const { service, forge, push } = await start();
  await push('one');
  // The forge makes the comment and never answers.
  forge.isSilent = true;
  openPullFrom(forge, 'change');
  await eventually(() => forge.comments.length === 1);
  await service.kill();
  forge.isSilent = false;
  const second = await push('two');
  await service.start();
  await eventually(() =>
    forge.calls.some(({ path, body }) => path.endsWith(second) && body['context'] === 'svc/plan'),
  );
  expect(forge.comments).toHaveLength(1);
  expect(forge.comments[0]?.body).toContain(second.slice(0, 12));

  // The same once more, with nothing new: the comment stays as it is.
  await service.kill();
  const before = forge.calls.length;
  await service.start();
  await eventually(() => forge.calls.slice(before).some(({ path }) => path.endsWith('/pulls')));
  expect(forge.comments).toHaveLength(1);
  // A status whose record the kill cut off is set once more, to the same; a comment is written only when it differs.
  const written = forge.calls.slice(before).filter(({ method }) => method !== 'GET');
  expect(written.filter(({ path }) => path.includes('comments'))).toEqual([]);
});

async function start() {
  const folder = temporaryFolder();
  WorkTree.create(join(folder, 'config.git'), '--bare');
  const server = await serveGit(folder, {});
  const forge = await serveForge('gitea');
  const work = WorkTree.create(join(folder, 'work'));
  work.commit({ 'flows/greet.yaml': flow('start') });
  work.git('remote', 'add', 'origin', `${server.origin}/config.git`);
  const git = (...args: string[]) => execa('git', args, { cwd: work.dir, timeout: patience });
  await git('push', '--quiet', 'origin', 'main');
  const service = new ServiceProcess();
  onTestFinished(() => service.dispose());
  const settings = {
    Git: {
      Remote: `${server.origin}/config.git`,
      PollInterval: 1,
      Forge: { Type: 'gitea', Url: forge.apiUrl, Repository: 'ops/config', Token: 'the-t0ken' },
    },
  };
  writeFileSync(service.file('svc.yaml'), JSON.stringify(settings));
  await service.start();
  const push = async (text: string): Promise<string> => {
    const commit = work.commit({ 'flows/greet.yaml': flow(text) });
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/change');
    const pull = forge.pulls[0];
    if (pull) pull.head.sha = commit;
    else forge.heads['change'] = commit;
    return commit;
  };
  return { service, forge, push };
}
