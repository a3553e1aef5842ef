import { kinds } from '../../../../controller/kinds/index.js';
import type { TestRequest } from '../../../../controller/rehearsal/flow-tests/flow-tester.js';
import {
  type FlowTestReport,
  openFileTests,
  type UpdatedFile,
} from '../../../../controller/rehearsal/index.js';
import { loadSettings } from '../../../../controller/settings/index.js';

/** Runs the tests among files, each a YAML text by its path. */
export async function runTests(
  files: Readonly<Record<string, string>>,
  request: TestRequest = {},
): Promise<FlowTestReport> {
  const { Limits } = loadSettings({ dir: import.meta.dirname, env: {} });
  const list = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const tests = await openFileTests(list, { kinds, limits: Limits });
  try {
    return await tests.tester.run(tests.snapshot, request);
  } finally {
    await tests.close();
  }
}

/** Updates one test among files. */
export async function updateTest(
  files: Readonly<Record<string, string>>,
  name = 't',
): Promise<UpdatedFile | undefined> {
  const { Limits } = loadSettings({ dir: import.meta.dirname, env: {} });
  const list = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const tests = await openFileTests(list, { kinds, limits: Limits });
  try {
    return await tests.update(name);
  } finally {
    await tests.close();
  }
}

/** A flow with these tasks, as YAML. */
export function flow(name: string, tasks: string, rest = ''): string {
  return `document: { dsl: '1.0.3', namespace: default, name: ${name}, version: '0.1.0' }\n${rest}do:\n${tasks}`;
}

/** A test of the flow `f`, as YAML. */
export function test(body: string, name = 't', flowName = 'f'): string {
  return `kind: flow-test\nname: ${name}\nflow: ${flowName}\n${body}`;
}

export const shop = `kind: connection
name: shop
connector: http
config: { baseUrl: https://shop.example }
`;
