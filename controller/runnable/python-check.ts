import { access, constants, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from '../observability/index.js';
import { describeMissingPython, getPythonProgram } from '../sandbox/index.js';

/** Returns the way to make the virtual environment of `Flows.Python`. */
export function getPythonHint(environment: string): string {
  return `Make it with \`python3 -m venv ${environment}\`, or name another one; the page \`guide.python\` of the manual explains it.`;
}

/** Warns when the virtual environment of `Flows.Python` cannot be used. */
export function pythonCheck(environment: string): Check {
  return {
    name: 'python',
    async run() {
      try {
        await access(getPythonProgram(environment), constants.X_OK);
      } catch {
        const detail = describeMissingPython(environment);
        return { status: 'warn', detail, hint: getPythonHint(environment) };
      }
      // Only a virtual environment has the file; any other folder with a Python works, too.
      const text = await readFile(join(environment, 'pyvenv.cfg'), 'utf8').catch(() => '');
      const version = /^version(?:_info)?\s*=\s*([\d.]+)/m.exec(text)?.[1];
      return { status: 'ok', detail: `Python${version ? ` ${version}` : ''} in ${environment}` };
    },
  };
}
