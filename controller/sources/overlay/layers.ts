import type { NonFile } from '../../git/index.js';
import type { SourceFile, TreeChange } from '../source/source.js';

/** The file that counts at a path. */
export type LaidFile = Omit<SourceFile, 'path'>;

type Steps = Map<string, { before: LaidFile | undefined; after: LaidFile | undefined }>;

/** Two trees, one laid over the other by path. Of a whole upper tree only the differences are stored. */
export class Layers {
  /** Path → blob id; undefined for a file that a whole upper tree lacks. */
  readonly #over = new Map<string, string | undefined>();
  /** Path → blob id. */
  readonly #below = new Map<string, string>();
  /** The links and submodules of the tree below. */
  readonly #nonFiles = new Map<string, NonFile>();
  /** The links of the upper tree. */
  readonly #links = new Map<string, NonFile>();

  /** @param isWhole files that the upper tree lacks are hidden; otherwise the upper tree only adds and replaces */
  constructor(
    private readonly isWhole: boolean,
    below: readonly SourceFile[],
  ) {
    for (const file of below) this.#setBelow(file);
  }

  /** True when the upper tree makes no difference. */
  get isEmpty(): boolean {
    for (const path of this.#over.keys()) if (this.#over.get(path) !== this.#below.get(path)) return false;
    return true;
  }

  /** Sets the upper tree. */
  lay(files: readonly SourceFile[]): void {
    const upper = new Set(files.map(({ path }) => path));
    for (const file of files) {
      this.#setLink(file);
      this.#set(file.path, file.blobId);
    }
    if (!this.isWhole) return;
    for (const path of this.#below.keys()) {
      if (!upper.has(path) && !this.#isSubmodule(path)) this.#set(path, undefined);
    }
  }

  /** Applies the changes of both trees and returns those of the result. */
  apply(below: readonly TreeChange[], over: readonly TreeChange[]): Steps {
    const under = new Map(below.map((change) => [change.path, change]));
    const upper = new Map(over.map((change) => [change.path, change]));
    const steps: Steps = new Map();
    for (const path of new Set([...under.keys(), ...upper.keys()])) {
      const before = this.file(path);
      const own = upper.get(path);
      const blobId = own ? own.blobId : this.#upper(path);
      const change = under.get(path);
      if (change) this.#setBelow(change);
      if (own) this.#setLink(own);
      if (blobId === undefined && this.#isSubmodule(path)) this.#over.delete(path);
      else this.#set(path, blobId);
      const after = this.file(path);
      if (!isSameFile(before, after)) steps.set(path, { before, after });
    }
    return steps;
  }

  file(path: string): LaidFile | undefined {
    const hides = this.#below.get(path);
    const blobId = this.#over.has(path) ? this.#over.get(path) : hides;
    if (blobId === undefined) return undefined;
    const link = this.#over.has(path) ? this.#links.get(path) : undefined;
    if (blobId !== hides) {
      const overlay = { hides };
      return link ? { blobId, nonFile: link, overlay } : { blobId, overlay };
    }
    const nonFile = this.#nonFiles.get(path) ?? link;
    return nonFile ? { blobId, nonFile } : { blobId };
  }

  *files(): Generator<[string, LaidFile]> {
    for (const path of new Set([...this.#below.keys(), ...this.#over.keys()])) {
      const file = this.file(path);
      if (file) yield [path, file];
    }
  }

  stepsTo(other: Layers): Steps {
    const steps: Steps = new Map();
    for (const [path, after] of other.files()) {
      const before = this.file(path);
      if (!isSameFile(before, after)) steps.set(path, { before, after });
    }
    for (const [path, before] of this.files()) {
      if (!other.file(path)) steps.set(path, { before, after: undefined });
    }
    return steps;
  }

  /** Returns the blobs that only the upper tree is sure to have. */
  blobs(): Set<string> {
    const blobs = new Set<string>();
    for (const [path, blobId] of this.#over) {
      if (blobId !== undefined && blobId !== this.#below.get(path)) blobs.add(blobId);
    }
    return blobs;
  }

  #upper(path: string): string | undefined {
    return this.isWhole && !this.#over.has(path) ? this.#below.get(path) : this.#over.get(path);
  }

  #set(path: string, blobId: string | undefined): void {
    const isNothing = this.isWhole ? blobId === this.#below.get(path) : blobId === undefined;
    if (isNothing) this.#over.delete(path);
    else this.#over.set(path, blobId);
  }

  /** A work tree has the files of a submodule, or none, and no file in its place: its commit is that below. */
  #isSubmodule(path: string): boolean {
    return this.#nonFiles.get(path) === 'submodule';
  }

  #setLink({ path, nonFile }: TreeChange): void {
    if (nonFile === undefined) this.#links.delete(path);
    else this.#links.set(path, nonFile);
  }

  #setBelow({ path, blobId, nonFile }: TreeChange): void {
    if (blobId === undefined) this.#below.delete(path);
    else this.#below.set(path, blobId);
    if (nonFile === undefined) this.#nonFiles.delete(path);
    else this.#nonFiles.set(path, nonFile);
  }
}

export function isSameFile(one: LaidFile | undefined, other: LaidFile | undefined): boolean {
  return (
    one?.blobId === other?.blobId &&
    one?.nonFile === other?.nonFile &&
    (one?.overlay === undefined) === (other?.overlay === undefined) &&
    one?.overlay?.hides === other?.overlay?.hides
  );
}
