import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa, execaSync } from 'execa';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { writeValidatePackage } from '../../../cli/build/release/packages/validate-package.js';
import { initialFiles } from '../../../cli/init/files.js';
import type { PublishedNames } from '../../../schemas/published-names.js';
import { isBuilt } from '../../journeys/packed.js';
import { WorkTree } from '../../work-tree.js';
import { type LocalRegistry, localRegistry } from '../build/release/local-registry.js';
import { programHere } from '../build/release/program-here.js';
import { temporaryFolder } from '../test-io.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  runs: { using: string; steps: { name: string; shell: string; run: string; env: Record<string, string> }[] };
}

const names = { validatePackage: '@example/validate', action: 'example/svc' };

/** Writes the files of `svc init` for a build with these names. */
async function repository(published: PublishedNames): Promise<WorkTree> {
  const work = WorkTree.create(join(temporaryFolder(), 'automations'));
  for (const { path, content } of initialFiles('', published)) work.write({ [path]: content });
  return work;
}

/** Adds everything and commits with the hooks of pre-commit. */
async function commit(work: WorkTree, env: Record<string, string>) {
  work.git('add', '--all');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const options = { cwd: work.dir, env, reject: false, all: true } as const;
  return execa('git', [...author, 'commit', '-m', 'change'], options);
}

async function expectsHookToRefuse(work: WorkTree, env: Record<string, string>): Promise<void> {
  await execa('pre-commit', ['install'], { cwd: work.dir, env });
  expect(await commit(work, env)).toMatchObject({ exitCode: 0, all: expect.stringContaining('Passed') });
  const flow = join(work.dir, 'flows/greet.yaml');
  writeFileSync(flow, readFileSync(flow, 'utf8').replace('set:', 'sett:'));
  expect(await commit(work, env)).toMatchObject({
    exitCode: 1,
    all: expect.stringContaining('unknown field `sett`'),
  });
}

describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the files of svc init', () => {
  let registry: LocalRegistry;
  let [made, tarball, bin] = ['', '', ''];

  beforeAll(async () => {
    made = execaSync('mktemp', ['-d']).stdout;
    tarball = await writeValidatePackage(root, made, names);
    registry = await localRegistry(tarball);
    // The svc of this machine, and no other program of this name.
    bin = join(made, 'bin');
    mkdirSync(bin);
    symlinkSync(join(root, 'dist/cli/launch.cjs'), join(bin, 'svc'));
    chmodSync(join(root, 'dist/cli/launch.cjs'), 0o755);
    return () => {
      registry.close();
      execaSync('rm', ['-rf', made]);
    };
  });

  const withSvc = () => ({ PATH: `${bin}:${process.env['PATH']}` });
  /** A registry that cannot be reached: nothing may be fetched. */
  const nowhere = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };

  it.runIf(programHere('pre-commit'))('block a commit with an error by the svc of the machine', async () => {
    const work = await repository({});
    const env = { ...nowhere, ...withSvc(), PRE_COMMIT_HOME: join(work.dir, '.git/pre-commit') };
    await expectsHookToRefuse(work, env);
  });

  it.runIf(programHere('pre-commit'))(
    'block a commit with an error by the package that the build names, after an installation of seconds',
    async () => {
      const work = await repository(names);
      await expectsHookToRefuse(work, {
        ...registry.env,
        PRE_COMMIT_HOME: join(work.dir, '.git/pre-commit'),
      });
    },
  );

  it('run the svc of the runner in a workflow, or the package that the team names, and nothing else', async () => {
    const work = await repository({});
    const { steps } = parse(readFileSync(join(work.dir, '.github/workflows/svc.yml'), 'utf8')).jobs.validate;
    const [install, check] = steps.slice(-2);
    const prefix = temporaryFolder();
    const run = (script: string, env: Record<string, string>) =>
      execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
        cwd: work.dir,
        env: { npm_config_prefix: prefix, ...nowhere, ...env },
        reject: false,
      });
    expect(install.env).toEqual({ SVC_PACKAGE: '${{ vars.SVC_PACKAGE }}' });
    expect((await run(install.run, withSvc())).exitCode).toBe(0);
    for (const SVC_PACKAGE of [
      '',
      'svc',
      '@example/svc',
      'svc@1.0.0',
      'http://svc.test/svc.tgz',
      'example/svc',
    ]) {
      const refused = await run(install.run, { SVC_PACKAGE });
      expect([SVC_PACKAGE, refused.exitCode, refused.stdout]).toEqual([
        SVC_PACKAGE,
        1,
        expect.stringContaining('::error::Set the variable SVC_PACKAGE'),
      ]);
    }
    copyFileSync(tarball, join(work.dir, 'svc.tgz'));
    expect((await run(install.run, { SVC_PACKAGE: './svc.tgz' })).exitCode).toBe(0);
    expect(existsSync(join(prefix, 'bin/svc-validate'))).toBe(true);
    expect((await run(check.run, withSvc())).exitCode).toBe(0);
    writeFileSync(join(work.dir, 'broken.yaml'), 'kind: connexion\n');
    const failed = await run(check.run, withSvc());
    expect([failed.exitCode, failed.stdout]).toEqual([
      1,
      expect.stringContaining('::error file=broken.yaml,line=1,'),
    ]);
  });

  it('name the action of the build, whose steps mark each error in its file', async () => {
    const work = await repository(names);
    const workflow = parse(readFileSync(join(work.dir, '.github/workflows/svc.yml'), 'utf8'));
    const { uses, with: given } = workflow.jobs.validate.steps.at(-1);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(uses).toBe(`example/svc@v${version}`);
    for (const svcPackage of [tarball, `@example/validate@${version}`]) {
      rmSync(join(work.dir, 'broken.yaml'), { force: true });
      const inputs = { ...given, package: svcPackage };
      const ran = await runSteps(work.dir, inputs);
      expect([ran.exitCode, ran.stdout]).toEqual([0, expect.not.stringContaining('::')]);
      writeFileSync(join(work.dir, 'broken.yaml'), 'kind: connexion\n');
      const failed = await runSteps(work.dir, inputs);
      expect(failed.exitCode).toBe(1);
      expect(failed.stdout).toContain('::error file=broken.yaml,line=1,');
    }
  });

  it('need no package for the action, which then builds svc from its own repository', async () => {
    const own = temporaryFolder({
      'package.json': JSON.stringify({
        name: 'svc~local',
        version: '1.0.0',
        bin: { 'svc-validate': 'run.js' },
        scripts: { build: 'cp source.js run.js' },
      }),
      'package-lock.json': JSON.stringify({ name: 'svc~local', lockfileVersion: 3, packages: { '': {} } }),
      'source.js': "#!/usr/bin/env node\nconsole.log('built here', ...process.argv.slice(2));\n",
    });
    const ran = await runSteps(temporaryFolder(), { path: 'flows' }, { GITHUB_ACTION_PATH: own, ...nowhere });
    expect([ran.exitCode, ran.stdout]).toEqual([0, 'built here flows --format github --strict']);
  });

  /** Runs the steps of the action as a runner of GitHub does. */
  async function runSteps(cwd: string, given: Record<string, string>, more: Record<string, string> = {}) {
    const runner = { GITHUB_ACTION_PATH: root, RUNNER_TEMP: temporaryFolder() };
    let last: { exitCode?: number; stdout: string } = { stdout: '' };
    for (const { run, env: stated } of action.runs.steps) {
      const env = Object.entries(stated).map(([name, value]) => [name, filled(value, given)]);
      last = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd,
        env: { ...registry.env, ...runner, ...more, ...Object.fromEntries(env) },
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
