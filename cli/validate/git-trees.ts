import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findGitDirectories } from '../../controller/folders/repository.js';
import type { NonFile } from '../../controller/git/trees/contract.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';

/** A file in the index or in a commit; its path starts at the top of the working tree. */
export interface TreeFile {
  path: string;
  blobId: string;
  /** Set for a link or a submodule, which has no content here. */
  nonFile?: NonFile;
}

/** One repository, read with the `git` program. */
export interface GitTrees {
  /** The top of the working tree. */
  top: string;
  /** The path of the caller's folder below the top: `''` or `folder/`. */
  prefix: string;
  /** Returns the paths of the index that differ from the last commit, without removed files. */
  staged(): Set<string>;
  index(): TreeFile[];
  /** Returns the files of the last commit; none before the first commit. */
  head(): TreeFile[];
  /** Reads blobs by id, in one call of `git`. */
  read(blobIds: readonly string[]): Map<string, Uint8Array>;
}

/** The beginnings of the modes of files, links and submodules. */
const kinds: Readonly<Record<string, NonFile | 'file'>> = {
  '100': 'file',
  '120': 'link',
  '160': 'submodule',
};
/** The mode of a submodule in the bytes of an index. */
const submoduleMode = Buffer.from([0, 0, 0xe0, 0]);
/** The most bytes to take from `git`: more than the entity files of any repository have. */
const maxOutput = 2 ** 30;

/** @throws Failure outside a working tree, or without the `git` program */
export function openGitTrees(cwd: string): GitTrees {
  const places = git(cwd, ['rev-parse', '--show-toplevel', '--show-prefix']);
  const [top = '', prefix = ''] = places.toString().split('\n');
  return {
    top,
    prefix,
    staged() {
      const args = ['diff', '--cached', '--name-only', '--no-renames', '--diff-filter=d', '-z'];
      return new Set(records(git(top, args)));
    },
    index() {
      // A file of `git add --intent-to-add` has no content in the index, and is not in a commit of it.
      const args = ['diff-files', '--name-only', '--diff-filter=A', '-z'];
      const intended = new Set(records(git(top, args)));
      return records(git(top, ['ls-files', '-s', '-z'])).flatMap((record) => {
        const { words, path } = parseRecord(record);
        const [mode = '', blobId = '', stage] = words;
        return stage === '0' && !intended.has(path) ? toTreeFile(path, mode, blobId) : [];
      });
    },
    head() {
      const commitId = git(top, ['rev-parse', '--verify', '-q', 'HEAD'], { expected: [0, 1] });
      if (commitId.length === 0) return [];
      return records(git(top, ['ls-tree', '-r', '-z', 'HEAD'])).flatMap((record) => {
        const { words, path } = parseRecord(record);
        const [mode = '', , blobId = ''] = words;
        return toTreeFile(path, mode, blobId);
      });
    },
    read(blobIds) {
      const input = [...new Set(blobIds)].map((id) => `${id}\n`).join('');
      return input === '' ? new Map() : blobsIn(git(top, ['cat-file', '--batch'], { input }));
    },
  };
}

/** Returns the paths of the submodules in the index of a work tree; none without the `git` program. */
export function findSubmodules(top: string): string[] {
  const directories = findGitDirectories(top);
  if (!directories || !mayHaveSubmodules(join(directories.gitDir, 'index'))) return [];
  const { status, stdout } = spawnSync('git', ['ls-files', '-s', '-z'], { cwd: top, maxBuffer: maxOutput });
  if (status !== 0) return [];
  return records(stdout).flatMap((record) => {
    const { words, path } = parseRecord(record);
    return words[0] === '160000' ? [path] : [];
  });
}

/** Reads the index itself, as a process of Git takes as long as all else of a small repository. */
function mayHaveSubmodules(index: string): boolean {
  try {
    return readFileSync(index).includes(submoduleMode);
  } catch {
    // Nothing has been added yet.
    return false;
  }
}

function toTreeFile(path: string, mode: string, blobId: string): TreeFile[] {
  const kind = kinds[mode.slice(0, 3)];
  if (kind === undefined) return [];
  return kind === 'file' ? [{ path, blobId }] : [{ path, blobId, nonFile: kind }];
}

interface GitOptions {
  input?: string;
  /** Exit codes that are no error; 0 when missing. */
  expected?: readonly number[];
}

function git(cwd: string, args: readonly string[], { input = '', expected = [0] }: GitOptions = {}): Buffer {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd, input, maxBuffer: maxOutput });
  if (status !== null && expected.includes(status)) return stdout;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    const hint = 'Install Git, or check files by name: svc validate .';
    throw misuse('`--staged` needs the `git` program, which was not found', hint);
  }
  const reason =
    error?.message ??
    String(stderr)
      .trim()
      .replace(/^fatal: /, '');
  throw new Failure(
    exitCodes.usage,
    `Git could not be read: ${reason || `git ${args[0]} ended with ${status}`}`,
    ['`--staged` works inside the working tree of a Git repository.'],
    { cause: error },
  );
}

/** Splits output that `git` wrote with `-z`. */
function records(output: Buffer): string[] {
  const all = output.toString().split('\0');
  return all.filter((record) => record !== '');
}

/** Parses `<word> <word> <word>\t<path>`. */
function parseRecord(record: string): { words: string[]; path: string } {
  const tab = record.indexOf('\t');
  return { words: record.slice(0, tab).split(' '), path: record.slice(tab + 1) };
}

/** Parses the output of `git cat-file --batch`: `<blob> blob <size>\n<bytes>\n`, repeated. */
function blobsIn(output: Buffer): Map<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf(10, at);
    const [blobId = '', type, size] = output.toString('latin1', at, lineEnd).split(' ');
    at = lineEnd + 1;
    if (type !== 'blob') continue;
    blobs.set(blobId, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
