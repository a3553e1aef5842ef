import { afterAll } from 'vitest';
import {
  type Code,
  CodeFault,
  type CodeLimits,
  createSandbox,
  type Outcome,
  type Sandbox,
} from '../../../controller/sandbox/index.js';

/** Creates a sandbox that is closed after the tests of the file. */
export function sandboxForTests(limits: Partial<CodeLimits> = {}, allowProcesses = true): Sandbox {
  const sandbox = createSandbox({ allowProcesses, limits });
  afterAll(() => sandbox.close());
  return sandbox;
}

export function runCode(sandbox: Sandbox, code: string, more: Partial<Code> = {}): Promise<Outcome> {
  const { signal } = new AbortController();
  return sandbox.run({ language: 'js', code, arguments: {}, environment: {}, stdin: '', ...more }, signal);
}

/** Returns the fault of code that does not run to its end. */
export async function toFault(promise: Promise<Outcome>): Promise<CodeFault> {
  const outcome = await promise.catch((error: unknown) => error);
  if (outcome instanceof CodeFault) return outcome;
  throw new Error(`no fault but ${JSON.stringify(outcome)}`, { cause: outcome });
}
