import { execa, execaSync } from 'execa';
import { exitCodes, Failure } from '../failure.js';

/** A file in the index or in a commit; the path counts from the top of the working tree. */
export interface TreeFile {
  path: string;
  blobId: string;
}

/** One repository, through the `git` program: the index as Git itself sees it. */
export interface GitTrees {
  /** The top of the working tree. */
  top: string;
  /** Where the caller stands below the top: `''` or `folder/`. */
  prefix: string;
  /** Files of the index that are not as the last commit has them, those that are gone left out. */
  staged(): Promise<Set<string>>;
  index(): Promise<TreeFile[]>;
  /** The last commit's files; none before the first commit. */
  head(): Promise<TreeFile[]>;
  /** Blobs by id, in few calls however many there are. */
  read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** The same without waiting, in one call. */
  readNow(blobIds: readonly string[]): Map<string, Uint8Array>;
}

const regularFile = /^100/;

/** @throws Failure where there is no working tree, or no `git` */
export async function openGitTrees(cwd: string): Promise<GitTrees> {
  const [top = '', prefix = ''] = (await git(cwd, ['rev-parse', '--show-toplevel', '--show-prefix']))
    .toString('utf8')
    .split('\n');
  const lines = async (...args: string[]) => split(await git(top, args));
  const headId = async () =>
    (await git(top, ['rev-parse', '--verify', '-q', 'HEAD'], [0, 1])).toString().trim();
  return {
    top,
    prefix,
    async staged() {
      const args = ['diff', '--cached', '--name-only', '--no-renames', '--diff-filter=d', '-z'];
      return new Set(await lines(...args));
    },
    async index() {
      // <mode> <blob> <stage>\t<path>
      return (await lines('ls-files', '-s', '-z')).flatMap((line) => {
        const [mode = '', blobId = '', stage] = line.slice(0, line.indexOf('\t')).split(' ');
        const path = line.slice(line.indexOf('\t') + 1);
        return regularFile.test(mode) && stage === '0' ? [{ path, blobId }] : [];
      });
    },
    async head() {
      if ((await headId()) === '') return [];
      // <mode> <type> <blob>\t<path>
      return (await lines('ls-tree', '-r', '-z', 'HEAD')).flatMap((line) => {
        const [mode = '', , blobId = ''] = line.slice(0, line.indexOf('\t')).split(' ');
        const path = line.slice(line.indexOf('\t') + 1);
        return regularFile.test(mode) ? [{ path, blobId }] : [];
      });
    },
    readNow(blobIds) {
      if (blobIds.length === 0) return new Map();
      const input = `${[...new Set(blobIds)].join('\n')}\n`;
      const options = {
        cwd: top,
        encoding: 'buffer',
        stripFinalNewline: false,
        maxBuffer: 1024 ** 3,
      } as const;
      return blobsIn(Buffer.from(execaSync('git', ['cat-file', '--batch'], { ...options, input }).stdout));
    },
    async read(blobIds) {
      const wanted = [...new Set(blobIds)];
      return wanted.length === 0 ? new Map() : blobsIn(await git(top, ['cat-file', '--batch'], [0], wanted));
    },
  };
}

async function git(
  cwd: string,
  args: readonly string[],
  expected: readonly number[] = [0],
  input: readonly string[] = [],
): Promise<Buffer> {
  const { exitCode, stdout, stderr, code } = await execa('git', args, {
    cwd,
    encoding: 'buffer',
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 1024 ** 3,
    input: input.map((line) => `${line}\n`).join(''),
  });
  if (exitCode !== undefined && expected.includes(exitCode)) return Buffer.from(stdout);
  if (code === 'ENOENT') {
    throw new Failure(exitCodes.usage, 'The `git` program is needed for `--staged` and was not found');
  }
  const reason = Buffer.from(stderr)
    .toString('utf8')
    .trim()
    .replace(/^fatal: /, '');
  throw new Failure(
    exitCodes.usage,
    `Git could not be read: ${reason || `git ${args[0]} ended with ${exitCode}`}`,
    ['`--staged` works inside the working tree of a Git repository.'],
  );
}

function split(output: Buffer): string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '');
}

/** `<blob> blob <size>\n<bytes>\n`, again and again. */
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
