import { fold, isWord } from './classes.js';
import type { Instruction, InstructionOf, RegexProgram } from './compile.js';
import type { Assertion } from './syntax.js';

/** Positions in UTF-16 units: of the match itself, then of each group; -1 for a group that took no part. */
export type Captures = readonly number[];

/** Receives the number of steps since its last call; throws to stop the match. */
export type CountSteps = (steps: number) => void;

/** Steps between two calls of `count`. */
const INTERVAL = 1024;

/** A backtracking matcher with a stack of its own, so that depth and time are limited. */
export class Matcher {
  private slots: number[] = [];
  /**
   * Entries of three numbers. With a non-negative first number: continue at that instruction, at the position of the
   * second; the third, when not -1, is the position to which a greedy run may still give characters back. With a
   * negative first number `-1 - n`: slot n had the value of the second.
   */
  private readonly stack: number[] = [];
  private uncounted = 0;
  private searchStart = 0;
  private bestMatch: number[] | undefined;

  constructor(
    private readonly program: RegexProgram,
    private readonly text: string,
    private readonly count: CountSteps,
    private readonly findLongest: boolean,
  ) {}

  /** Returns the first match that begins at `from` or later. */
  find(from: number): Captures | undefined {
    this.searchStart = from;
    for (let start = from; start <= this.text.length; start = this.after(start)) {
      start = this.candidate(start);
      if (start < 0) return undefined;
      const captures = this.matchAt(start);
      if (captures !== undefined) return captures;
    }
    return undefined;
  }

  /** Returns the next position where a match may begin, -1 when there is none. */
  private candidate(from: number): number {
    const { prefix, first } = this.program;
    const { text } = this;
    if (prefix !== '') {
      const start = text.indexOf(prefix, from);
      this.spend(((start < 0 ? text.length : start) - from) >> (prefix.length === 1 ? 5 : 2));
      return start;
    }
    if (first === undefined) return from;
    for (let at = from; at < text.length; at = this.after(at)) {
      if (first(text.codePointAt(at) as number)) return at;
      this.spend(1);
    }
    return -1;
  }

  private matchAt(start: number): Captures | undefined {
    // A match keeps its slots; a failure has restored them all.
    if (this.slots.length === 0) this.slots = new Array(this.program.slots).fill(-1);
    const { slots } = this;
    slots[0] = start;
    this.stack.length = 0;
    this.bestMatch = undefined;
    const end = this.run(0, start, -1);
    if (end < 0 && this.bestMatch === undefined) return undefined;
    this.slots = [];
    slots[1] = end;
    return this.bestMatch ?? slots;
  }

  /** Counts steps beyond the one that each instruction is. */
  private spend(steps: number): void {
    this.uncounted += steps;
    if (this.uncounted >= INTERVAL) this.flush();
  }

  private flush(): void {
    this.count(this.uncounted);
    this.uncounted = 0;
  }

  /** Returns the position after the code point at `at`. */
  private after(at: number): number {
    return isHigh(this.text.charCodeAt(at)) && isLow(this.text.charCodeAt(at + 1)) ? at + 2 : at + 1;
  }

  private before(at: number): number {
    return isLow(this.text.charCodeAt(at - 1)) && isHigh(this.text.charCodeAt(at - 2)) ? at - 2 : at - 1;
  }

  /**
   * Runs from instruction `entry` to the `done` of its level, at `mustEnd` unless that is -1. Returns where the match
   * ended, or -1. Its stack entries stay for backtracking.
   */
  private run(entry: number, from: number, mustEnd: number): number {
    const { code } = this.program;
    const base = this.stack.length;
    let pc = entry;
    let at = from;
    for (;;) {
      if (++this.uncounted >= INTERVAL) this.flush();
      const step = code[pc] as Instruction;
      switch (step.op) {
        case 'split':
          this.stack.push(step.second, at, -1);
          pc = step.first;
          break;
        case 'jump':
          pc = step.to;
          break;
        case 'progress':
          pc = this.slots[step.slot] === at ? step.otherwise : pc + 1;
          break;
        case 'done':
          if (this.accepts(at, mustEnd, entry === 0)) return at;
          at = -1;
          break;
        default:
          at = this.advance(step, at, pc);
          pc = step.op === 'atomic' || step.op === 'look' ? step.next : pc + 1;
      }
      if (at >= 0) continue;
      const resumed = this.backtrack(base);
      if (resumed === undefined) return -1;
      [pc, at] = resumed;
    }
  }

  /** Runs an instruction that leads to the next one. Returns the position after it, or -1 when it does not match. */
  private advance(
    step: Exclude<Instruction, { op: 'split' | 'jump' | 'progress' | 'done' }>,
    at: number,
    pc: number,
  ): number {
    const { text } = this;
    switch (step.op) {
      case 'char':
        return at < text.length && step.test(text.codePointAt(at) as number) ? this.after(at) : -1;
      case 'run':
        return this.getRun(step, at, pc);
      case 'save':
        this.stack.push(-1 - step.slot, this.slots[step.slot] as number, -1);
        this.slots[step.slot] = at;
        return at;
      case 'assert':
        return this.holds(step.what, at) ? at : -1;
      case 'reference':
        return this.refer(step, at);
      case 'atomic':
        return this.inside(pc + 1, at, -1);
      case 'look':
        return this.look(step, pc + 1, at) ? at : -1;
    }
  }

