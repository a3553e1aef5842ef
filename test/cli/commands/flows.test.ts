import { beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder({
    'flows/greet.yaml': greet.replace("version: '1.0.0'", "version: '1.0.0', title: Greet a person"),
    'flows/broken.yaml': greet.replace('name: greet', 'name: broken').replace('set:', 'sett:'),
    'environments/staging.yaml': 'kind: environment\nname: staging\n',
  });
  await serveFolder(folder);
});

const flows = (...argv: string[]) => svc(folder, ['flows', ...argv]);

it('lists flows with their version and whether they are ready', async () => {
  const { exitCode, stdout } = await flows('list');
  expect([exitCode, stdout.split('\n')]).toEqual([
    0,
    ['broken  -  Invalid  -  -', 'greet  1.0.0  yes  yes  Greet a person', ''],
  ]);
  expect(JSON.parse((await flows('list', '--json')).stdout).items).toHaveLength(2);
});

it('shows what a caller of a flow needs', async () => {
  await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
  const { exitCode, stdout } = await flows('show', 'greet');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^greet {2}Greet a person\nbranch: live@\w{8}\nparameters:\n {2}name {2}string \(required\)\n/,
  );
  expect(stdout).toContain('environments: staging');
  expect(stdout).toMatch(/^last runs: 1 completed, median \d.*, newest 20/m);
  expect(stdout).toMatch(/^example: svc run-flow greet --branch live -p name=/m);
  expect(JSON.parse((await flows('show', 'greet', '--json')).stdout)).toMatchObject({
    parameters: { required: ['name'] },
    graph: expect.stringContaining('flowchart'),
  });
});

it('an unknown flow is refused with the nearest name', async () => {
  expect(await flows('show', 'gret')).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^flow_not_found: [\s\S]*greet/),
  });
  expect(await flows('show')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('svc flows show <name>'),
  });
});
