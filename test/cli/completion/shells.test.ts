import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import type { Shell } from '../../../cli/completion/scripts.js';
import { program } from '../../program.js';
import { svc, temporaryFolder } from '../test-io.js';

/** Makes a folder with the script of a shell, an `svc` on the path, and a folder to complete a path to. */
async function folderFor(shell: Shell): Promise<{ folder: string; env: Record<string, string> }> {
  const folder = temporaryFolder({ 'automations/readme.txt': '' });
  writeFileSync(join(folder, 'script'), (await svc(folder, ['completion', shell])).stdout);
  mkdirSync(join(folder, 'bin'));
  const command = program.map((word) => `'${word}'`).join(' ');
  writeFileSync(join(folder, 'bin/svc'), `#!/bin/sh\nexec ${command} "$@"\n`);
  chmodSync(join(folder, 'bin/svc'), 0o755);
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
  return { folder, env: { PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, '.config') } };
}

/** Skips the tests of a shell that is not installed, also in CI. */
function describeShell(shell: Shell, tests: () => void): void {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0;
  describe.skipIf(!isThere)(isThere ? shell : `${shell} (skipped: not installed)`, tests);
}

/** Ends a zsh that waits for output that never comes. */
const deadlineMs = 100_000;

describeShell('bash', () => {
  /** Returns the suggestions of bash, which splits a line into words and makes `=` a word of its own. */
  async function offered(...words: string[]): Promise<string[]> {
    const { folder, env } = await folderFor('bash');
    const line = `COMP_WORDS=(svc ${words.join(' ')}); COMP_CWORD=${words.length}; _svc`;
    const script = `source ./script; ${line}; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await execa('bash', ['--norc', '-c', script], { cwd: folder, env });
    return stdout.split('\n').filter((word) => word !== '');
  }

  test('completes commands and options', async () => {
    expect(await offered('val')).toEqual(['validate']);
    expect(await offered('logs', '--j')).toEqual(['--json']);
  });

  test('completes the value after `=`, not a file', async () => {
    expect(await offered('validate', '--format', '=', 's')).toEqual(['sarif']);
    expect(await offered('validate', '--format', '=')).toEqual(['text', 'json', 'github', 'sarif']);
  });
});

describeShell('fish', () => {
  async function offered(line: string): Promise<string[]> {
    const { folder, env } = await folderFor('fish');
    const script = 'source ./script; complete -C $argv[1]';
    const { stdout, stderr } = await execa('fish', ['--no-config', '-c', script, line], { cwd: folder, env });
    expect(stderr).toBe('');
    return stdout.split('\n').map((word) => word.split('\t')[0] ?? '');
  }

  test('completes commands, and suggests no files with them', async () => {
    expect(await offered('svc val')).toEqual(['validate']);
    expect(await offered('svc completion ')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('completes the value after `=`', async () => {
    expect(await offered('svc validate --format=s')).toEqual(['--format=sarif']);
  });

  test('completes a path for an option that takes a folder', async () => {
    expect(await offered('svc serve --dir auto')).toEqual(['automations/']);
    expect(await offered('svc serve --dir=auto')).toEqual(['--dir=automations/']);
  });
});

describeShell('zsh', () => {
  /** Types into a zsh on a terminal, presses Tab, and waits until the line looks as expected. */
  async function typed(line: string, expected: string): Promise<void> {
    const { folder, env } = await folderFor('zsh');
    const script = [
      'zmodload zsh/zpty',
      "zpty shell 'TERM=dumb zsh -f -i'",
      // `-u -D`: the test needs neither the dump file nor the check of who owns the folders.
      "zpty -w shell 'unsetopt zle_bracketed_paste; PS1=; autoload -Uz compinit; compinit -u -D; source ./script; echo is''ready'",
      "zpty -r -m shell output '*isready*'",
      `zpty -w -n shell $'${line}\\t'`,
      `zpty -r -m shell output '*${expected}*'`,
      'zpty -d shell',
    ];
    await execa('zsh', ['-f', '-c', script.join('\n')], { cwd: folder, env, timeout: deadlineMs });
  }

  test.each([
    ['svc val', 'svc validate '],
    ['svc validate --format sa', '--format sarif '],
    ['svc validate --format=sa', '--format=sarif '],
    ['svc serve --dir auto', '--dir automations/'],
    ['svc serve --dir=auto', '--dir=automations/'],
  ])('completes %j to %j', typed);
});
