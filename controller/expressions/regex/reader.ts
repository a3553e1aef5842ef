import { not, shorthands, unicodeClass } from './classes.js';
import { type CharTest, RegexSyntaxError } from './syntax.js';

const CONTROL: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, v: 11, a: 7, e: 27 };

/** Reads a pattern character by character, and the escapes that mean the same inside and outside brackets. */
export class PatternReader {
  protected at = 0;
  protected readonly points: readonly string[];

  constructor(pattern: string) {
    this.points = Array.from(pattern);
  }

  protected get ended(): boolean {
    return this.at >= this.points.length;
  }

  /** The next characters, which stay to be read. */
  protected ahead(count: number): string {
    return this.points.slice(this.at, this.at + count).join('');
  }

  protected shorthand(char: string): CharTest | undefined {
    if (Object.hasOwn(shorthands, char)) return shorthands[char];
    if ((char !== 'p' && char !== 'P') || !this.accept('{')) return undefined;
    const negated = this.accept('^') !== (char === 'P');
    const name = this.name('}');
    const test = unicodeClass(name);
    if (test === undefined) throw new RegexSyntaxError(`invalid character property name {${name}}`);
    return negated ? not(test) : test;
  }

  /** The code point that `\` and `char` stand for. */
  protected escaped(char: string): number {
    const control = CONTROL[char];
    if (control !== undefined) return control;
    const ahead = this.ahead(12);
    if (char === 'x') {
      const match = /^\{([0-9a-fA-F]{1,8})\}|^([0-9a-fA-F]{1,2})/.exec(ahead);
      this.at += match?.[0].length ?? 0;
      const point = Number.parseInt(match?.[1] ?? match?.[2] ?? '0', 16);
      if (point > 0x10ffff) throw new RegexSyntaxError('too big wide-char value');
      return point;
    }
    if (char === 'c') return (this.next().codePointAt(0) as number) & 0x1f;
    if (/[0-7]/.test(char)) {
      const digits = char + (/^[0-7]{0,2}/.exec(ahead)?.[0] ?? '');
      this.at += digits.length - 1;
      return Number.parseInt(digits, 8);
    }
    return char.codePointAt(0) as number;
  }

  protected name(close: string): string {
    let name = '';
    for (;;) {
      const char = this.next('end pattern in group');
      if (char === close) return name === '' ? this.emptyName() : name;
      name += char;
    }
  }

  private emptyName(): never {
    throw new RegexSyntaxError('group name is empty');
  }

  protected next(otherwise = 'end pattern'): string {
    const char = this.points[this.at++];
    if (char === undefined) throw new RegexSyntaxError(otherwise);
    return char;
  }

  protected accept(char: string): boolean {
    if (this.points[this.at] !== char) return false;
    this.at++;
    return true;
  }

  protected acceptAll(text: string): boolean {
    if (this.ahead(text.length) !== text) return false;
    this.at += text.length;
    return true;
  }
}
