import { fold, ignoringCase, not, posixClass, unicodeClass } from './classes.js';
import { PatternReader } from './reader.js';
import {
  type Assertion,
  type CharTest,
  type Modes,
  type ParsedRegex,
  type Regex,
  RegexSyntaxError,
} from './syntax.js';

const MAX_REPEAT = 100_000;
const MAX_NESTING = 200;

/** Parses a pattern in Oniguruma's Perl syntax. Throws RegexSyntaxError. */
export function parseRegex(pattern: string, modes: Modes): ParsedRegex {
  return new RegexParser(pattern, modes).parse();
}

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  A: 'start',
  z: 'end',
  Z: 'last-line-end',
  b: 'word',
  B: 'not-word',
  G: 'search-start',
};

class RegexParser extends PatternReader {
  private depth = 0;
  private readonly names: (string | null)[] = [];
  private readonly groupNames: ReadonlySet<string>;

  constructor(
    pattern: string,
    private modes: Modes,
  ) {
    super(pattern);
    this.groupNames = new Set(
      Array.from(pattern.matchAll(/\(\?<([A-Za-z_]\w*)>/g), (match) => match[1] as string),
    );
  }

  parse(): ParsedRegex {
    const root = this.choice();
    if (this.at < this.points.length) throw new RegexSyntaxError('unmatched close parenthesis');
    return { root, names: this.names };
  }

  private choice(): Regex {
    if (++this.depth > MAX_NESTING) throw new RegexSyntaxError('too deep nest level');
    // A flag such as `(?i)` holds to the end of its group, across the alternatives.
    const outer = this.modes;
    const options = [this.sequence()];
    while (this.accept('|')) options.push(this.sequence());
    this.modes = outer;
    this.depth--;
    return options.length === 1 ? (options[0] as Regex) : { type: 'choice', options };
  }

  private sequence(): Regex {
    const items: Regex[] = [];
    for (;;) {
      const char = this.points[this.at];
      if (char === undefined || char === '|' || char === ')') break;
      if (this.modes.extended && this.skipBlank()) continue;
      const atom = this.atom();
      if (atom !== undefined) items.push(this.quantified(atom));
    }
    return items.length === 1 ? (items[0] as Regex) : { type: 'sequence', items };
  }

  private skipBlank(): boolean {
    const char = this.points[this.at] as string;
    if (/\s/.test(char)) {
      this.at++;
      return true;
    }
    if (char !== '#') return false;
    while (this.at < this.points.length && this.points[this.at] !== '\n') this.at++;
    return true;
  }

  private quantified(atom: Regex): Regex {
    let body = atom;
    for (;;) {
      while (this.modes.extended && this.at < this.points.length && this.skipBlank());
      const bounds = this.bounds();
      if (bounds === undefined) return body;
      const { min, max, braces } = bounds;
      const lazy = this.accept('?');
      const possessive = !lazy && !braces && this.accept('+');
      body = { type: 'repeat', body, min, max, mode: lazy ? 'lazy' : possessive ? 'possessive' : 'greedy' };
    }
  }

  private bounds(): { min: number; max: number; braces: boolean } | undefined {
    if (this.accept('*')) return { min: 0, max: Number.POSITIVE_INFINITY, braces: false };
    if (this.accept('+')) return { min: 1, max: Number.POSITIVE_INFINITY, braces: false };
    if (this.accept('?')) return { min: 0, max: 1, braces: false };
    if (this.points[this.at] !== '{') return undefined;
    const match = /^\{(\d+)(,(\d*))?\}/.exec(this.ahead(20));
    if (match === null) return undefined;
    this.at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (min > MAX_REPEAT || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
      throw new RegexSyntaxError('too big number is specified in repeat operator');
    }
    if (min > max) throw new RegexSyntaxError('upper is smaller than lower in repeat range');
    return { min, max, braces: true };
  }

  private atom(): Regex | undefined {
    const char = this.next();
    switch (char) {
      case '.': {
        const { dotAll } = this.modes;
        return { type: 'char', test: (point) => dotAll || point !== 10, literal: undefined };
      }
      case '^':
        return { type: 'assert', what: this.modes.singleLine ? 'start' : 'line-start' };
      case '$':
        return { type: 'assert', what: this.modes.singleLine ? 'last-line-end' : 'line-end' };
      case '[':
        return { type: 'char', test: this.bracket(), literal: undefined };
      case '(':
        return this.group();
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
        throw new RegexSyntaxError('target of repeat operator is not specified');
      default:
        return this.literal(char.codePointAt(0) as number);
    }
  }

  private literal(point: number): Regex {
    if (!this.modes.ignoreCase) return { type: 'char', test: (other) => other === point, literal: point };
    const folded = fold(point);
    return { type: 'char', test: (other) => other === point || fold(other) === folded, literal: undefined };
  }

  private charOf(test: CharTest): Regex {
    return { type: 'char', test: this.modes.ignoreCase ? ignoringCase(test) : test, literal: undefined };
  }

  private group(): Regex | undefined {
    if (!this.accept('?')) return this.capture(null);
    if (this.accept('#')) {
      while (this.next('end pattern in group') !== ')');
      return undefined;
    }
    for (const [opening, wrap] of GROUPS) {
      if (this.acceptAll(opening)) return wrap(this.closed());
    }
    if (this.accept('<')) return this.capture(this.name('>'));
    return this.modeGroup();
  }

  private capture(name: string | null): Regex {
    this.names.push(name);
    const index = this.names.length;
    return { type: 'group', index, body: this.closed() };
  }

  private closed(): Regex {
    const body = this.choice();
    if (!this.accept(')')) throw new RegexSyntaxError('end pattern with unmatched parenthesis');
    return body;
  }

  /** `(?imsx-imsx)` and `(?imsx-imsx:…)`. */
  private modeGroup(): Regex | undefined {
    const outer = this.modes;
    let on = true;
    let modes = this.modes;
    for (;;) {
      const char = this.next('end pattern in group');
      if (char === '-') on = false;
      else if (char === 'i') modes = { ...modes, ignoreCase: on };
      else if (char === 'x') modes = { ...modes, extended: on };
      else if (char === 's') modes = { ...modes, dotAll: on };
      else if (char === 'm') modes = { ...modes, singleLine: !on };
      else if (char === ')') {
        this.modes = modes;
        return undefined;
      } else if (char === ':') {
        this.modes = modes;
        const body = this.closed();
        this.modes = outer;
        return body;
      } else throw new RegexSyntaxError('undefined group option');
    }
  }

  private escape(): Regex | undefined {
    const char = this.next('end pattern at escape');
    const assertion = ASSERTIONS[char];
    if (assertion !== undefined) return { type: 'assert', what: assertion };
    if (char === 'K') return { type: 'keep' };
    if (char === 'Q') return this.quoted();
    if (char === 'R') return choiceOf('\r\n', '\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029');
    if (char === 'X') return cluster;
    if (char === 'k' && this.accept('<')) return this.named(this.name('>'));
    if (/[1-9]/.test(char)) {
      const reference = this.numbered(char);
      if (reference !== undefined) return reference;
    }
    const shorthand = this.shorthand(char);
    return shorthand !== undefined ? this.charOf(shorthand) : this.literal(this.escaped(char));
  }

  private quoted(): Regex {
    const items: Regex[] = [];
    while (this.at < this.points.length && !this.acceptAll('\\E')) {
      items.push(this.literal(this.next().codePointAt(0) as number));
    }
    return { type: 'sequence', items };
  }

  private named(name: string): Regex {
    if (!this.groupNames.has(name)) throw new RegexSyntaxError(`undefined name <${name}> reference`);
    const groups = this.names.flatMap((other, index) => (other === name ? [index + 1] : []));
    return { type: 'reference', groups, ignoreCase: this.modes.ignoreCase };
  }

  private numbered(first: string): Regex | undefined {
    const digits = first + (/^\d*/.exec(this.ahead(3))?.[0] ?? '');
    const group = Number(digits);
    if (group > this.names.length && group > 9) return undefined;
    if (group > this.names.length) throw new RegexSyntaxError('invalid backref number/name');
    this.at += digits.length - 1;
    return { type: 'reference', groups: [group], ignoreCase: this.modes.ignoreCase };
  }

  private bracket(): CharTest {
    const negated = this.accept('^');
    const tests: CharTest[] = [];
    for (let first = true; ; first = false) {
      const char = this.next('premature end of char-class');
      if (char === ']' && !first) break;
      // Where it stands first it is a member, if another may close the brackets.
      if (char === ']' && !this.points.includes(']', this.at)) throw new RegexSyntaxError('empty char-class');
      const low = this.bracketItem(char);
      if (typeof low !== 'number') tests.push(low);
      else tests.push(this.rangeFrom(low));
    }
    const listed: CharTest = (point) => tests.some((test) => test(point));
    const within = this.modes.ignoreCase ? ignoringCase(listed) : listed;
    return negated ? not(within) : within;
  }

  private rangeFrom(low: number): CharTest {
    if (this.points[this.at] !== '-' || this.points[this.at + 1] === ']') return (point) => point === low;
    this.at++;
    const high = this.bracketItem(this.next('premature end of char-class'));
    if (typeof high !== 'number') return (point) => point === low || point === 45 || high(point);
    if (high < low) throw new RegexSyntaxError('empty range in char class');
    return (point) => point >= low && point <= high;
  }

  /** One member of a bracket: a code point, or a class. */
  private bracketItem(char: string): number | CharTest {
    if (char === '[') {
      const match = /^:(\^?)(\w+):\]/.exec(this.ahead(16));
      const test = match === null ? undefined : posixClass(match[2] as string);
      if (match !== null && test !== undefined) {
        this.at += match[0].length;
        return match[1] === '^' ? not(test) : test;
      }
    }
    if (char !== '\\') return char.codePointAt(0) as number;
    const letter = this.next('end pattern at escape');
    return this.shorthand(letter) ?? (letter === 'b' ? 8 : this.escaped(letter));
  }
}

