import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type FlowTestReport, openFileTests } from '../../../controller/rehearsal/index.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { nearest } from '../../../schemas/nearest.js';
import { misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { collectFiles } from '../../validate/collect-files.js';
import { type Roots, rootFinder } from '../../validate/entity-root.js';
import { textsOnDisk } from '../../validate/folder-texts.js';
import { kindsHere } from '../../validate/installed-kinds.js';

interface FolderTests {
  report: FlowTestReport;
  /** The lines of the files with tests, by their shown names. */
  lines: ReadonlyMap<string, readonly string[]>;
}

/**
 * Runs flow tests of the folder around the working directory, in this process and without a service: those in the given files and
 * folders, of the given names, or of the flows of these names; all without arguments.
 * @throws Failure for an argument that is none of these
 */
export async function runFolderTests(io: Io, args: readonly string[]): Promise<FolderTests> {
  const paths = listPaths(io, args);
  const roots = rootFinder(io.env);
  const root = findRoot(io, roots, paths);
  const { files } = await collectFiles(io, [root]);
  const readable = files.flatMap((file) =>
    file.inBranch === null || file.nonFile !== undefined || file.unreadable !== undefined
      ? []
      : [{ path: file.inBranch, content: file.content, shown: file.shown }],
  );
  const tops = [...new Set(files.flatMap(({ top }) => top ?? []))];
  const texts = textsOnDisk(tops, roots);
  const { Limits, Flows } = loadSettings({ dir: root, env: io.env });
  const options = { kinds: await kindsHere(io), limits: Limits, environment: Flows.Environment };
  const tests = await openFileTests(readable, options, texts);
  try {
    const shownPaths = new Map(readable.map(({ path, shown }) => [path, shown]));
    const shown = (path: string): string => shownPaths.get(path) ?? path;
    const names = chooseTests(io, args, new Set(paths), tests.list(), shown);
    const toShown = (result: FlowTestReport['results'][number]): FlowTestReport['results'][number] => ({
      ...result,
      file: shown(result.file),
      findings: result.findings.map((finding) => ({ ...finding, file: shown(finding.file) })),
    });
    const report = await tests.tester.run(tests.snapshot, { names });
    const results = report.results.map(toShown);
    const failing = new Set(results.filter(({ result }) => result !== 'passed').map(({ file }) => file));
    const lines = new Map(
      readable.flatMap((file) =>
        failing.has(file.shown)
          ? [[file.shown, Buffer.from(file.content).toString('utf8').split(/\r?\n/)] as const]
          : [],
      ),
    );
    return { report: { ...report, results }, lines };
  } finally {
    await tests.close();
  }
}

/** A digest of what the tests of a folder depend on, so that a watcher knows when to run them again. */
export async function digestFolder(io: Io, args: readonly string[]): Promise<string> {
  const root = findRoot(io, rootFinder(io.env), listPaths(io, args));
  const { files } = await collectFiles(io, [root]);
  const hash = createHash('sha256');
  for (const { shown, content } of files) hash.update(`${shown}\0`).update(content);
  return hash.digest('hex');
}

function listPaths(io: Io, args: readonly string[]): string[] {
  return args.filter((arg) => existsSync(resolve(io.cwd, arg)));
}

/** The repository around the first path, or around the working directory; without one, the folder itself. */
function findRoot(io: Io, roots: Roots, [path = '.']: readonly string[]): string {
  const named = resolve(io.cwd, path);
  const folder = statSync(named).isDirectory() ? named : dirname(named);
  return roots.root(join(folder, 'svc.yaml')) ?? folder;
}

/** Returns the names of the tests that the arguments mean; undefined for all. @throws Failure */
function chooseTests(
  io: Io,
  args: readonly string[],
  paths: ReadonlySet<string>,
  tests: readonly { name: string; flow: string; path: string }[],
  shown: (path: string) => string,
): string[] {
  if (args.length === 0) return tests.map(({ name }) => name);
  const chosen = new Set<string>();
  for (const arg of args) {
    const matches = tests.filter(({ name, flow, path }) =>
      paths.has(arg)
        ? isBelow(resolve(io.cwd, shown(path)), resolve(io.cwd, arg))
        : name === arg || flow === arg,
    );
    if (matches.length === 0 && !paths.has(arg)) {
      const near = nearest(arg, [...tests.map(({ name }) => name), ...tests.map(({ flow }) => flow)]);
      const hint = near === undefined ? 'To see them all: svc test' : `Did you mean \`${near}\`?`;
      throw misuse(`There is no file, test or tested flow \`${arg}\``, hint);
    }
    for (const { name } of matches) chosen.add(name);
  }
  return [...chosen];
}

function isBelow(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`));
}
