const wordsBeforePatterns = new Set(
  'return typeof instanceof in of new delete void throw case do else await yield'.split(' '),
);
const conditions = new Set(['if', 'while', 'for', 'with']);
const word = /[\w$\u0080-\u2027\u202a-\uffff]+/y;
const blank = /\s/;

/** `template` is a part of one that ends with a back quote or with `${`; a `mark` is one character; `end` also follows what is never closed. */
type TokenKind = 'word' | 'text' | 'template' | 'pattern' | 'mark' | 'end';

/**
 * Reads the tokens of JavaScript in time that grows with its length, whatever the code is. A slash begins a pattern or
 * divides, which the token before decides; the parser of the interpreter finds the faults of what is read wrongly.
 */
export class ScriptLexer {
  kind: TokenKind = 'end';
  start = 0;
  end = 0;
  /** Brackets that are open after the token. */
  get depth(): number {
    return this.#open.length;
  }
  readonly #open: string[] = [];
  #isValue = false;
  #isMember = false;
  /** True behind a word whose parentheses hold a condition. */
  #isCondition = false;
  #noPatternUntil = 0;

  constructor(private readonly code: string) {}

  /** The text of the token. */
  get text(): string {
    return this.code.slice(this.start, this.end);
  }

  /** Moves to the next token; false at the end. */
  next(): boolean {
    const { code } = this;
    const lineEnd = this.end;
    const at = this.#afterBlanks(lineEnd);
    if (at >= code.length) return this.#stop();
    const char = code[at] ?? '';
    if (char === '"' || char === "'") return this.#token('text', at, this.#endOfText(at, char), true);
    if (char === '`' || (char === '}' && this.#open.at(-1) === '`')) return this.#template(at, char);
    word.lastIndex = at;
    if (word.test(code)) return this.#word(at, word.lastIndex);
    if (char === '/' && this.#mayBePattern(lineEnd, at)) {
      const end = this.#endOfPattern(at);
      if (end !== undefined) return this.#token('pattern', at, end, true);
    }
    return this.#mark(at, char);
  }

  #token(kind: TokenKind, start: number, end: number | undefined, isValue: boolean): boolean {
    if (end === undefined) return this.#stop();
    [this.kind, this.start, this.end] = [kind, start, end];
    this.#isValue = isValue;
    this.#isMember = false;
    this.#isCondition = false;
    return true;
  }

  #stop(): boolean {
    this.kind = 'end';
    this.start = this.end = this.code.length;
    return false;
  }

  #afterBlanks(from: number): number {
    const { code } = this;
    let at = from;
    for (; at < code.length; at++) {
      const isComment = code[at] === '/' && (code[at + 1] === '/' || code[at + 1] === '*');
      if (isComment) {
        const end = code.indexOf(code[at + 1] === '/' ? '\n' : '*/', at + 2);
        if (end === -1) return code.length;
        at = code[end] === '\n' ? end : end + 1;
      } else if (!blank.test(code[at] ?? '')) break;
    }
    return at;
  }

  #endOfText(start: number, quote: string): number | undefined {
    const { code } = this;
    for (let at = start + 1; at < code.length; at++) {
      // A line may go on behind a backslash, also where it ends with two characters.
      if (code[at] === '\\') at += code[at + 1] === '\r' && code[at + 2] === '\n' ? 2 : 1;
      else if (code[at] === quote) return at + 1;
      else if (code[at] === '\n') return undefined;
    }
    return undefined;
  }

  #template(start: number, char: string): boolean {
    const { code } = this;
    if (char === '}') this.#open.pop();
    for (let at = start + 1; at < code.length; at++) {
      if (code[at] === '\\') at++;
      else if (code[at] === '`') return this.#token('template', start, at + 1, true);
      else if (code[at] === '$' && code[at + 1] === '{') {
        this.#open.push('`');
        return this.#token('template', start, at + 2, false);
      }
    }
    return this.#stop();
  }

  #word(start: number, end: number): boolean {
    const isMember = this.#isMember;
    const text = this.code.slice(start, end);
    const isPatternNext = !isMember && wordsBeforePatterns.has(text);
    this.#token('word', start, end, !isPatternNext);
    this.#isCondition = !isMember && conditions.has(text);
    return true;
  }

  #mayBePattern(lineEnd: number, at: number): boolean {
    if (at < this.#noPatternUntil) return false;
    const isLineStart = this.code[this.end - 1] === '}' && this.code.slice(lineEnd, at).includes('\n');
    return !this.#isValue || (this.kind === 'mark' && isLineStart);
  }

  #endOfPattern(start: number): number | undefined {
    const { code } = this;
    let isClass = false;
    for (let at = start + 1; at < code.length && code[at] !== '\n'; at++) {
      if (code[at] === '\\') at++;
      else if (code[at] === '[') isClass = true;
      else if (code[at] === ']') isClass = false;
      else if (code[at] === '/' && !isClass) return at + 1;
    }
    // A line is searched for the end of a pattern once.
    const end = code.indexOf('\n', start);
    this.#noPatternUntil = end === -1 ? code.length : end;
    return undefined;
  }

  #mark(at: number, char: string): boolean {
    let isValue = char === ')' || char === ']' || char === '}';
    if (char === '(') this.#open.push(this.#isCondition ? 'if' : char);
    else if (char === '[' || char === '{') this.#open.push(char);
    else if (isValue) isValue = this.#open.pop() !== 'if';
    else if ((char === '+' || char === '-') && this.code[at - 1] === char) isValue = true;
    this.#token('mark', at, at + 1, isValue);
    this.#isMember = char === '.';
    return true;
  }
}
