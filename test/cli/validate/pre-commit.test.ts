import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { programHere } from '../build/release/program-here.js';
import { flowText, temporaryFolder } from '../test-io.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const launcher = join(root, 'dist/cli/launch.cjs');
const hooks = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as Hook[];
const isBuilt = existsSync(launcher);
const isThere = programHere('pre-commit');

interface Hook {
  id: string;
  entry: string;
}

const crm = 'kind: connection\nname: crm\nconnector: http\nconfig: { baseUrl: https://crm.example.com }\n';
const calling = flowText('calling', '  - ask:\n      call: crm.get\n      with: { path: /x }\n');
const script =
  'kind: script\nname: sum\nlanguage: js\nfile: sum.js\nparameters: { properties: { a: { type: number } } }\n';

/** Returns the hook of the repository with the command of this build, so that nothing is fetched. */
function local({ id, entry, ...hook }: Hook): string {
  const built = entry.replace(/^svc /, `${process.execPath} ${launcher} `);
  return stringify({
    repos: [{ repo: 'local', hooks: [{ ...hook, id, entry: built, language: 'system' }] }],
  });
}

describe.skipIf(!isThere || (!isBuilt && process.env['CI'] === undefined)).each(hooks)(
  'the hook $id in a repository with pre-commit',
  (hook) => {
    let folder = '';
    const env = () => ({ PRE_COMMIT_HOME: join(folder, '.git/pre-commit'), GIT_CONFIG_GLOBAL: '/dev/null' });
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    const git = (...args: string[]) =>
      execa('git', [...identity, ...args], { cwd: folder, reject: false, all: true, env: env() });
    const commit = async (message: string) => {
      await git('add', '-A');
      return git('commit', '-qm', message);
    };
    const write = (path: string, content: string) => writeFileSync(join(folder, path), content);

    beforeEach(async () => {
      folder = temporaryFolder({
        'connections/crm.yaml': crm,
        'flows/calling.yaml': calling,
        'scripts/sum.yaml': script,
        'scripts/sum.js': 'return args.a + 1;\n',
        'svc.yaml': 'server: {}\n',
        'README.md': '# Flows\n',
        '.pre-commit-config.yaml': local(hook),
      });
      await git('init', '-q', '-b', 'main');
      const installed = await execa('pre-commit', ['install'], { cwd: folder, reject: false, env: env() });
      expect(installed.exitCode).toBe(0);
    });

    it('accepts a valid commit, and blocks an invalid one with the place of the error', async () => {
      expect(await commit('good')).toMatchObject({ exitCode: 0, all: expect.stringContaining('Passed') });
      write('flows/calling.yaml', calling.replace('call: crm.get', 'cal: crm.get'));
      const bad = await commit('bad');
      expect(bad.exitCode).toBe(1);
      expect(bad.all).toContain('flows/calling.yaml:4:7  unknown field `cal`');
      write('flows/calling.yaml', calling.replace('/x', '/y'));
      expect((await commit('fixed')).exitCode).toBe(0);
      expect((await git('rev-list', '--count', 'HEAD')).stdout).toBe('2');
    });

    it.runIf(hook.entry.includes('--staged'))(
      'reports what a commit breaks in files that it does not change',
      async () => {
        expect((await commit('good')).exitCode).toBe(0);
        rmSync(join(folder, 'connections/crm.yaml'));
        expect((await commit('removed')).all).toContain('there is no connection `crm`');
        await git('reset', '-q', '--hard');
        write('scripts/sum.js', 'return args.a +;\n');
        expect((await commit('broken')).all).toContain('scripts/sum.js:1:16: Unexpected token');
      },
    );
  },
);
