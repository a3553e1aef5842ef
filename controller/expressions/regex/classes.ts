import type { CharTest } from './syntax.js';

function property(name: string): CharTest {
  const pattern = new RegExp(`^\\p{${name}}$`, 'u');
  return (point) => pattern.test(String.fromCodePoint(point));
}

function ascii(pattern: RegExp): CharTest {
  return (point) => point < 128 && pattern.test(String.fromCharCode(point));
}

/** Code points with an answer kept: the alphabets, without ideographs and pictures. */
const TABLE = 0x3000;

/** A test that is asked once for each of the commoner code points. */
function tabled(test: CharTest): CharTest {
  let answers: Uint8Array | undefined;
  return (point) => {
    if (point >= TABLE) return test(point);
    answers ??= new Uint8Array(TABLE);
    if (answers[point] === 0) answers[point] = test(point) ? 1 : 2;
    return answers[point] === 1;
  };
}

function either(...tests: readonly CharTest[]): CharTest {
  return (point) => tests.some((test) => test(point));
}

export function not(test: CharTest): CharTest {
  return (point) => !test(point);
}

export const isWord: CharTest = tabled(either(property('L'), property('M'), property('N'), property('Pc')));
const isDigit = tabled(property('Nd'));
const isSpace = tabled(
  either(property('White_Space'), (point) => point === 0x85 || (point >= 0x09 && point <= 0x0d)),
);

/** `\d` and its kin. */
export const shorthands: Readonly<Record<string, CharTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};

const posix: Readonly<Record<string, CharTest>> = {
  alnum: tabled(either(property('L'), property('M'), property('Nd'))),
  alpha: tabled(either(property('L'), property('M'))),
  ascii: (point) => point < 128,
  blank: (point) => point === 0x20 || point === 0x09 || (point > 127 && property('Zs')(point)),
  cntrl: tabled(property('C')),
  digit: isDigit,
  graph: tabled((point) => !isSpace(point) && !property('C')(point)),
  lower: tabled(property('Ll')),
  print: tabled((point) => !property('C')(point)),
  punct: tabled(either(property('P'), ascii(/[$+<=>^`|~]/))),
  space: isSpace,
  upper: tabled(property('Lu')),
  xdigit: ascii(/[0-9a-fA-F]/),
  word: isWord,
};

/** The class `[:name:]`, which `\p{name}` also knows. */
export function posixClass(name: string): CharTest | undefined {
  return Object.hasOwn(posix, name.toLowerCase()) ? posix[name.toLowerCase()] : undefined;
}

/** The class `\p{name}`: a POSIX class, a general category, a script or a binary property. */
export function unicodeClass(name: string): CharTest | undefined {
  const plain = name.replace(/[\s-]/g, '_');
  const asked = found.get(plain);
  if (asked !== undefined) return asked;
  const test = findClass(plain);
  if (test !== undefined && found.size < MAX_FOUND) found.set(plain, test);
  return test;
}

/** Classes asked for so far: making one takes its time. */
const found = new Map<string, CharTest>();
const MAX_FOUND = 512;

function findClass(plain: string): CharTest | undefined {
  const known = posixClass(plain);
  if (known !== undefined) return known;
  if (plain.toLowerCase() === 'any') return () => true;
  for (const candidate of [plain, `Script=${plain}`, `Script=${capitalized(plain)}`, capitalized(plain)]) {
    try {
      return tabled(property(candidate));
    } catch {
      // Not a property by this name: the next spelling may be.
    }
  }
  return undefined;
}

function capitalized(name: string): string {
  return name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join('_');
}

/** The code point that stands for all cases of a letter. */
export function fold(point: number): number {
  if (point < 128) return point >= 65 && point <= 90 ? point + 32 : point;
  const lower = String.fromCodePoint(point).toUpperCase().toLowerCase();
  return lower.codePointAt(0) as number;
}

/** The class extended to the other cases of its letters. */
export function ignoringCase(test: CharTest): CharTest {
  return tabled((point) => {
    if (test(point)) return true;
    const char = String.fromCodePoint(point);
    return [char.toLowerCase(), char.toUpperCase()].some(
      (other) => other.length <= 2 && test(other.codePointAt(0) as number),
    );
  });
}
