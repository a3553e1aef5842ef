import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa, execaSync } from 'execa';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { writeValidatePackage } from '../../../cli/build/release/packages/validate-package.js';
import { isBuilt } from '../../journeys/packed.js';
import { WorkTree } from '../../work-tree.js';
import { type LocalRegistry, localRegistry } from '../build/release/local-registry.js';
import { programHere } from '../build/release/program-here.js';
import { svc, temporaryFolder } from '../test-io.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  runs: { using: string; steps: { name: string; shell: string; run: string; env: Record<string, string> }[] };
}

/** The check of files that `svc init` writes into a repository runs from the package of this build. */
describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the files of svc init', () => {
  let registry: LocalRegistry;
  let made = '';

  beforeAll(async () => {
    made = execaSync('mktemp', ['-d']).stdout;
    registry = await localRegistry(await writeValidatePackage(root, made));
    return () => {
      registry.close();
      execaSync('rm', ['-rf', made]);
    };
  });

  async function repository(): Promise<WorkTree> {
    const work = WorkTree.create(join(temporaryFolder(), 'automations'));
    expect((await svc(work.dir, ['init'])).exitCode).toBe(0);
    return work;
  }

  it.runIf(programHere('pre-commit'))(
    'block a commit with an error, after an installation of seconds',
    async () => {
      const work = await repository();
      const env = { ...registry.env, PRE_COMMIT_HOME: join(work.dir, '.git/pre-commit') };
      const commit = async () => {
        work.git('add', '--all');
        const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
        return execa('git', [...author, 'commit', '-m', 'change'], {
          cwd: work.dir,
          env,
          reject: false,
          all: true,
        });
      };
      await execa('pre-commit', ['install'], { cwd: work.dir, env });
      expect(await commit()).toMatchObject({ exitCode: 0, all: expect.stringContaining('Passed') });
      const flow = join(work.dir, 'flows/greet.yaml');
      writeFileSync(flow, readFileSync(flow, 'utf8').replace('set:', 'sett:'));
      expect(await commit()).toMatchObject({
        exitCode: 1,
        all: expect.stringContaining('unknown field `sett`'),
      });
    },
  );

  it('name this version of the action, whose steps mark each error in its file', async () => {
    const work = await repository();
    const workflow = parse(readFileSync(join(work.dir, '.github/workflows/svc.yml'), 'utf8'));
    const { uses, with: given } = workflow.jobs.validate.steps.at(-1);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(uses).toBe(`svc-run/svc@v${version}`);
    const ran = await runSteps(work.dir, given);
    expect([ran.exitCode, ran.stdout]).toEqual([0, expect.not.stringContaining('::')]);
    writeFileSync(join(work.dir, 'broken.yaml'), 'kind: connexion\n');
    const failed = await runSteps(work.dir, given);
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toContain('::error file=broken.yaml,line=1,');
  });

  /** Runs the steps of the action as a runner of GitHub does. */
  async function runSteps(cwd: string, given: Record<string, string>) {
    const runner = { GITHUB_ACTION_PATH: root, RUNNER_TEMP: temporaryFolder() };
    let last: { exitCode?: number; stdout: string } = { stdout: '' };
    for (const { run, env: stated } of action.runs.steps) {
      const env = Object.entries(stated).map(([name, value]) => [name, filled(value, given)]);
      last = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd,
        env: { ...registry.env, ...runner, ...Object.fromEntries(env) },
        reject: false,
      });
      if (last.exitCode !== 0) break;
    }
    return last;
  }
});

/** Fills in the inputs; scripts name no input, so that no input becomes a part of a script. */
function filled(value: string, given: Record<string, string>): string {
  return value.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => {
    const input = action.inputs[name];
    if (!input) throw new Error(`action.yml has no input ${name}`);
    return given[name] ?? input.default;
  });
}

test('the action states its inputs, and its scripts contain no expression', () => {
  expect(action.runs.using).toBe('composite');
  for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
  for (const { shell, run } of action.runs.steps) {
    expect(shell).toBe('bash');
    expect(run).not.toContain('${{');
  }
});
