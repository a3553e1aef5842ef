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

  protected next(otherwise = 'end pattern'): string {
    const char = this.points[this.at++];
    return char ?? this.reject(otherwise);
  }

  protected accept(text: string): boolean {
    const end = this.at + text.length;
    if (this.points.slice(this.at, end).join('') !== text) return false;
    this.at = end;
    return true;
  }

  /** Reads the next characters if they match, at most `max` of them. */
  protected match(pattern: RegExp, max: number): RegExpExecArray | null {
    const match = pattern.exec(this.points.slice(this.at, this.at + max).join(''));
    this.at += match?.[0].length ?? 0;
    return match;
  }

  /** Reads the name up to `close`. */
  protected name(close: string): string {
    const from = this.at;
    while (this.next('end pattern in group') !== close);
    const name = this.points.slice(from, this.at - 1).join('');
    return name === '' ? this.reject('group name is empty') : name;
  }

  /** Returns the class that `\` and `char` stand for. */
  protected shorthand(char: string): CharTest | undefined {
    if (Object.hasOwn(shorthands, char)) return shorthands[char];
    if ((char !== 'p' && char !== 'P') || !this.accept('{')) return undefined;
    const negated = this.accept('^') !== (char === 'P');
    const name = this.name('}');
    const test = unicodeClass(name) ?? this.reject(`invalid character property name {${name}}`);
    return negated ? not(test) : test;
  }

  /** Returns the code point that `\` and `char` stand for. */
  protected escaped(char: string): number {
    const control = CONTROL[char];
    if (control !== undefined) return control;
    if (char === 'x') {
      const match = this.match(/^\{([0-9a-fA-F]{1,8})\}|^([0-9a-fA-F]{1,2})/, 12);
      const point = Number.parseInt(match?.[1] ?? match?.[2] ?? '0', 16);
      return point > 0x10ffff ? this.reject('too big wide-char value') : point;
    }
    if (char === 'c') return (this.next().codePointAt(0) as number) & 0x1f;
    if (!/[0-7]/.test(char)) return char.codePointAt(0) as number;
    return Number.parseInt(char + (this.match(/^[0-7]{0,2}/, 2)?.[0] ?? ''), 8);
  }

  protected reject(message: string): never {
    throw new RegexSyntaxError(message);
  }
}
