import { fold, ignoringCase, isMark, not, posixClass } from './classes.js';
import { PatternReader } from './reader.js';
import { type Assertion, type CharTest, char, literalChar, type Modes, type Regex } from './syntax.js';

const maxRepeat = 100_000;
const maxNesting = 200;

/** Parses a pattern in Oniguruma's Perl syntax. Throws RegexSyntaxError. */
export function parseRegex(pattern: string, modes: Modes) {
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

/** Groups that do not capture, by their opening. */
const GROUPS: readonly [string, (body: Regex) => Regex][] = [
  [':', (body) => body],
  ['>', (body) => ({ type: 'atomic', body })],
  ['=', (body) => ({ type: 'look', behind: false, negative: false, body })],
  ['!', (body) => ({ type: 'look', behind: false, negative: true, body })],
  ['<=', (body) => ({ type: 'look', behind: true, negative: false, body })],
  ['<!', (body) => ({ type: 'look', behind: true, negative: true, body })],
];

const MODES: Readonly<Record<string, (on: boolean) => Partial<Modes>>> = {
  i: (on) => ({ ignoreCase: on }),
  x: (on) => ({ extended: on }),
  s: (on) => ({ dotAll: on }),
  m: (on) => ({ singleLine: !on }),
};

/** `\R` */
const lineEnd: Regex = {
  type: 'atomic',
  body: { type: 'choice', options: ['\r\n', '\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029'].map(text) },
};

/** `\X`, approximately: a character and the marks that combine with it. */
const cluster: Regex = {
  type: 'atomic',
  body: {
    type: 'sequence',
    items: [
      char(() => true),
      {
        type: 'repeat',
        body: char((point) => isMark(point) || point === 0x200d),
        min: 0,
        max: Number.POSITIVE_INFINITY,
        mode: 'greedy',
      },
    ],
  },
};

function text(chars: string): Regex {
  const items = Array.from(chars, (char) => literalChar(char.codePointAt(0) as number));
  return { type: 'sequence', items };
}

class RegexParser extends PatternReader {
  private depth = 0;
  /** The name of each group, from group 1 on; null for unnamed groups. */
  private readonly names: (string | null)[] = [];
  private readonly groupNames: ReadonlySet<string>;

  constructor(
    pattern: string,
    private modes: Modes,
  ) {
    super(pattern);
    const openings = pattern.matchAll(/\(\?<([A-Za-z_]\w*)>/g);
    this.groupNames = new Set(Array.from(openings, (match) => match[1] as string));
  }

  parse() {
    const root = this.choice();
    if (!this.ended) this.reject('unmatched close parenthesis');
    return { root, names: this.names };
  }

  private choice(): Regex {
    if (++this.depth > maxNesting) this.reject('too deep nest level');
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
      this.skipBlanks();
      const next = this.points[this.at];
      if (next === undefined || next === '|' || next === ')') break;
      const atom = this.atom();
      if (atom !== undefined) items.push(this.quantified(atom));
    }
    return items.length === 1 ? (items[0] as Regex) : { type: 'sequence', items };
  }

  /** Skips blanks and comments, which an extended pattern may hold. */
  private skipBlanks(): void {
    if (!this.modes.extended) return;
    for (let comment = false; !this.ended; this.at++) {
      const next = this.points[this.at] as string;
      if (next === '#') comment = true;
      else if (next === '\n') comment = false;
      else if (!comment && !/\s/.test(next)) return;
    }
  }

  private quantified(atom: Regex): Regex {
    let body = atom;
    for (;;) {
      this.skipBlanks();
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
    const match = this.match(/^\{(\d+)(,(\d*))?\}/, 20);
    if (match === null) return undefined;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (min > maxRepeat || (max > maxRepeat && max !== Number.POSITIVE_INFINITY)) {
      this.reject('too big number is specified in repeat operator');
    }
    if (min > max) this.reject('upper is smaller than lower in repeat range');
    return { min, max, braces: true };
  }

  private atom(): Regex | undefined {
    const next = this.next();
    switch (next) {
      case '.': {
        const { dotAll } = this.modes;
        return char((point) => dotAll || point !== 10);
      }
      case '^':
        return { type: 'assert', what: this.modes.singleLine ? 'start' : 'line-start' };
      case '$':
        return { type: 'assert', what: this.modes.singleLine ? 'last-line-end' : 'line-end' };
      case '[':
        return char(this.bracket());
      case '(':
        return this.group();
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
        return this.reject('target of repeat operator is not specified');
      default:
        return this.literal(next.codePointAt(0) as number);
    }
  }

  private literal(point: number): Regex {
    if (!this.modes.ignoreCase) return literalChar(point);
    const folded = fold(point);
    return char((other) => other === point || fold(other) === folded);
  }

  private group(): Regex | undefined {
    if (!this.accept('?')) return this.capture(null);
    if (this.accept('#')) {
      while (this.next('end pattern in group') !== ')');
      return undefined;
    }
    for (const [opening, wrap] of GROUPS) {
      if (this.accept(opening)) return wrap(this.closed());
    }
    if (this.accept('<')) return this.capture(this.name('>'));
    return this.modeGroup();
  }

  private capture(name: string | null): Regex {
    const index = this.names.push(name);
    return { type: 'group', index, body: this.closed() };
  }

  private closed(): Regex {
    const body = this.choice();
    return this.accept(')') ? body : this.reject('end pattern with unmatched parenthesis');
  }

  /** `(?imsx-imsx)` and `(?imsx-imsx:…)` */
  private modeGroup(): Regex | undefined {
    const outer = this.modes;
    let on = true;
    let modes = outer;
    for (;;) {
      const letter = this.next('end pattern in group');
      if (letter === ')' || letter === ':') {
        this.modes = modes;
        if (letter === ')') return undefined;
        const body = this.closed();
        this.modes = outer;
        return body;
      }
      if (letter === '-') on = false;
      else modes = { ...modes, ...(MODES[letter]?.(on) ?? this.reject('undefined group option')) };
    }
  }

  private escape(): Regex {
    const letter = this.next('end pattern at escape');
    const assertion = ASSERTIONS[letter];
    if (assertion !== undefined) return { type: 'assert', what: assertion };
    if (letter === 'K') return { type: 'keep' };
    if (letter === 'Q') return this.quoted();
    if (letter === 'R') return lineEnd;
    if (letter === 'X') return cluster;
    if (letter === 'k' && this.accept('<')) return this.named(this.name('>'));
    if (/[1-9]/.test(letter)) {
      const reference = this.numbered(letter);
      if (reference !== undefined) return reference;
    }
    const test = this.shorthand(letter);
    if (test === undefined) return this.literal(this.escaped(letter));
    return char(this.modes.ignoreCase ? ignoringCase(test) : test);
  }

  /** `\Q…\E` */
  private quoted(): Regex {
    const items: Regex[] = [];
    while (!this.ended && !this.accept('\\E')) items.push(this.literal(this.next().codePointAt(0) as number));
    return { type: 'sequence', items };
  }

  private named(name: string): Regex {
    if (!this.groupNames.has(name)) this.reject(`undefined name <${name}> reference`);
    const groups = this.names.flatMap((other, index) => (other === name ? [index + 1] : []));
    return { type: 'reference', groups, ignoreCase: this.modes.ignoreCase };
  }

  /** A reference to a group by its number; undefined when the digits are the code of a character. */
  private numbered(first: string): Regex | undefined {
    const from = this.at;
    const group = Number(first + (this.match(/^\d*/, 3)?.[0] ?? ''));
    if (group <= this.names.length) {
      return { type: 'reference', groups: [group], ignoreCase: this.modes.ignoreCase };
    }
    if (group <= 9) this.reject('invalid backref number/name');
    this.at = from;
    return undefined;
  }

  private bracket(): CharTest {
    const negated = this.accept('^');
    const tests: CharTest[] = [];
    for (let first = true; ; first = false) {
      const member = this.next('premature end of char-class');
      if (member === ']' && !first) break;
      // At the first place a `]` is a member, if another one closes the brackets.
      if (member === ']' && !this.points.includes(']', this.at)) this.reject('empty char-class');
      const low = this.bracketMember(member);
      tests.push(typeof low === 'number' ? this.rangeFrom(low) : low);
    }
    const listed: CharTest = (point) => tests.some((test) => test(point));
    const within = this.modes.ignoreCase ? ignoringCase(listed) : listed;
    return negated ? not(within) : within;
  }

  private rangeFrom(low: number): CharTest {
    if (this.points[this.at] !== '-' || this.points[this.at + 1] === ']') return (point) => point === low;
    this.at++;
    const high = this.bracketMember(this.next('premature end of char-class'));
    if (typeof high !== 'number') return (point) => point === low || point === 45 || high(point);
    if (high < low) this.reject('empty range in char class');
    return (point) => point >= low && point <= high;
  }

  /** A member of a bracket: a code point, or a class. */
  private bracketMember(first: string): number | CharTest {
    if (first === '[') {
      const from = this.at;
      const match = this.match(/^:(\^?)(\w+):\]/, 16);
      const test = match === null ? undefined : posixClass(match[2] as string);
      if (test !== undefined) return match?.[1] === '^' ? not(test) : test;
      this.at = from;
    }
    if (first !== '\\') return first.codePointAt(0) as number;
    const letter = this.next('end pattern at escape');
    return this.shorthand(letter) ?? (letter === 'b' ? 8 : this.escaped(letter));
  }
}
