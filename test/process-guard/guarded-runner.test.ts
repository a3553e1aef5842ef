import { execa } from 'execa';
import { expect, test } from 'vitest';

/** The report of a file. */
interface FileReport {
  readonly name: string;
  readonly status: string;
  readonly message: string;
}

/** Runs the files of `planted/` in one process, by name. @returns what vitest reports of each */
async function runPlantedFiles(): Promise<Map<string, FileReport>> {
  const folder = `${import.meta.dirname}/planted`;
  // Variables of vitest would make the other one take itself for a part of this one.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|SVC_TEST_SEED$)/.test(name),
  );
  const { stdout } = await execa('npx', ['vitest', 'run', '--reporter=json'], {
    cwd: folder,
    env: Object.fromEntries(own),
    extendEnv: false,
    reject: false,
  });
  const { testResults } = JSON.parse(stdout) as { testResults: FileReport[] };
  return new Map(
    testResults.map((file) => [file.name.slice(folder.length + 1, -'.planted.ts'.length), file]),
  );
}

const reports = await runPlantedFiles();

test.each([
  ['builtin', 'dns.lookup: before function `lookup`'],
  ['env-object', 'process.env: another object stands in its place'],
  ['env-removed', "process.env.NODE_ENV: before 'test', after undefined"],
  ['env-variable', "process.env.LEFT_VARIABLE: before undefined, after 'left'"],
  ['fake-timers', 'fake timers: before off, after on'],
  ['global-added', "globalThis.leftGlobal: before none, after 'left'"],
  ['global-replaced', 'globalThis.fetch: before function `fetch`'],
  ['interval', 'interval of 7654321 ms: before none, after one'],
  ['listener', 'listener of process on "SIGUSR2" was added: before 0, after 1; function `leftListener`'],
  ['module', 'module /part.ts: before its file, after replaced by `vi.mock`'],
  ['prototype', 'Array.prototype.leftMethod: before none'],
  ['required-module', 'node_modules/undici/index.js: before { Dispatcher'],
  ['skipped', "process.env.LEFT_BY_SKIPPED: before undefined, after 'left'"],
  ['timer', 'timer of 1234567 ms: before none, after one'],
  ['umask', 'umask: before '],
  ['working-folder', "working folder: before '"],
])('the file that leaves a change of the sort %s fails by name, with what it left', (name, text) => {
  expect(reports.get(name)?.status).toBe('failed');
  expect(reports.get(name)?.message).toContain(`${name}.planted.ts left changes in its process`);
  expect(reports.get(name)?.message).toContain(text);
});

test('a file that cannot be loaded fails with its own error', () => {
  expect(reports.get('broken')).toMatchObject({ status: 'failed', message: 'planted' });
});

test('a file that puts back what it changed passes', () => {
  expect(reports.get('tidy')).toMatchObject({ status: 'passed', message: '' });
});

test('the file after those meets nothing that they left', () => {
  expect(reports.get('z-last')).toMatchObject({ status: 'passed', message: '' });
});

test('each planted file is expected here', () => {
  expect(reports.size).toBe(19);
});
