import { expect, it } from 'vitest';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

it('svc logs prints the log of a run, and with -f follows it to the end', async () => {
  const folder = temporaryFolder({ 'flows/greet.yaml': greet });
  await serveFolder(folder);
  const { stdout } = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '--json']);
  const { id } = JSON.parse(stdout);
  const read = await svc(folder, ['logs', id]);
  const followed = await svc(folder, ['logs', id, '-f']);
  expect(read.stdout).toMatch(/greet completed/);
  expect(followed).toEqual(read);
  const lines = (await svc(folder, ['logs', id, '--json'])).stdout.trim().split('\n');
  const numbers = lines.map((line) => JSON.parse(line).seq);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(await svc(folder, ['logs', 'nothing'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^error: There is no run `nothing`/),
  });
});
