import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { program } from '../program.js';
import { temporaryFolder } from './test-io.js';

const plants = {
  'an exception in a timer': "setTimeout(() => { throw new Error('planted') }, 0);",
  'an exception in a socket': `const server = createServer((socket) => socket.end('x')).listen(0, '127.0.0.1', () => {
      connect(server.address().port, '127.0.0.1').on('data', () => { throw new Error('planted') });
    });`,
  'a rejection that no one handles': "void Promise.reject(new Error('planted'));",
  'a thrown text': "setTimeout(() => { throw 'planted' }, 0);",
};

/** Plants a fault that occurs once the program has been loaded. */
const planting = (fault: string) => `import { createServer, connect } from 'node:net';
const waiting = setInterval(() => {
  if (process.listenerCount('uncaughtException') === 0 && performance.now() < 100_000) return;
  clearInterval(waiting);
  setTimeout(() => {}, 10_000);
  ${fault}
}, 5);
`;

/** Runs a command that stays for a while, in a process with the planted fault. */
async function run(plant: string, ...words: string[]) {
  const dir = temporaryFolder({ 'plant.mjs': planting(plant) });
  const [node, ...args] = program;
  const imported = ['--import', join(dir, 'plant.mjs')];
  const command = [...words, '--dir', dir];
  return execa(node, [...imported, ...args, ...command], { cwd: dir, reject: false, input: '' });
}

describe.each(Object.entries(plants))('%s', (_, plant) => {
  test('ends a command with a problem and an exit code, not with a stack', async () => {
    const { exitCode, stderr } = await run(plant, 'app', 'list');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'error: Something went wrong inside svc: planted\nhint: This is a defect in svc.',
    );
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test('what escapes from a command with `--json` is a problem in JSON', async () => {
  const { exitCode, stderr } = await run(plants['an exception in a timer'], 'app', 'list', '--json');
  expect(exitCode).toBe(2);
  expect(JSON.parse(stderr.split('\n').at(-1) ?? '')).toMatchObject({
    detail: 'Something went wrong inside svc: planted',
  });
});

test('an exception in a timer ends a service in order: it says why, stops, and exits with 1', async () => {
  const dir = temporaryFolder({
    'plant.mjs': "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('planted') }, 0));",
  });
  const [node, ...args] = program;
  const served = temporaryFolder({});
  const service = execa(
    node,
    ['--import', join(dir, 'plant.mjs'), ...args, 'serve', '--dir', served, '--port', '0', '--json'],
    { reject: false, env: { SVC_Git__Enabled: 'false' } },
  );
  let output = '';
  service.stdout?.on('data', (text) => {
    output += text;
  });
  await eventually(() => /"pid":/.test(output));
  const { url } = JSON.parse(output.split('\n').find((line) => line.includes('"pid"')) ?? '{}') as {
    url: string;
  };
  service.kill('SIGUSR2');
  const { exitCode, stdout, stderr } = await service;
  expect(exitCode).toBe(1);
  expect(stdout + stderr).toContain('an exception escaped: the process ends and can be started again');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
