import type { JsonObject } from '../../schemas/json.js';
import type { KindDefinition } from './contract.js';

/** What the text of a valid file holds. */
export interface Content {
  readonly definition: JsonObject;
  /** What the kind's `compile` built. */
  readonly compiled: unknown;
}

/** Makes the definition of a text that was parsed before. */
export type Reparse = (text: string) => JsonObject;

/**
 * The definition and the plan of a file, made from its text when they are asked for: kept for every file, they would
 * take thirty times the room of the text. What was asked for lately stays, so that it is made once.
 */
export class FileContent implements Content {
  private parsed: JsonObject | undefined;
  private built: { compiled: unknown } | undefined;

  constructor(
    readonly text: string,
    private readonly kind: KindDefinition,
    private readonly reparse: Reparse,
    private readonly recent: RecentContents,
  ) {}

  get definition(): JsonObject {
    this.recent.touch(this);
    this.parsed ??= this.reparse(this.text);
    return this.parsed;
  }

  get compiled(): unknown {
    this.recent.touch(this);
    if (this.kind.compile === undefined) return undefined;
    this.built ??= { compiled: this.kind.compile(this.definition).compiled };
    return this.built.compiled;
  }

  forget(): void {
    this.parsed = undefined;
    this.built = undefined;
  }
}

/** UTF-16 units of text. What is made of it takes some forty times as many bytes. */
const maxSize = 4 * 2 ** 20;

/** The contents that are kept: those asked for last, up to a size. */
export class RecentContents {
  private readonly contents = new Set<FileContent>();
  private last: FileContent | undefined;
  private size = 0;

  touch(content: FileContent): void {
    if (content === this.last) return;
    this.last = content;
    if (!this.contents.delete(content)) this.size += content.text.length;
    this.contents.add(content);
    for (const oldest of this.contents) {
      if (this.size <= maxSize || oldest === content) return;
      this.contents.delete(oldest);
      this.size -= oldest.text.length;
      oldest.forget();
    }
  }
}
