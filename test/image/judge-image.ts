import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../controller/connectors/sshd.js';
import { eventually } from '../eventually.js';
import type { Engine } from './engine.js';

/** Bytes that svc and its packages may add to the base. */
const max = 160 * 1024 * 1024;

const flow = `document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0' }
do:
  - greet: { set: { message: 'Hello from a container' } }
`;

/** Checks what the image says of itself, and what is in it. */
export async function judgeContent(engine: Engine, image: string, base: string): Promise<void> {
  const text = await engine.podman('image', 'inspect', image);
  const [{ Config, Size, Healthcheck }] = JSON.parse(text);
  const [{ Size: baseSize }] = JSON.parse(await engine.podman('image', 'inspect', base));
  assert.match(Config.User, /^[1-9]\d*:[1-9]\d*$/, 'the user is a number, and not root');
  assert.deepEqual(Object.keys(Config.Volumes), ['/data']);
  assert.equal(Config.StopSignal, 'SIGTERM');
  assert.equal(Healthcheck.Test[0], 'CMD');
  assert.equal(Config.Labels['org.opencontainers.image.title'], 'svc');
  assert.ok(Size - baseSize < max, `svc adds ${Size - baseSize} bytes`);
  console.log(
    `svc adds ${Math.round((Size - baseSize) / 1024 / 1024)} MiB to a base of ${Math.round(baseSize / 1024 / 1024)} MiB`,
  );
  const found = 'ls -d /opt/svc/node_modules/typescript /opt/svc/node_modules/vitest /src 2>/dev/null; true';
  assert.equal(await engine.podman('run', '--rm', ...strict, '--entrypoint', 'sh', image, '-c', found), '');
}

/** The options of the guide `containers`, and what podman needs where no systemd runs. */
const strict = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
  '--cgroups=disabled',
  '--network=host',
  '--ulimit',
  'nofile=1024:1024',
  '--ulimit',
  'nproc=1024:1024',
];

/** Runs the image read-only and as its own user, through a stop and a new container over the same volume. */
export async function judgeRun(engine: Engine, image: string): Promise<void> {
  const port = await freePort();
  const options = [...strict, '--volume', 'svc-data:/data', '--env', `SVC_Server__Port=${port}`];
  const start = async (name: string, ...more: string[]) => {
    await engine.podman('run', '--detach', '--name', name, ...options, ...more, image);
    await eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok);
  };
  const exec = (name: string, ...command: string[]) => engine.podman('exec', name, ...command);
  await start('first');
  await engine.podman('healthcheck', 'run', 'first');
  assert.match(await exec('first', 'id', '-u'), /^[1-9]/);
  assert.match(await exec('first', 'grep', 'CapEff', '/proc/1/status'), /\t0+$/, 'PID 1 has no capability');
  await assert.rejects(exec('first', 'touch', '/opt/svc/x'), /Read-only file system/);
  const file = join(engine.folder, 'greet.yaml');
  writeFileSync(file, flow);
  await engine.podman('cp', file, 'first:/data/greet.yaml');
  await eventually(() =>
    exec('first', 'svc', 'run-flow', 'greet').then(
      (text) => text.includes('from a container'),
      () => false,
    ),
  );
  await judgeStop(engine, 'first');
  // With an init as PID 1, as compose.yaml asks for.
  await start('second', '--init');
  assert.match(
    await exec('second', 'svc', 'runs', 'list'),
    /greet/,
    'the runs of the first container are there',
  );
  await judgeStop(engine, 'second');
}

async function judgeStop(engine: Engine, name: string): Promise<void> {
  await engine.podman('stop', '--time', '30', name);
  assert.equal(
    await engine.podman('inspect', '--format', '{{.State.ExitCode}}', name),
    '0',
    'SIGTERM ends svc with 0',
  );
}
