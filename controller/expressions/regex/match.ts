import { fold, isWord } from './classes.js';
import type { Instruction, RegexProgram } from './compile.js';
import type { Assertion } from './syntax.js';

/** Positions in UTF-16 units: the match itself, then each group; -1 where a group took no part. */
export type Captures = readonly number[];

/** Told how many steps were made since the last time; throws to stop the match. */
export type CountSteps = (steps: number) => void;

/** Steps between two calls of `count`. */
const INTERVAL = 1024;

/**
 * Entries of the backtracking stack, three numbers each. Non-negative first number: go on at that
 * instruction, at that position, where the third, when not -1, says how far a greedy run may still give
 * back. Negative: slot `-1 - n` had that value.
 */
type Stack = number[];

/** A backtracking matcher with a stack of its own, so that neither depth nor time is unbounded. */
export class Matcher {
  private slots: number[] = [];
  private readonly stack: Stack = [];
  private uncounted = 0;
  private searchStart = 0;
  private longest: number[] | undefined;

  constructor(
    private readonly program: RegexProgram,
    private readonly text: string,
    private readonly count: CountSteps,
    private readonly findLongest: boolean,
  ) {}

  /** The first match that begins at `from` or later. */
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

  /** The next position where a match may begin, -1 when there is none. */
  private candidate(from: number): number {
    const { prefix, first } = this.program;
    const { text } = this;
    if (prefix !== '') {
      const start = text.indexOf(prefix, from);
      this.spend(((start < 0 ? text.length : start) - from) >> (prefix.length === 1 ? 5 : 2));
      return start;
    }
    if (first === undefined) return from;
    let at = from;
    for (; at < text.length; at = this.after(at)) {
      if (first(text.codePointAt(at) as number)) break;
      this.spend(1);
    }
    return at < text.length ? at : -1;
  }

  private matchAt(start: number): Captures | undefined {
    if (this.slots.length === 0) this.slots = new Array(this.program.slots).fill(-1);
    this.slots[0] = start;
    this.stack.length = 0;
    this.longest = undefined;
    const end = this.run(0, start, -1);
    // What a match has left there stays with it; a failure has put everything back.
    const { slots } = this;
    if (end < 0 && this.longest === undefined) return undefined;
    this.slots = [];
    if (this.longest !== undefined) return this.longest;
    slots[1] = end;
    return slots;
  }

  /** Counts steps beyond the one that each instruction is. */
  private spend(steps: number): void {
    this.uncounted += steps;
    if (this.uncounted >= INTERVAL) this.flush();
  }

  /** The position after the code point at `at`. */
  private after(at: number): number {
    const high = this.text.charCodeAt(at);
    if (high < 0xd800 || high > 0xdbff) return at + 1;
    const low = this.text.charCodeAt(at + 1);
    return low >= 0xdc00 && low <= 0xdfff ? at + 2 : at + 1;
  }

  private before(at: number): number {
    const low = this.text.charCodeAt(at - 1);
    if (low < 0xdc00 || low > 0xdfff) return at - 1;
    const high = this.text.charCodeAt(at - 2);
    return high >= 0xd800 && high <= 0xdbff ? at - 2 : at - 1;
  }

  /**
   * Runs from instruction `pc` to the `done` of its level, at `mustEnd` unless that is -1. Answers where
   * the match ended, or -1. What it put on the stack stays there for backtracking.
   */
  private run(entry: number, from: number, mustEnd: number): number {
    const { code } = this.program;
    const { text, stack } = this;
    const base = stack.length;
    let pc = entry;
    let at = from;
    for (;;) {
      if (++this.uncounted >= INTERVAL) this.flush();
      const step = code[pc] as Instruction;
      let matched = true;
      switch (step.op) {
        case 'char':
          matched = at < text.length && step.test(text.codePointAt(at) as number);
          if (matched) at = this.after(at);
          pc++;
          break;
        case 'run':
          at = this.runOf(step, at, pc);
          matched = at >= 0;
          pc++;
          break;
        case 'split':
          stack.push(step.second, at, -1);
          pc = step.first;
          break;
        case 'jump':
          pc = step.to;
          break;
        case 'save':
          this.save(step.slot, at);
          pc++;
          break;
        case 'progress':
          pc = this.slots[step.slot] === at ? step.otherwise : pc + 1;
          break;
        case 'assert':
          matched = this.holds(step.what, at);
          pc++;
          break;
        case 'reference':
          at = this.refer(step.groups, step.ignoreCase, at);
          matched = at >= 0;
          pc++;
          break;
        case 'keep':
          this.save(0, at);
          pc++;
          break;
        case 'atomic':
          at = this.inside(pc + 1, at, -1);
          matched = at >= 0;
          pc = step.next;
          break;
        case 'look':
          matched = this.look(step, pc + 1, at);
          pc = step.next;
          break;
        case 'done':
          matched = mustEnd < 0 || at === mustEnd;
          if (matched && entry === 0 && this.findLongest) {
            matched = false;
            this.remember(at);
          }
          if (matched) return at;
      }
      if (matched) continue;
      const resumed = this.backtrack(base);
      if (resumed === undefined) return -1;
      [pc, at] = resumed;
    }
  }

