import type { Overlaid, SourceFile, TreeChange } from './contract.js';

/** The file that counts at a path. */
export interface LaidFile {
  blobId: string;
  overlay?: Overlaid;
}

type Steps = Map<string, { before: LaidFile | undefined; after: LaidFile | undefined }>;

/** Two trees, one laid over the other by path. Holds of the upper one only what differs, when it is whole. */
export class Layers {
  /** Undefined for a file that is missing in a whole tree. */
  readonly #over = new Map<string, string | undefined>();

  /**
   * @param isWhole what the upper tree does not have is not there; otherwise it only adds and replaces
   * @param below path → blob id
   */
  constructor(
    private readonly isWhole: boolean,
    private readonly below: Map<string, string>,
  ) {}

  /** Whether the upper tree makes no difference. */
  get isEmpty(): boolean {
    for (const path of this.#over.keys()) if (this.#over.get(path) !== this.below.get(path)) return false;
    return true;
  }

  /** Puts the whole upper tree in its place. */
  lay(files: readonly SourceFile[]): void {
    const upper = new Map(files.map(({ path, blobId }) => [path, blobId]));
    for (const [path, blobId] of upper) this.#set(path, blobId);
    if (this.isWhole) for (const path of this.below.keys()) if (!upper.has(path)) this.#set(path, undefined);
  }

  /** Brings in what changed in either tree, and tells what that changes in the result. */
  apply(below: readonly TreeChange[], over: readonly TreeChange[]): Steps {
    const under = new Map(below.map(({ path, blobId }) => [path, blobId]));
    const upper = new Map(over.map(({ path, blobId }) => [path, blobId]));
    const steps: Steps = new Map();
    for (const path of new Set([...under.keys(), ...upper.keys()])) {
      const before = this.file(path);
      const blobId = upper.has(path) ? upper.get(path) : this.#upper(path);
      if (under.has(path)) this.#setBelow(path, under.get(path));
      this.#set(path, blobId);
      const after = this.file(path);
      if (!isSameFile(before, after)) steps.set(path, { before, after });
    }
    return steps;
  }

  file(path: string): LaidFile | undefined {
    const hides = this.below.get(path);
    const blobId = this.#over.has(path) ? this.#over.get(path) : hides;
    if (blobId === undefined) return undefined;
    return blobId === hides ? { blobId } : { blobId, overlay: { hides } };
  }

  *files(): Generator<[string, LaidFile]> {
    for (const path of new Set([...this.below.keys(), ...this.#over.keys()])) {
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

  /** The blobs that the upper tree alone is sure to have. */
  blobs(): Set<string> {
    const blobs = new Set<string>();
    for (const [path, blobId] of this.#over) {
      if (blobId !== undefined && blobId !== this.below.get(path)) blobs.add(blobId);
    }
    return blobs;
  }

  #upper(path: string): string | undefined {
    return this.isWhole && !this.#over.has(path) ? this.below.get(path) : this.#over.get(path);
  }

  #set(path: string, blobId: string | undefined): void {
    const isNothing = this.isWhole ? blobId === this.below.get(path) : blobId === undefined;
    if (isNothing) this.#over.delete(path);
    else this.#over.set(path, blobId);
  }

  #setBelow(path: string, blobId: string | undefined): void {
    if (blobId === undefined) this.below.delete(path);
    else this.below.set(path, blobId);
  }
}

export function isSameFile(one: LaidFile | undefined, other: LaidFile | undefined): boolean {
  return (
    one?.blobId === other?.blobId &&
    (one?.overlay === undefined) === (other?.overlay === undefined) &&
    one?.overlay?.hides === other?.overlay?.hides
  );
}
