/** General categories by the long names that ECMAScript knows; the linear-time engine knows the short ones. */
const categories: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'C Other, Cc Control, Cc cntrl, Cf Format, Co Private_Use, Cs Surrogate',
    'L Letter, Ll Lowercase_Letter, Lm Modifier_Letter, Lo Other_Letter, Lt Titlecase_Letter, Lu Uppercase_Letter',
    'M Mark, M Combining_Mark, Mc Spacing_Mark, Me Enclosing_Mark, Mn Nonspacing_Mark',
    'N Number, Nd Decimal_Number, Nd digit, Nl Letter_Number, No Other_Number',
    'P Punctuation, P punct, Pc Connector_Punctuation, Pd Dash_Punctuation, Pe Close_Punctuation',
    'Pf Final_Punctuation, Pi Initial_Punctuation, Po Other_Punctuation, Ps Open_Punctuation',
    'S Symbol, Sc Currency_Symbol, Sk Modifier_Symbol, Sm Math_Symbol, So Other_Symbol',
    'Z Separator, Zl Line_Separator, Zp Paragraph_Separator, Zs Space_Separator',
  ].flatMap((line) => line.split(', ').map((pair) => pair.split(' ').reverse())),
);

/** The code points that `\s` matches in ECMAScript, as ranges; the linear-time engine's own `\s` is ASCII. */
const spaces: readonly [number, number][] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

const lastCodePoint = 0x10ffff;

const inClass = { '\\s': ranges(spaces), '\\S': ranges(complement(spaces)) };
const lineEnds = '\\n\\r\\x{2028}\\x{2029}';

/** An escape, the beginning of a class, or a character. */
const token = /\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\.|\[\^?\]?|./gsu;

/** Returns a pattern of ECMAScript, with the flag `u`, in the spelling of the linear-time engine. */
export function translated(pattern: string): string {
  let isInClass = false;
  return pattern.replace(token, (part) => {
    if (part === '\\s' || part === '\\S') return isInClass ? inClass[part] : `[${inClass[part]}]`;
    if (/^\\[pP]\{/.test(part)) return property(part);
    if (isInClass) {
      if (part === ']') isInClass = false;
      return part;
    }
    if (part === '[]') return `[^\\x00-\\x{${lastCodePoint.toString(16)}}]`;
    if (part === '[^]') return `[\\x00-\\x{${lastCodePoint.toString(16)}}]`;
    if (part === '.') return `[^${lineEnds}]`;
    if (part.startsWith('[')) isInClass = true;
    return part;
  });
}

function property(part: string): string {
  const [, letter, name = ''] = /^\\([pP])\{(?:(?:Script|sc|General_Category|gc)=)?(\w+)\}$/.exec(part) ?? [];
  return letter === undefined ? part : `\\${letter}{${categories[name] ?? name}}`;
}

function complement(included: readonly [number, number][]): [number, number][] {
  const starts = [0, ...included.map(([, to]) => to + 1)];
  const ends = [...included.map(([from]) => from - 1), lastCodePoint];
  return starts
    .map((from, index): [number, number] => [from, ends[index] ?? from])
    .filter(([from, to]) => from <= to);
}

function ranges(list: readonly [number, number][]): string {
  const hex = (code: number) => `\\x{${code.toString(16)}}`;
  return list.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`)).join('');
}
