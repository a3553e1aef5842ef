import type { CharTest } from './syntax.js';

/** Code points whose answers are kept: the alphabets, without ideographs and pictures. */
const TABLE = 0x3000;

/** A test that is made once for each of the more common code points. */
function tabled(test: CharTest): CharTest {
  let answers: Uint8Array | undefined;
  return (point) => {
    if (point >= TABLE) return test(point);
    answers ??= new Uint8Array(TABLE);
    if (answers[point] === 0) answers[point] = test(point) ? 1 : 2;
    return answers[point] === 1;
  };
}

/** @param makePattern called at the first test: a Unicode property takes up to half a millisecond to read */
function getClass(makePattern: () => RegExp): CharTest {
  let pattern: RegExp | undefined;
  return tabled((point) => {
    pattern ??= makePattern();
    return pattern.test(String.fromCodePoint(point));
  });
}

export function not(test: CharTest): CharTest {
  return (point) => !test(point);
}

export const isWord = getClass(() => /[\p{L}\p{M}\p{N}\p{Pc}]/u);
export const isMark = getClass(() => /\p{M}/u);
const isDigit = getClass(() => /\p{Nd}/u);
const isSpace = getClass(() => /\p{White_Space}/u);

/** `\d` and its kind. */
export const shorthands: Readonly<Record<string, CharTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};

const posix: Readonly<Record<string, CharTest>> = {
  alnum: getClass(() => /[\p{L}\p{M}\p{Nd}]/u),
  alpha: getClass(() => /[\p{L}\p{M}]/u),
  ascii: (point) => point < 128,
  blank: getClass(() => /[\p{Zs}\t]/u),
  cntrl: getClass(() => /\p{C}/u),
  digit: isDigit,
  graph: getClass(() => /[^\p{White_Space}\p{C}]/u),
  lower: getClass(() => /\p{Ll}/u),
  print: getClass(() => /\P{C}/u),
  punct: getClass(() => /[\p{P}$+<=>^`|~]/u),
  space: isSpace,
  upper: getClass(() => /\p{Lu}/u),
  xdigit: getClass(() => /[0-9a-fA-F]/),
  word: isWord,
};

/** The class `[:name:]`, which `\p{name}` also knows. */
export function posixClass(name: string): CharTest | undefined {
  return Object.hasOwn(posix, name.toLowerCase()) ? posix[name.toLowerCase()] : undefined;
}

/** The class `\p{name}`: a POSIX class, a general category, a script or a binary property. */
export function unicodeClass(name: string): CharTest | undefined {
  const plain = name.replace(/[\s-]/g, '_');
  const positions = posixClass(plain);
  if (positions !== undefined) return positions;
  if (plain.toLowerCase() === 'any') return () => true;
  const capitalized = plain.toLowerCase().replace(/(?:^|_)./g, (start) => start.toUpperCase());
  for (const candidate of [plain, `Script=${plain}`, `Script=${capitalized}`, capitalized]) {
    try {
      const pattern = new RegExp(`\\p{${candidate}}`, 'u');
      return getClass(() => pattern);
    } catch {
      // No property has this name; the next spelling may be one.
    }
  }
  return undefined;
}

/** Returns the code point that stands for all cases of a letter. */
export function fold(point: number): number {
  if (point < 128) return point >= 65 && point <= 90 ? point + 32 : point;
  const lower = String.fromCodePoint(point).toUpperCase().toLowerCase();
  return lower.codePointAt(0) as number;
}

/** Extends a class to the other cases of its letters. */
export function ignoringCase(test: CharTest): CharTest {
  return tabled((point) => {
    const char = String.fromCodePoint(point);
    return [char, char.toLowerCase(), char.toUpperCase()].some(
      (other) => other.length <= 2 && test(other.codePointAt(0) as number),
    );
  });
}
