import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../../../controller/catalog/index.js';
import { type FileTestReport, openFileTests, type UpdatedFile } from '../../../controller/rehearsal/index.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { nearest } from '../../../schemas/nearest.js';
import { exitCodes, Failure, misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { writeAtomically } from '../../release/installation/whole-file.js';
import { collectFiles } from '../../validate/collect-files.js';
import { type Roots, rootFinder } from '../../validate/entity-root.js';
import { textsOnDisk } from '../../validate/folder-texts.js';
import { kindsHere } from '../../validate/installed-kinds.js';

export interface FolderTests {
  report: FileTestReport;
  /** The lines of the files with failures or findings, by their shown names. */
  lines: ReadonlyMap<string, readonly string[]>;
}

interface OpenedTests extends Awaited<ReturnType<typeof openFileTests>> {
  /** Paths among the arguments. */
  readonly paths: readonly string[];
  /** The tests that the arguments mean. */
  readonly names: readonly string[];
  readonly files: readonly ReadableFile[];
  /** Returns the name of a file as the user knows it. */
  shown(path: string): string;
}

interface ReadableFile {
  readonly path: string;
  readonly content: Uint8Array;
  readonly shown: string;
  readonly absolute: string | undefined;
}

/** Opens the tests that the arguments mean, and calls `use` with them. @throws Failure for an argument that means none */
async function withFolderTests<Result>(
  io: Io,
  args: readonly string[],
  use: (opened: OpenedTests) => Promise<Result>,
): Promise<Result> {
  const paths = listPaths(io, args);
  const roots = rootFinder(io.env);
  const root = findRoot(io, roots, paths);
  const { files } = await collectFiles(io, [root]);
  const readable = files.flatMap((file): ReadableFile[] =>
    file.inBranch === null || file.nonFile !== undefined || file.unreadable !== undefined
      ? []
      : [{ path: file.inBranch, content: file.content, shown: file.shown, absolute: file.absolute }],
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
    return await use({ ...tests, paths, names, files: readable, shown });
  } finally {
    await tests.close();
  }
}

/**
 * Runs flow tests of the folder around the working directory, in this process and without a service: those in the given files and
 * folders, of the given names, or of the flows of these names; all without arguments.
 * @throws Failure for an argument that is none of these
 */
export function runFolderTests(io: Io, args: readonly string[]): Promise<FolderTests> {
  return withFolderTests(
    io,
    args,
    async ({ tester, snapshot, listUnreadable, paths, names, files, shown }) => {
      const toShown = (findings: readonly Finding[]): Finding[] =>
        findings.map((finding) => ({ ...finding, file: shown(finding.file) }));
      const report = await tester.run(snapshot, { names });
      const results = report.results.map((result) => ({
        ...result,
        file: shown(result.file),
        findings: toShown(result.findings),
      }));
      const isInvalid = results.some(({ result }) => result === 'invalid');
      // A flow that a test does not find may be in a file that cannot be read.
      const unreadable = toShown(listUnreadable()).filter(
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
        files.flatMap((file) =>
          failing.has(file.shown)
            ? [[file.shown, Buffer.from(file.content).toString('utf8').split(/\r?\n/)] as const]
            : [],
        ),
      );
      return { report: { ...report, results, unreadable }, lines };
    },
  );
}

/** Returns the folder in which new files of tests belong: the repository around the working directory, or that itself. */
export function findTestFolder(io: Io): string {
  return findRoot(io, rootFinder(io.env), []);
}

/** A file of a failing test, with what the run of the test did in the place of what was expected. */
export interface FolderUpdate extends UpdatedFile {
  name: string;
  /** The name of the file as the user knows it. */
  file: string;
  absolute: string;
}

/** Finds what would change in the files of failing tests; the arguments are those of `runFolderTests`. Writes nothing. */
export function findUpdates(io: Io, args: readonly string[]): Promise<FolderUpdate[]> {
  return withFolderTests(io, args, async ({ update, names, files, shown }) => {
    const updates: FolderUpdate[] = [];
    for (const name of names) {
      const updated = await update(name);
      if (updated === undefined || (updated.changes.length === 0 && updated.left.length === 0)) continue;
      const file = files.find(({ path }) => path === updated.path);
      if (file?.absolute === undefined) continue;
      updates.push({ ...updated, name, file: shown(updated.path), absolute: file.absolute });
    }
    return updates;
  });
}

/** Writes the files of updates whole, or not at all. @throws Failure for a file that another program has changed meanwhile */
export async function writeUpdates(updates: readonly FolderUpdate[]): Promise<void> {
  for (const { absolute, before, after, file } of updates) {
    if (before === after) continue;
    // A link to the file stays a link.
    const path = await realpath(absolute);
    const [content, { mode }] = await Promise.all([readFile(path), stat(path)]);
    if (!content.equals(Buffer.from(before)))
      throw new Failure(exitCodes.faulted, `The file ${file} has changed meanwhile: it was not written`, [
        'Run the command again.',
      ]);
    await writeAtomically(path, after, mode & 0o777);
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
