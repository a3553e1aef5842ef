import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Code, createSandbox, type Sandbox } from '../../../controller/sandbox/index.js';
import { makesVirtualEnvironments } from '../../python.js';
import { runCode, toFault } from './run-code.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-python-'));
const environment = join(folder, 'venv');
const sandboxes: Sandbox[] = [];

function open(python: string | undefined): Sandbox {
  const sandbox = createSandbox({ allowProcesses: true, python });
  sandboxes.push(sandbox);
  return sandbox;
}

afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(!makesVirtualEnvironments())('Python with a virtual environment', () => {
  beforeAll(() => {
    spawnSync('python3', ['-m', 'venv', '--without-pip', environment]);
    const [version = ''] = readdirSync(join(environment, 'lib'));
    const packages = join(environment, 'lib', version, 'site-packages', 'orders_of_test');
    mkdirSync(packages);
    writeFileSync(join(packages, '__init__.py'), 'def total(rows): return sum(rows)\n');
    writeFileSync(join(environment, 'bin', 'order-tool'), '#!/bin/sh\necho tool\n');
    chmodSync(join(environment, 'bin', 'order-tool'), 0o755);
  });

  const code = `
import subprocess, sys
from orders_of_test import total
print(total(rows), sys.prefix)
print(subprocess.run(["order-tool"], capture_output=True, text=True).stdout, end="")`;
  const script: Partial<Code> = { language: 'python', arguments: { rows: [1, 2] } };

  test('uses its packages and their programs', async () => {
    expect(await runCode(open(environment), code, script)).toMatchObject({
      stdout: `3 ${environment}\ntool\n`,
      code: 0,
    });
  });

  test('sees no packages without the environment', async () => {
    const { stderr, code: exitCode } = await runCode(open(undefined), code, script);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("No module named 'orders_of_test'")]);
  });

  test('leaves commands of the shell alone', async () => {
    const outcome = await runCode(open(environment), 'echo "$VIRTUAL_ENV"; order-tool', {
      language: 'shell',
    });
    expect(outcome).toMatchObject({ stdout: '\n', code: 127 });
  });

  test('takes a `PATH` that the task sets', async () => {
    const environmentOfTask = { PATH: '/usr/bin:/bin' };
    const path = 'import os; print(os.environ["PATH"])';
    const { stdout } = await runCode(open(environment), path, {
      language: 'python',
      environment: environmentOfTask,
    });
    expect(stdout).toBe('/usr/bin:/bin\n');
  });
});

test('an environment that is not there is named with its setting', async () => {
  const none = join(folder, 'none');
  const fault = await toFault(runCode(open(none), 'print(1)', { language: 'python' }));
  expect(fault.kind).toBe('invalid');
  expect(fault.message).toBe(
    `\`Flows.Python\` names the virtual environment \`${none}\`, and \`${join(none, 'bin', 'python')}\` is not there or cannot be started`,
  );
});