  private flush(): void {
    this.count(this.uncounted);
    this.uncounted = 0;
  }

  private save(slot: number, value: number): void {
    this.stack.push(-1 - slot, this.slots[slot] as number, -1);
    this.slots[slot] = value;
  }

  /** Undoes to the last choice above `base` and answers where it goes on. */
  private backtrack(base: number): [number, number] | undefined {
    const { stack } = this;
    while (stack.length > base) {
      const least = stack.pop() as number;
      const value = stack.pop() as number;
      const target = stack.pop() as number;
      if (target < 0) {
        this.slots[-1 - target] = value;
      } else if (least < 0) {
        return [target, value];
      } else {
        const shorter = this.before(value);
        if (shorter > least) stack.push(target, shorter, least);
        return [target, shorter];
      }
    }
    return undefined;
  }

  /** A repeated character: as many as there are, with one stack entry for all that may be given back. */
  private runOf(step: Extract<Instruction, { op: 'run' }>, from: number, pc: number): number {
    const { text } = this;
    let at = from;
    let count = 0;
    let least = step.min === 0 ? from : -1;
    while (count < step.max && at < text.length && step.test(text.codePointAt(at) as number)) {
      at = this.after(at);
      this.spend(1);
      if (++count === step.min) least = at;
    }
    if (count < step.min) return -1;
    if (at > least) this.stack.push(pc + 1, at, least);
    return at;
  }

  private inside(pc: number, at: number, mustEnd: number): number {
    const base = this.stack.length;
    const end = this.run(pc, at, mustEnd);
    this.forgetChoices(base);
    return end;
  }

  /** Drops the choices made since `base` and keeps what restores the slots. */
  private forgetChoices(base: number): void {
    const { stack } = this;
    let kept = base;
    for (let at = base; at < stack.length; at += 3) {
      if ((stack[at] as number) >= 0) continue;
      stack[kept] = stack[at] as number;
      stack[kept + 1] = stack[at + 1] as number;
      stack[kept + 2] = -1;
      kept += 3;
    }
    stack.length = kept;
  }

  private look(step: Extract<Instruction, { op: 'look' }>, pc: number, at: number): boolean {
    const base = this.stack.length;
    const found = step.behind ? this.lookBehind(step, pc, at) : this.inside(pc, at, -1) >= 0;
    // What a negative look captured must not be seen.
    if (found && step.negative) this.backtrack(base);
    return found !== step.negative;
  }

  private lookBehind(step: Extract<Instruction, { op: 'look' }>, pc: number, at: number): boolean {
    let start = at;
    for (let length = 0; length <= step.max; length++) {
      if (length >= step.min && this.inside(pc, start, at) >= 0) return true;
      if (start === 0) return false;
      start = this.before(start);
    }
    return false;
  }

  private refer(groups: readonly number[], ignoreCase: boolean, at: number): number {
    for (const group of [...groups].reverse()) {
      const start = this.slots[group * 2] as number;
      const end = this.slots[group * 2 + 1] as number;
      if (start < 0 || end < 0) continue;
      this.spend(ignoreCase ? (end - start) * 4 : (end - start) >> 5);
      const wanted = this.text.slice(start, end);
      const found = this.text.slice(at, at + wanted.length);
      const same = ignoreCase ? folded(found) === folded(wanted) : found === wanted;
      return same ? at + wanted.length : -1;
    }
    return -1;
  }

  private remember(end: number): void {
    if (this.longest !== undefined && (this.longest[1] as number) >= end) return;
    this.spend(this.slots.length);
    this.longest = [...this.slots];
    this.longest[1] = end;
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

function folded(text: string): string {
  return Array.from(text, (char) => String.fromCodePoint(fold(char.codePointAt(0) as number))).join('');
}
