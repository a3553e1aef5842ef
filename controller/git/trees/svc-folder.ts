import { BoundedMap } from '../../concurrency/bounded-map.js';
import { Problem } from '../../problems/index.js';
import { emptyTree } from '../objects/commit-object.js';
import type { ObjectReader } from '../objects/contract.js';
import { branchFiles } from './branch-files.js';
import type { TreeDifference, TreeFile } from './contract.js';
import { type IgnoredPaths, ignoreFile, noneIgnored, parseIgnored } from './ignored-paths.js';
import { type PathScope, pathScope } from './path-scope.js';
import { entryType, type TreeCache } from './raw-tree.js';
import { changedBranchFiles, type ListOptions } from './tree-changes.js';

const keptRules = 64;

/**
 * The part of a repository that is svc's: the folder `Git.Path`, without the files that its `.svcignore` names. All paths
 * start at the root of the repository. Commits outside of the folder leave its tree id as it is, and nothing is read.
 */
export class SvcFolder {
  /** The folder with a slash at its end; `''` for the whole repository. */
  readonly prefix: string;
  readonly #names: readonly string[];
  /** Blob id of an ignore file → its rules. */
  readonly #rules = new BoundedMap<string, IgnoredPaths>(keptRules);

  constructor(
    private readonly path: string | undefined,
    private readonly trees: TreeCache,
    private readonly objects: ObjectReader,
  ) {
    this.#names = path === undefined ? [] : path.split('/');
    this.prefix = path === undefined ? '' : `${path}/`;
  }

  /** Returns the tree of the folder; the empty tree for a missing folder. @throws Problem git_failed for a file in its place */
  async getTree(root: string): Promise<string> {
    const { tree, file } = await this.#findPlace(root);
    if (file !== undefined) throw notAFolder(this.path ?? '', file);
    return tree;
  }

  /** As `getTree`; undefined for a file in the place of the folder. */
  async findTree(root: string): Promise<string | undefined> {
    const { tree, file } = await this.#findPlace(root);
    return file === undefined ? tree : undefined;
  }

  /** Returns the tree, or the name in the path of the folder that a file has. */
  async #findPlace(root: string): Promise<{ tree: string; file?: string }> {
    let id = root;
    for (const name of this.#names) {
      const tree = await this.trees.read(id);
      const folder = tree.find(name, 'folder');
      if (!folder) return tree.find(name, 'leaf') ? { tree: emptyTree, file: name } : { tree: emptyTree };
      id = folder.id;
    }
    return { tree: id };
  }

  /** Lists the entity files below the folder of a root tree, and the texts that they may name. */
  async files(root: string, options: ListOptions): Promise<TreeFile[]> {
    const tree = await this.getTree(root);
    return this.#shown(await this.#getFiles(tree, options));
  }

  /** Returns the differences of two root trees among the files that `files` lists. */
  async changes(from: string, to: string, options: ListOptions): Promise<TreeDifference[]> {
    const [before, after] = await Promise.all([this.getTree(from), this.getTree(to)]);
    if (before === after) return [];
    const [was, is] = await Promise.all([this.#ignoreFile(before), this.#ignoreFile(after)]);
    if (was !== is) return this.#shown(await this.#listedChanges(before, after, options));
    const ignored = await this.#getRules(is);
    const changes = await changedBranchFiles(this.trees, before, after, options);
    return this.#shown(ignored === noneIgnored ? changes : changes.filter(({ path }) => !ignored.has(path)));
  }

  async scope(root: string): Promise<PathScope> {
    const tree = await this.getTree(root);
    return pathScope(this.prefix, await this.#getRules(await this.#ignoreFile(tree)));
  }

  async #getFiles(tree: string, options: ListOptions): Promise<TreeFile[]> {
    if (options.withIgnored) return branchFiles(this.objects, tree, options);
    const ignored = await this.#getRules(await this.#ignoreFile(tree));
    return branchFiles(this.objects, tree, ignored === noneIgnored ? options : { ...options, ignored });
  }

  /** Compares whole lists: other rules can move any file in or out. */
  async #listedChanges(before: string, after: string, options: ListOptions): Promise<TreeDifference[]> {
    const [was, is] = await Promise.all([this.#getFiles(before, options), this.#getFiles(after, options)]);
    const previous = new Map(was.map((file) => [file.path, file]));
    const changes: TreeDifference[] = [];
    for (const file of is) {
      const old = previous.get(file.path);
      previous.delete(file.path);
      if (old?.blobId !== file.blobId || old.nonFile !== file.nonFile) changes.push(file);
    }
    return [...changes, ...[...previous.keys()].map((path) => ({ path, blobId: undefined }))];
  }

  async #ignoreFile(tree: string): Promise<string | undefined> {
    if (tree === emptyTree) return undefined;
    const entry = (await this.trees.read(tree)).find(ignoreFile, 'leaf');
    return entry && entryType(entry.mode) === 'file' ? entry.id : undefined;
  }

  async #getRules(blobId: string | undefined): Promise<IgnoredPaths> {
    if (blobId === undefined) return noneIgnored;
    const cached = this.#rules.get(blobId);
    if (cached) return cached;
    const content = (await this.objects.read([blobId])).get(blobId)?.content ?? new Uint8Array();
    const rules = parseIgnored(content, this.prefix + ignoreFile);
    this.#rules.set(blobId, rules);
    return rules;
  }

  #shown<File extends { path: string }>(files: File[]): File[] {
    if (this.prefix === '') return files;
    return files.map((file) => ({ ...file, path: this.prefix + file.path }));
  }
}

/** @param path the value of `Git.Path` @param name the part of it that is a file or a link in the commit */
export function notAFolder(path: string, name: string): Problem {
  return new Problem(
    'git_failed',
    `\`Git.Path\` is \`${path}\`, but \`${name}\` is no folder in this commit.`,
    {
      hints: ['Set `Git.Path` to the folder of the entity files, or put that folder in place of the file.'],
    },
  );
}
