import { spawnSync } from 'node:child_process';
import { exitCodes, Failure, misuse } from '../contract/failure.js';

/** A file in the index or in a commit; its path starts at the top of the working tree. */
export interface TreeFile {
  path: string;
  blobId: string;
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

const regularFile = /^100/;
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
    index: () =>
      records(git(top, ['ls-files', '-s', '-z'])).flatMap((record) => {
        const { words, path } = parseRecord(record);
        const [mode = '', blobId = '', stage] = words;
        return regularFile.test(mode) && stage === '0' ? [{ path, blobId }] : [];
      }),
    head() {
      const commitId = git(top, ['rev-parse', '--verify', '-q', 'HEAD'], { expected: [0, 1] });
      if (commitId.length === 0) return [];
      return records(git(top, ['ls-tree', '-r', '-z', 'HEAD'])).flatMap((record) => {
        const { words, path } = parseRecord(record);
        const [mode = '', , blobId = ''] = words;
        return regularFile.test(mode) ? [{ path, blobId }] : [];
      });
    },
    read(blobIds) {
      const input = [...new Set(blobIds)].map((id) => `${id}\n`).join('');
      return input === '' ? new Map() : blobsIn(git(top, ['cat-file', '--batch'], { input }));
    },
  };
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