const GROUPS: readonly [string, (body: Regex) => Regex][] = [
  [':', (body) => body],
  ['>', (body) => ({ type: 'atomic', body })],
  ['=', (body) => ({ type: 'look', behind: false, negative: false, body })],
  ['!', (body) => ({ type: 'look', behind: false, negative: true, body })],
  ['<=', (body) => ({ type: 'look', behind: true, negative: false, body })],
  ['<!', (body) => ({ type: 'look', behind: true, negative: true, body })],
];

function choiceOf(...texts: readonly string[]): Regex {
  const options = texts.map(
    (text): Regex => ({
      type: 'sequence',
      items: Array.from(text, (char): Regex => {
        const literal = char.codePointAt(0) as number;
        return { type: 'char', test: (point) => point === literal, literal };
      }),
    }),
  );
  return { type: 'atomic', body: { type: 'choice', options } };
}

const mark = unicodeClass('M') as CharTest;

/** `\X`, to a close approximation: a character and the marks that combine with it. */
const cluster: Regex = {
  type: 'atomic',
  body: {
    type: 'sequence',
    items: [
      { type: 'char', test: () => true, literal: undefined },
      {
        type: 'repeat',
        body: { type: 'char', test: (point) => mark(point) || point === 0x200d, literal: undefined },
        min: 0,
        max: Number.POSITIVE_INFINITY,
        mode: 'greedy',
      },
    ],
  },
};
