import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../../../controller/catalog/index.js';
import { type FileTestReport, openFileTests } from '../../../controller/rehearsal/index.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { nearest } from '../../../schemas/nearest.js';
import { type Failure, misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { collectFiles } from '../../validate/collect-files.js';
import { type Roots, rootFinder } from '../../validate/entity-root.js';
import { textsOnDisk } from '../../validate/folder-texts.js';
import { kindsHere } from '../../validate/installed-kinds.js';

export interface FolderTests {
  report: FileTestReport;
  /** The lines of the files with failures or findings, by their shown names. */
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
    const toShown = (findings: readonly Finding[]): Finding[] =>
      findings.map((finding) => ({ ...finding, file: shown(finding.file) }));
    const report = await tests.tester.run(tests.snapshot, { names });
    const results = report.results.map((result) => ({
      ...result,
      file: shown(result.file),
      findings: toShown(result.findings),
    }));
    const isInvalid = results.some(({ result }) => result === 'invalid');
    // A flow that a test does not find may be in a file that cannot be read.
    const unreadable = toShown(tests.listUnreadable()).filter(
      ({ file }) => isInvalid || args.length === 0 || paths.some((path) => isInside(io, file, path)),
    );
    if (results.length === 0 && unreadable.length === 0 && args.length > 0) throw refuseEmpty(args);
    const failing = new Set([
      ...results.flatMap(({ result, file, findings }) =>
        result === 'passed' ? [] : [file, ...findings.map((finding) => finding.file)],
      ),
      ...unreadable.map(({ file }) => file),
    ]);
    const lines = new Map(
      readable.flatMap((file) =>
        failing.has(file.shown)
          ? [[file.shown, Buffer.from(file.content).toString('utf8').split(/\r?\n/)] as const]
          : [],
      ),
    );
    return { report: { ...report, results, unreadable }, lines };
  } finally {
    await tests.close();
  }
}

/** A digest of what the tests of a folder depend on, so that a watcher knows when to run them again. */
export async function digestFolder(io: Io, args: readonly string[]): Promise<string> {
  const roots = rootFinder(io.env);
  const root = findRoot(io, roots, listPaths(io, args));
  const { files } = await collectFiles(io, [root]);
  const hash = createHash('sha256');
  for (const { shown, content } of files) hash.update(`${shown}\0`).update(content);
  const tops = [...new Set(files.flatMap(({ top }) => top ?? []))];
  for (const path of textsOnDisk(tops, roots).paths())
    for (const top of tops) {
      const stats = statSync(join(top, path), { throwIfNoEntry: false });
      if (stats) hash.update(`${path}\0${stats.size} ${stats.mtimeMs}\0`);
    }
  return hash.digest('hex');
}

function isInside(io: Io, file: string, folder: string): boolean {
  return isBelow(resolve(io.cwd, file), resolve(io.cwd, folder));
}

function refuseEmpty(paths: readonly string[]): Failure {
  const list = paths.map((path) => `\`${path}\``).join(' and ');
  return misuse(
    `There is no flow test in ${list}`,
    'To run the tests of a flow, name it: svc test <flow>. To run all: svc test',
  );
}

function listPaths(io: Io, args: readonly string[]): string[] {
  return args.filter((arg) => existsSync(resolve(io.cwd, arg)));
}

/**
 * The repository around the first path, or around the working directory. Without one, the working directory for a path below it, or
 * else the folder of the path.
 */
function findRoot(io: Io, roots: Roots, [path = '.']: readonly string[]): string {
  const named = resolve(io.cwd, path);
  const folder = statSync(named).isDirectory() ? named : dirname(named);
  return roots.root(join(folder, 'svc.yaml')) ?? (isBelow(folder, io.cwd) ? io.cwd : folder);
}

/** Returns the names of the tests that the arguments mean; undefined for all. @throws Failure */
function chooseTests(
  io: Io,
  args: readonly string[],
  paths: ReadonlySet<string>,
  tests: readonly { name: string; flow: string; paths: readonly string[] }[],
  shown: (path: string) => string,
): string[] {
  if (args.length === 0) return tests.map(({ name }) => name);
  const chosen = new Set<string>();
  for (const arg of args) {
    const matches = tests.filter((test) =>
      paths.has(arg)
        ? test.paths.some((path) => isInside(io, shown(path), arg))
        : test.name === arg || test.flow === arg,
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