  /** Tells if a level may end at `at`. A search for the longest match remembers it and looks for others. */
  private accepts(at: number, mustEnd: number, outermost: boolean): boolean {
    if (mustEnd >= 0 && at !== mustEnd) return false;
    if (!outermost || !this.findLongest) return true;
    if (this.bestMatch === undefined || (this.bestMatch[1] as number) < at) {
      this.spend(this.slots.length);
      this.bestMatch = [...this.slots];
      this.bestMatch[1] = at;
    }
    return false;
  }

  /** Undoes everything back to the last choice above `base` and returns where that continues. */
  private backtrack(base: number): [number, number] | undefined {
    const { stack } = this;
    while (stack.length > base) {
      const savedValue = stack.pop() as number;
      const value = stack.pop() as number;
      const target = stack.pop() as number;
      if (target < 0) {
        this.slots[-1 - target] = value;
      } else if (savedValue < 0) {
        return [target, value];
      } else {
        const shorter = this.before(value);
        if (shorter > savedValue) stack.push(target, shorter, savedValue);
        return [target, shorter];
      }
    }
    return undefined;
  }

  /** Matches a repeated character as often as it can, with one stack entry for all that may be given back. */
  private getRun(step: InstructionOf<'run'>, from: number, pc: number): number {
    const { text } = this;
    let at = from;
    let count = 0;
    let savedValue = step.min === 0 ? from : -1;
    while (count < step.max && at < text.length && step.test(text.codePointAt(at) as number)) {
      at = this.after(at);
      this.spend(1);
      if (++count === step.min) savedValue = at;
    }
    if (count < step.min) return -1;
    if (at > savedValue) this.stack.push(pc + 1, at, savedValue);
    return at;
  }

  /** Runs a level of its own, without choices to come back to. */
  private inside(pc: number, at: number, mustEnd: number): number {
    const { stack } = this;
    const base = stack.length;
    const end = this.run(pc, at, mustEnd);
    // The entries that restore slots stay on the stack.
    let kept = base;
    for (let entry = base; entry < stack.length; entry += 3) {
      if ((stack[entry] as number) >= 0) continue;
      stack.copyWithin(kept, entry, entry + 3);
      kept += 3;
    }
    stack.length = kept;
    return end;
  }

  private look(step: InstructionOf<'look'>, pc: number, at: number): boolean {
    const base = this.stack.length;
    const isMatch = step.behind ? this.lookBehind(step, pc, at) : this.inside(pc, at, -1) >= 0;
    // Captures of a negative look must not be seen.
    if (isMatch && step.negative) this.backtrack(base);
    return isMatch !== step.negative;
  }

  private lookBehind(step: InstructionOf<'look'>, pc: number, at: number): boolean {
    let start = at;
    for (let length = 0; length <= step.max; length++) {
      if (length >= step.min && this.inside(pc, start, at) >= 0) return true;
      if (start === 0) return false;
      start = this.before(start);
    }
    return false;
  }

  private refer({ groups, ignoreCase }: InstructionOf<'reference'>, at: number): number {
    const { slots, text } = this;
    const group = groups.findLast((index) => (slots[index * 2 + 1] as number) >= 0);
    if (group === undefined) return -1;
    const groupText = text.slice(slots[group * 2], slots[group * 2 + 1]);
    this.spend(ignoreCase ? groupText.length * 4 : groupText.length >> 5);
    const candidate = text.slice(at, at + groupText.length);
    const same = ignoreCase ? folded(candidate) === folded(groupText) : candidate === groupText;
    return same ? at + groupText.length : -1;
  }

  private holds(what: Assertion, at: number): boolean {
    const { text } = this;
    switch (what) {
      case 'start':
        return at === 0;
      case 'end':
        return at === text.length;
      case 'line-start':
        return at === 0 || (text[at - 1] === '\n' && at < text.length);
      case 'line-end':
        return at === text.length || text[at] === '\n';
      case 'last-line-end':
        return at === text.length || (at === text.length - 1 && text[at] === '\n');
      case 'search-start':
        return at === this.searchStart;
      case 'word':
        return this.atWordEdge(at);
      case 'not-word':
        return !this.atWordEdge(at);
    }
  }

  private atWordEdge(at: number): boolean {
    const left = at > 0 && isWord(this.text.codePointAt(this.before(at)) as number);
    const right = at < this.text.length && isWord(this.text.codePointAt(at) as number);
    return left !== right;
  }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function folded(text: string): string {
  return Array.from(text, (char) => String.fromCodePoint(fold(char.codePointAt(0) as number))).join('');
}
