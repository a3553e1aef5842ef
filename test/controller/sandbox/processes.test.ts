import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execaSync } from 'execa';
import { describe, expect, test, vi } from 'vitest';
import type { Code } from '../../../controller/sandbox/index.js';
import { eventually } from '../../eventually.js';
import { hasPrograms } from '../../programs.js';
import { runCode, sandboxForTests, toFault } from './run-code.js';

const sandbox = sandboxForTests({ output: 10_000 });
const shell = (code: string, more: Partial<Code> = {}) =>
  runCode(sandbox, code, { language: 'shell', ...more });
const python = (code: string, more: Partial<Code> = {}) =>
  runCode(sandbox, code, { language: 'python', ...more });

/** Resolves when the process has ended whose id `use` wrote to the file. */
async function isGoneAfter(use: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-mark-'));
  const file = join(folder, 'mark');
  try {
    await use(file);
    const pid = readFileSync(file, 'utf8').trim();
    expect(pid).toMatch(/^\d+$/);
    await eventually(() => {
      const { stdout } = execaSync('ps', ['-o', 'stat=', '-p', pid], { reject: false });
      // A zombie is killed, and its parent has not collected it yet.
      return stdout === '' || stdout.startsWith('Z');
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('processes', () => {
  test('are refused with the name of the setting if the installation does not allow them', async () => {
    const closed = sandboxForTests({}, false);
    for (const language of ['shell', 'python'] as const) {
      const fault = await toFault(runCode(closed, 'echo', { language }));
      expect(fault.kind).toBe('refused');
      expect(fault.message).toContain('`Flows.AllowProcesses`');
    }
  });

  test('have stdin, stdout, stderr and an exit code', async () => {
    expect(await shell('cat; echo oops >&2; exit 3', { stdin: 'in\n' })).toEqual({
      stdout: 'in\n',
      stderr: 'oops\n',
      code: 3,
    });
  });

  test('get arguments unchanged, even those with shell syntax', async () => {
    const hostile = ['$(id)', '`id`', '; id', '"', "'", '*', '-n', '\n', '${PATH}'];
    const { stdout } = await shell('printf "%s|" "$@"', { arguments: hostile });
    expect(stdout).toBe(`${hostile.join('|')}|`);
    expect((await shell('printf %s "$order"', { arguments: { order: '$(id)' } })).stdout).toBe('$(id)');
  });

  test('see only the given environment variables and PATH', async () => {
    vi.stubEnv('SVC_TEST_SECRET', 'secret');
    const { stdout } = await shell('env', { environment: { A: '1' } });
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0] ?? '');
    // Variables that shells set themselves.
    const own = ['PWD', 'OLDPWD', 'SHLVL', '_'];
    expect(names.filter((name) => !own.includes(name)).sort()).toEqual(['A', 'PATH']);
  });

  test('run in a temporary folder that is removed afterwards', async () => {
    const { stdout } = await shell('echo x > file; pwd');
    expect(stdout).toContain('svc-script-');
    expect((await shell(`ls ${stdout.trim()}`)).code).not.toBe(0);
  });

  test.skipIf(!hasPrograms('python3'))(
    'in Python see named arguments as variables, positional ones as `sys.argv`',
    async () => {
      expect(
        (await python('print(order["id"], args["order"])', { arguments: { order: { id: 1 } } })).stdout,
      ).toBe("1 {'id': 1}\n");
      expect((await python('import sys; print(sys.argv[1:])', { arguments: ['a b', 1] })).stdout).toBe(
        "['a b', '1']\n",
      );
    },
  );

  test.skipIf(!hasPrograms('python3'))('in Python that raise an error write its line to stderr', async () => {
    const { code, stderr } = await python('\nraise ValueError("bad")');
    expect(code).toBe(1);
    expect(stderr).toMatch(/script\.py", line 2[\s\S]*ValueError: bad/);
  });

  test('that run too long are killed together with their children', async () => {
    await isGoneAfter(async (file) => {
      const code = `sleep 1000 & echo $! > ${file}; sleep 1000`;
      const fault = await toFault(runCode(impatient, code, { language: 'shell' }));
      expect(fault.kind).toBe('timeout');
    });
  });
  const impatient = sandboxForTests({ processTimeMs: 3_000 });

  test('are killed on abort, with the reason of the signal', async () => {
    const controller = new AbortController();
    const code = { language: 'shell', code: 'sleep 100', arguments: [], environment: {}, stdin: '' } as const;
    const run = sandbox.run(code, controller.signal).catch((error: unknown) => error);
    await delay(100);
    controller.abort('stop');
    expect(await run).toBe('stop');
  });

  test('leave no background process when they end', async () => {
    await isGoneAfter(async (file) => {
      expect((await shell(`sleep 1000 & echo $! > ${file}; echo started`)).stdout).toBe('started\n');
    });
  });

  test('that write too much are stopped', async () => {
    expect((await toFault(shell('yes'))).kind).toBe('limit');
  });

  test('with impossible names or values of variables are refused', async () => {
    expect((await toFault(shell('env', { environment: { 'A=B': '1' } }))).kind).toBe('invalid');
    expect((await toFault(shell('env', { environment: { A: 'a\0b' } }))).kind).toBe('invalid');
    expect((await toFault(shell('env', { arguments: ['a\0b'] }))).kind).toBe('invalid');
  });
});
