import { join, relative, resolve } from 'node:path';
import { isAttachable, isEntityFile, type LooseTexts } from '../../controller/catalog/index.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { type GitTrees, openGitTrees, type TreeFile } from './git-trees.js';
import type { GivenFile } from './given-file.js';
import { withSlashes } from './read-file.js';

/** The entity files of a Git tree, with the texts that they may name. */
export interface GivenTree {
  files: GivenFile[];
  texts: LooseTexts;
}

/** The staged files, with the whole tree that a commit of them would have. */
export interface StagedFiles {
  index: GivenTree;
  /** The names of the staged files, as shown to the caller. */
  staged: ReadonlySet<string>;
  /** Reads the last commit. */
  before(): GivenTree;
}

/**
 * Reads the Git index, which is what a commit takes; the working tree may differ from it.
 * @param args folders and files to check; without any, the whole repository
 * @throws Failure outside a working tree, or without the `git` program
 */
export function stagedFiles(io: Io, args: readonly string[]): StagedFiles {
  if (args.includes('-'))
    throw new Failure(exitCodes.usage, '`--staged` cannot be combined with standard input', [
      'Use either `svc validate --staged` or `svc validate -`.',
    ]);
  const trees = openGitTrees(io.cwd);
  const isWanted = isWithin(trees, args);
  const given = (files: readonly TreeFile[]) => givenTree(trees, files, isWanted);
  const staged = [...trees.staged()].filter((path) => isEntityFile(path) && isWanted(path));
  return {
    index: given(trees.index()),
    staged: new Set(staged.map((path) => shownAs(trees, path))),
    before: () => given(trees.head()),
  };
}

function givenTree(
  trees: GitTrees,
  all: readonly TreeFile[],
  isWanted: (path: string) => boolean,
): GivenTree {
  const wanted = all.filter(({ path }) => isEntityFile(path) && isWanted(path));
  const blobs = trees.read(wanted.map(({ blobId }) => blobId));
  const files = wanted.map(({ path, blobId }): GivenFile => {
    const content = blobs.get(blobId);
    const file = { path, shown: shownAs(trees, path), inBranch: path, content: content ?? new Uint8Array() };
    return content ? file : { ...file, unreadable: 'Git does not have its content' };
  });
  const byPath = new Map(all.map(({ path, blobId }) => [path, blobId]));
  return {
    files,
    texts: {
      paths: () => [...byPath.keys()].filter(isAttachable),
      read(paths) {
        const found = trees.read(paths.flatMap((path) => byPath.get(path) ?? []));
        return new Map(
          paths.flatMap((path) => {
            const bytes = found.get(byPath.get(path) ?? '');
            return bytes ? [[path, bytes] as const] : [];
          }),
        );
      },
    },
  };
}

/** Returns the path from the caller's folder, as Git shows it. */
function shownAs({ top, prefix }: GitTrees, path: string): string {
  return withSlashes(relative(join(top, prefix), join(top, path)));
}

function isWithin({ top, prefix }: GitTrees, args: readonly string[]): (path: string) => boolean {
  const here = join(top, prefix);
  const kept = args.map((argument) => withSlashes(relative(top, resolve(here, argument))));
  return (path) =>
    kept.length === 0 || kept.some((one) => one === '' || path === one || path.startsWith(`${one}/`));
}
