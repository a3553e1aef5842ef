import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { PointedFinding } from '../rules/finding.js';
import type { EntityReference, KindDefinition } from './kind-definition.js';

/** The parsed content of a valid file. */
export interface Content {
  readonly definition: JsonObject;
  /** The result of the kind's `compile`. */
  readonly compiled: unknown;
}

/** Parses a text that was found valid before into its definition. */
export type Reparse = (text: string) => JsonObject;

const none: readonly never[] = [];

/** The texts of the files that a definition names. */
export interface NamedTexts {
  /** Tells which texts these are. */
  blobs: string;
  /** By what they hold. */
  texts(): Readonly<Record<string, string>>;
}

const noTexts: NamedTexts = { blobs: '', texts: () => ({}) };

/**
 * UTF-16 units of a text that takes more than a few milliseconds to parse: its definition is kept as JSON, which is read
 * thirty times faster.
 */
export const largeText = 4 * 1024;

/**
 * The definition and the plan of a file, built from its text on access: for all files, they would take thirty times the
 * memory of the texts. Recently used ones are kept.
 */
export class FileContent implements Content {
  #parsed: JsonObject | undefined;
  #built: { compiled: unknown } | undefined;
  #complete: { blobs: string; compiled: unknown } | undefined;
  /** The check of what references pass to the entity, with the texts it was made for. */
  #accepted:
    | { blobs: string; check: ReturnType<NonNullable<KindDefinition['prepareInputCheck']>> }
    | undefined;

  constructor(
    readonly text: string,
    private readonly kind: KindDefinition,
    private readonly reparse: Reparse,
    private readonly recent: RecentContents,
    /** The definition of a large text, as JSON. */
    readonly json?: string,
  ) {}

  get definition(): JsonObject {
    this.recent.touch(this);
    this.#parsed ??=
      this.json === undefined ? this.reparse(this.text) : (JSON.parse(this.json) as JsonObject);
    return this.#parsed;
  }

  get compiled(): unknown {
    this.recent.touch(this);
    if (this.kind.compile === undefined) return undefined;
    this.#built ??= { compiled: this.kind.compile(this.definition).compiled };
    return this.#built.compiled;
  }

  /**
   * The result of the kind's `compile` with the texts of the files that the definition names; the last one is kept.
   * @param blobs tells which texts these are
   */
  compiledWith(blobs: string, texts: () => Readonly<Record<string, string>>): unknown {
    if (!this.kind.namedTexts || !this.kind.compile) return this.compiled;
    this.recent.touch(this);
    if (this.#complete?.blobs !== blobs) {
      this.#complete = { blobs, compiled: this.kind.compile(this.definition, false, texts()).compiled };
    }
    return this.#complete.compiled;
  }

  /** The faults of what a reference passes to the entity, whose files hold the texts. */
  getFaults(
    { argumentJson, needs, mayOnlyRead = false }: EntityReference,
    { blobs, texts }: NamedTexts = noTexts,
  ): readonly PointedFinding[] {
    if (argumentJson === undefined || this.kind.prepareInputCheck === undefined) return none;
    this.recent.touch(this);
    if (this.#accepted?.blobs !== blobs)
      this.#accepted = { blobs, check: this.kind.prepareInputCheck(this.definition, texts()) };
    return this.#accepted.check({ argument: JSON.parse(argumentJson) as Json, needs, mayOnlyRead });
  }

  forget(): void {
    this.#parsed = undefined;
    this.#built = undefined;
    this.#complete = undefined;
    this.#accepted = undefined;
  }
}

/** UTF-16 units of text; definitions and plans take about forty times as many bytes. */
const maxSize = 4 * 2 ** 20;

/** The most recently used contents, up to a total size. */
export class RecentContents {
  readonly #contents = new Set<FileContent>();
  #last: FileContent | undefined;
  #size = 0;

  touch(content: FileContent): void {
    if (content === this.#last) return;
    this.#last = content;
    if (!this.#contents.delete(content)) this.#size += content.text.length;
    this.#contents.add(content);
    for (const oldest of this.#contents) {
      if (this.#size <= maxSize || oldest === content) return;
      this.#contents.delete(oldest);
      this.#size -= oldest.text.length;
      oldest.forget();
    }
  }
}
