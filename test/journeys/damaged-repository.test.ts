import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, WorkTree } from '../controller/git/git-fixture.js';
import { isPush, serveGit } from '../controller/git/git-http-server.js';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

/** Each test starts the service several times. */
const timeout = 400_000;

const flow = `document: { dsl: '1.0.3', namespace: test, name: hello, version: '1.0.0' }
do:
  - greet: { set: { hello: world } }
`;

interface Sync {
  appliedRevision: string;
  lastError: string | null;
  push: { pending: number };
}

test('runs go on while a damaged repository is fetched again, also after a kill; a change that was not pushed is kept', {
  timeout,
}, async () => {
  const { service, other, gates } = await start();
  await service.start();
  expect((await run(service)).status).toBe(201);
  const before = getPacks(service);
  other.git('checkout', '--quiet', '-b', 'feature');
  other.commit(environments('feature'), 'feature');
  other.git('push', '--quiet', 'origin', 'feature');
  await sync(service);
  await eventually(() => getPacks(service).length > before.length);
  const [damaged = ''] = getPacks(service).filter((path) => !before.includes(path));
  gates.refusesPushes = true;
  const written = await service.request('/api/v1/main/entities/platform/environment', {
    method: 'POST',
    body: JSON.stringify({ name: 'written' }),
  });
  expect(written.ok).toBe(true);
  await service.kill();

  overwrite(damaged);
  gates.holdsFetches = true;
  await service.start();
  expect((await run(service)).status).toBe(201);
  const answer = await service.request('/api/v1/feature/flows');
  expect(answer.status).toBe(503);
  await eventually(() => gates.held > 0);
  await eventually(async () =>
    /is damaged .* fetche(?:s it|d) again from/.test((await status(service)).lastError ?? ''),
  );
  expect(await repositoryCheck(service)).toMatchObject({ status: 'warn' });
  expect((await run(service)).status).toBe(201);
  expect(service.output).toContain('local repository damaged; fetching it again from the remote');
  await service.kill();
  expect(existsSync(`${repository(service)}.fetching`)).toBe(true);

  gates.holdsFetches = false;
  await service.start();
  await eventually(async () => (await service.request('/api/v1/feature/flows')).ok);
  await eventually(() => service.output.includes('local repository fetched again'));
  expect(service.output).not.toMatch(/isomorphic-git/);
  expect((await run(service)).status).toBe(201);
  expect((await service.request('/api/v1/main/entities/platform/environment/written')).ok).toBe(true);
  await eventually(async () => (await status(service)).lastError === null);
  expect(await repositoryCheck(service)).toMatchObject({ status: 'ok' });
  expect(readdirSync(dirname(repository(service))).filter((name) => name.startsWith('repository'))).toEqual([
    'repository.git',
  ]);
  gates.refusesPushes = false;
  await sync(service);
  await eventually(async () => (await status(service)).push.pending === 0);
});

test('a start that finds nothing readable fetches first: the readiness says so, and runs begin when it is there', {
  timeout,
}, async () => {
  const { service, gates } = await start();
  await service.start();
  await service.kill();
  for (const path of getPacks(service)) overwrite(path);
  gates.holdsFetches = true;
  const ready = service.start();
  await eventually(() => gates.held > 0);
  await eventually(async () => {
    const readiness = await fetch(`${service.url}/readyz`);
    return (await readiness.text()).includes('the local repository is damaged and is fetched again');
  });
  gates.release();
  await ready;
  expect((await run(service)).status).toBe(201);
});

/** A service that follows a repository over HTTP, whose server can hold fetches and refuse pushes. */
async function start() {
  const root = temporaryFolder();
  const other = WorkTree.create(join(root, 'other'));
  other.commit({ 'flows/hello.yaml': flow, ...environments('main') }, 'first');
  other.git('clone', '--quiet', '--bare', other.dir, join(root, 'remote.git'));
  other.git('remote', 'add', 'origin', join(root, 'remote.git'));
  const held: (() => void)[] = [];
  const gates = {
    holdsFetches: false,
    refusesPushes: false,
    get held() {
      return held.length;
    },
    /** Ends the held fetches: svc tries again. */
    release() {
      gates.holdsFetches = false;
      for (const end of held) end();
    },
  };
  const server = await serveGit(root, {
    intercept(request, response) {
      if (gates.refusesPushes && isPush(request)) {
        response.writeHead(503).end();
        return true;
      }
      if (!gates.holdsFetches || request.method !== 'POST' || !request.url?.endsWith('/git-upload-pack'))
        return false;
      held.push(() => response.destroy());
      return true;
    },
  });
  const service = new ServiceProcess();
  onTestFinished(() => service.dispose());
  writeFileSync(
    service.file('svc.yaml'),
    `Git: { Enabled: true, Branch: main, Remote: '${server.origin}/remote.git', PollInterval: 3600 }\n`,
  );
  return { service, other, gates };
}

function environments(of: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `environments/${of}-${at}.yaml`,
      `kind: environment\nname: ${of}-${at}\nvariables:\n  text: ${of} number ${at}\n`,
    ]),
  );
}

function repository(service: ServiceProcess): string {
  return service.file('.svc', 'repository.git');
}

function getPacks(service: ServiceProcess): string[] {
  const folder = join(repository(service), 'objects', 'pack');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => join(folder, name));
}

function overwrite(path: string): void {
  chmodSync(path, 0o644);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, Math.floor(bytes.length / 4), Math.floor((bytes.length * 3) / 4)));
}

function run(service: ServiceProcess): Promise<Response> {
  return service.request('/api/v1/main/flows/hello/runs', { method: 'POST', body: '{}' });
}

async function sync(service: ServiceProcess): Promise<void> {
  const answer = await service.request('/api/v1/main/cicd/sync', { method: 'POST', body: '{}' });
  expect(answer.ok).toBe(true);
}

async function status(service: ServiceProcess): Promise<Sync> {
  return (await service.request('/api/v1/main/cicd/sync')).json() as Promise<Sync>;
}

async function repositoryCheck(service: ServiceProcess): Promise<unknown> {
  const answer = await service.request('/api/v1/platform/diagnostics');
  const { checks } = (await answer.json()) as { checks: { name: string }[] };
  return checks.find(({ name }) => name === 'git-repository');
}
