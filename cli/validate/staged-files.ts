import { join, relative, resolve, sep } from 'node:path';
import { isAttachable, isEntityFile, type LooseTexts } from '../../controller/catalog/index.js';
import type { Io } from '../command.js';
import { exitCodes, Failure } from '../failure.js';
import { type GitTrees, openGitTrees, type TreeFile } from './git-trees.js';
import type { GivenFile } from './given-file.js';

/** Entity files as a tree of Git has them, with the texts they may name. */
export interface GivenTree {
  files: GivenFile[];
  texts: LooseTexts;
}

/** What a commit would change, with all that it would stand among. */
export interface StagedFiles {
  index: GivenTree;
  /** The names, as shown, of the files that are staged. */
  staged: ReadonlySet<string>;
  /** The last commit, read when asked for. */
  before(): Promise<GivenTree>;
}

/**
 * The Git index, which is what a commit takes, whatever the working tree holds.
 * @param args folders and files to keep to; all of the repository when there are none
 * @throws Failure where there is no working tree, or no `git`
 */
export async function stagedFiles(io: Io, args: readonly string[]): Promise<StagedFiles> {
  if (args.includes('-')) throw new Failure(exitCodes.usage, '`--staged` does not go with standard input');
  const trees = await openGitTrees(io.cwd);
  const isKept = within(trees, args);
  const given = (files: readonly TreeFile[]) => givenTree(trees, files, isKept);
  const staged = [...(await trees.staged())].filter((path) => isEntityFile(path) && isKept(path));
  return {
    index: await given(await trees.index()),
    staged: new Set(staged.map((path) => shownAs(trees, path))),
    before: async () => given(await trees.head()),
  };
}

async function givenTree(
  trees: GitTrees,
  all: readonly TreeFile[],
  isKept: (path: string) => boolean,
): Promise<GivenTree> {
  const wanted = all.filter(({ path }) => isEntityFile(path) && isKept(path));
  const blobs = await trees.read(wanted.map(({ blobId }) => blobId));
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
        const found = trees.readNow(paths.flatMap((path) => byPath.get(path) ?? []));
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

/** From where the caller stands, as Git shows paths too. */
function shownAs({ top, prefix }: GitTrees, path: string): string {
  return relative(join(top, prefix), join(top, path)).split(sep).join('/');
}

function within({ top, prefix }: GitTrees, args: readonly string[]): (path: string) => boolean {
  const here = join(top, prefix);
  const kept = args.map((argument) => relative(top, resolve(here, argument)).split(sep).join('/'));
  return (path) =>
    kept.length === 0 || kept.some((one) => one === '' || path === one || path.startsWith(`${one}/`));
}
