import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { program } from '../../program.js';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

const environment = 'kind: environment\nname: staging\nvariables: { greeting: Hi }\n';

async function suggested(folder: string, ...words: string[]): Promise<string[]> {
  const { stdout } = await svc(folder, ['complete', '--', ...words]);
  return stdout.split('\n').filter((line) => line !== '');
}

async function servedFolder(): Promise<string> {
  const folder = temporaryFolder({ 'flows/greet.yaml': greet, 'environments/staging.yaml': environment });
  await serveFolder(folder);
  return folder;
}

describe('svc complete', () => {
  test('suggests commands, their options and the values of options', async () => {
    const folder = temporaryFolder();
    expect(await suggested(folder, 'r')).toEqual(['run-flow', 'runs']);
    expect(await suggested(folder, '')).not.toContain('complete');
    expect(await suggested(folder, 'validate', '--s')).toEqual(['--staged', '--severity', '--strict']);
    expect(await suggested(folder, 'validate', '--format', 's')).toEqual(['sarif']);
    expect(await suggested(folder, 'validate', '--explain', 'jq')).toEqual(['jq-syntax']);
    expect(await suggested(folder, 'config', 'set', 'a')).toEqual(['api-key']);
    expect(await suggested(folder, 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('suggests the names of flows, environments, branches and runs of the running service', async () => {
    const folder = await servedFolder();
    await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
    expect(await suggested(folder, 'run-flow', 'gr')).toEqual(['greet']);
    expect(await suggested(folder, 'run-flow', 'greet', '--env', '')).toEqual(['staging']);
    expect(await suggested(folder, 'run-flow', '-e', 'staging', '-b', '')).toEqual(['live']);
    const [run = ''] = await suggested(folder, 'logs', '');
    expect(run).toMatch(/^[0-9a-f-]{36}$/);
    const { stdout } = await svc(folder, ['complete', '--described', '--', 'logs', '']);
    expect(stdout).toBe(`${run}\tgreet, completed\n`);
  });

  test('prints nothing and exits with 0 when no service runs', async () => {
    const folder = temporaryFolder({ 'flows/greet.yaml': greet });
    expect(await svc(folder, ['complete', '--', 'run-flow', ''])).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('the scripts', () => {
  const command = program.map((word) => `'${word}'`).join(' ');

  test('bash completes a command and a flow', async () => {
    const folder = await servedFolder();
    writeFileSync(join(folder, 'completion.bash'), (await svc(folder, ['completion', 'bash'])).stdout);
    const typing = (...words: string[]) =>
      `COMP_WORDS=(svc ${words.join(' ')}); COMP_CWORD=${words.length}; _svc; echo "\${COMPREPLY[*]}"`;
    const { stdout } = await execa(
      'bash',
      [
        '-c',
        `svc() { ${command} "$@"; }; source completion.bash; ${typing('val')}; ${typing('run-flow', 'gr')}`,
      ],
      { cwd: folder, env: { XDG_CONFIG_HOME: join(folder, '.config') } },
    );
    expect(stdout.split('\n')).toEqual(['validate', 'greet']);
  });

  test.each(['zsh', 'fish'])('%s accepts its script', async (shell) => {
    const installed = await execa(shell, ['-c', 'true'], { reject: false });
    if (installed.failed) return console.warn(`skipped: ${shell} is not installed`);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'script'), (await svc(folder, ['completion', shell])).stdout);
    const { exitCode, stderr } = await execa(shell, ['-n', join(folder, 'script')], { reject: false });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  test('an unknown shell is refused, and the message names the known shells', async () => {
    const { exitCode, stderr } = await svc(temporaryFolder(), ['completion', 'tcsh']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('bash, zsh, fish');
  });
});
