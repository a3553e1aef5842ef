import { join, relative, resolve } from 'node:path';
import { isAttachable, isEntityFile, type LooseTexts } from '../../controller/catalog/index.js';
import { ignoreFile, noneIgnored, parseIgnored } from '../../controller/git/trees/ignored-paths.js';
import { isEntityFolder } from '../../controller/git/trees/names.js';
import { type PathScope, pathScope } from '../../controller/git/trees/path-scope.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { getPrefix } from './entity-root.js';
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
  const prefix = getPrefix(trees.top, io.env);
  const pick = (files: readonly TreeFile[]) => {
    const scope = getScope(trees, files, prefix);
    return givenTree(trees, files, { prefix, isWanted: (path) => isWanted(path) && scope.includes(path) });
  };
  const index = trees.index();
  const scope = getScope(trees, index, prefix);
  const checked = new Set(
    index.filter((file) => counts(file) && isWanted(file.path)).map(({ path }) => path),
  );
  const staged = [...trees.staged()].filter((path) => checked.has(path) && scope.includes(path));
  return {
    index: pick(index),
    staged: new Set(staged.map((path) => shownAs(trees, path))),
    before: () => pick(trees.head()),
  };
}

/** The rules of a tree are those of its own ignore file. */
function getScope(trees: GitTrees, files: readonly TreeFile[], prefix: string): PathScope {
  const file = files.find(({ path, nonFile }) => !nonFile && path === prefix + ignoreFile);
  const content = file && trees.read([file.blobId]).get(file.blobId);
  return pathScope(prefix, content ? parseIgnored(content, file.path) : noneIgnored);
}

/** True for an entity file, a link in the place of one, and a submodule in a folder that may hold entities. */
function counts({ path, nonFile }: TreeFile): boolean {
  return nonFile === 'submodule' ? path.split('/').every(isEntityFolder) : isEntityFile(path);
}

/** svc's part of a tree: its folder with a slash at its end, and the files in it that count. */
interface Part {
  prefix: string;
  isWanted(path: string): boolean;
}

function givenTree(trees: GitTrees, all: readonly TreeFile[], { prefix, isWanted }: Part): GivenTree {
  const wantedFiles = all.filter((file) => counts(file) && isWanted(file.path));
  const blobs = trees.read(wantedFiles.flatMap(({ blobId, nonFile }) => (nonFile ? [] : [blobId])));
  const files = wantedFiles.map(({ path, blobId, nonFile }): GivenFile => {
    const content = blobs.get(blobId);
    const inBranch = path.slice(prefix.length);
    if (nonFile) return { path, shown: shownAs(trees, path), inBranch, content: new Uint8Array(), nonFile };
    const file = { path, shown: shownAs(trees, path), inBranch, content: content ?? new Uint8Array() };
    return content ? file : { ...file, unreadable: 'Git does not have its content' };
  });
  const inFolder = all.filter(({ path, nonFile }) => !nonFile && path.startsWith(prefix));
  const byPath = new Map(inFolder.map(({ path, blobId }) => [path.slice(prefix.length), blobId]));
  return {
    files,
    texts: {
      paths: () => [...byPath.keys()].filter(isAttachable),
      read(paths) {
        const texts = trees.read(paths.flatMap((path) => byPath.get(path) ?? []));
        return new Map(
          paths.flatMap((path) => {
            const bytes = texts.get(byPath.get(path) ?? '');
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
