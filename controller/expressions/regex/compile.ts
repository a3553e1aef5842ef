import { type Assertion, type CharTest, type Regex, RegexSyntaxError } from './syntax.js';

/** A step of the matcher. Targets are indices into the program. */
export type Instruction =
  | { readonly op: 'char'; readonly test: CharTest }
  | { readonly op: 'run'; readonly test: CharTest; readonly min: number; readonly max: number }
  | { readonly op: 'split'; readonly first: number; readonly second: number }
  | { readonly op: 'jump'; readonly to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'progress'; readonly slot: number; readonly otherwise: number }
  | { readonly op: 'assert'; readonly what: Assertion }
  | { readonly op: 'reference'; readonly groups: readonly number[]; readonly ignoreCase: boolean }
  | { readonly op: 'atomic'; readonly next: number }
  | {
      readonly op: 'look';
      readonly behind: boolean;
      readonly negative: boolean;
      readonly next: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly op: 'keep' }
  | { readonly op: 'done' };

export interface RegexProgram {
  readonly code: readonly Instruction[];
  readonly slots: number;
  /** A text that every match begins with, when there is one. */
  readonly prefix: string;
  /** What the first character of every match must be, when that is known. */
  readonly first: CharTest | undefined;
}

/** A pattern whose counted repetitions unfold to more than this is refused. */
const MAX_CODE = 50_000;

/** Turns a pattern into a program; slots 0 and 1 hold the match, then two for each group. */
export function compileRegex(root: Regex, groups: number): RegexProgram {
  const compiler = new RegexCompiler((groups + 1) * 2);
  compiler.emit(root);
  compiler.push({ op: 'done' });
  const { code, slots } = compiler;
  return { code, slots, prefix: prefixOf(root), first: firstOf(code) };
}

function firstOf(code: readonly Instruction[]): CharTest | undefined {
  const step = code.find(({ op }) => op !== 'save');
  if (step?.op === 'char') return step.test;
  return step?.op === 'run' && step.min > 0 ? step.test : undefined;
}

class RegexCompiler {
  readonly code: Instruction[] = [];
  constructor(public slots: number) {}

  push(instruction: Instruction): number {
    if (this.code.length >= MAX_CODE) throw new RegexSyntaxError('too big pattern');
    return this.code.push(instruction) - 1;
  }

  emit(node: Regex): void {
    switch (node.type) {
      case 'char':
        this.push({ op: 'char', test: node.test });
        return;
      case 'sequence':
        for (const item of node.items) this.emit(item);
        return;
      case 'choice':
        this.choice(node.options);
        return;
      case 'group':
        this.push({ op: 'save', slot: node.index * 2 });
        this.emit(node.body);
        this.push({ op: 'save', slot: node.index * 2 + 1 });
        return;
      case 'repeat':
        this.repeat(node);
        return;
      case 'look': {
        const [min, max] = width(node.body);
        const { behind, negative } = node;
        this.enclosed(node.body, (next) => ({ op: 'look', behind, negative, next, min, max }));
        return;
      }
      case 'atomic':
        this.enclosed(node.body, (next) => ({ op: 'atomic', next }));
        return;
      case 'assert':
        this.push({ op: 'assert', what: node.what });
        return;
      case 'reference':
        this.push({ op: 'reference', groups: node.groups, ignoreCase: node.ignoreCase });
        return;
      case 'keep':
        this.push({ op: 'keep' });
    }
  }

  /** A body that is matched on its own; `make` is told where the program goes on. */
  private enclosed(body: Regex, make: (next: number) => Instruction): void {
    const start = this.push({ op: 'done' });
    this.emit(body);
    this.push({ op: 'done' });
    this.code[start] = make(this.code.length);
  }

  private choice(options: readonly Regex[]): void {
    const jumps: number[] = [];
    options.forEach((option, index) => {
      if (index === options.length - 1) {
        this.emit(option);
        return;
      }
      const split = this.push({ op: 'jump', to: 0 });
      this.emit(option);
      jumps.push(this.push({ op: 'jump', to: 0 }));
      this.code[split] = { op: 'split', first: split + 1, second: this.code.length };
    });
    for (const jump of jumps) this.code[jump] = { op: 'jump', to: this.code.length };
  }

  private repeat(node: Extract<Regex, { type: 'repeat' }>): void {
    const { body, min, max, mode } = node;
    if (mode === 'possessive') {
      this.emit({ type: 'atomic', body: { ...node, mode: 'greedy' } });
      return;
    }
    if (body.type === 'char' && mode === 'greedy') {
      this.push({ op: 'run', test: body.test, min, max });
      return;
    }
    for (let count = 0; count < min; count++) this.emit(body);
    if (max === Number.POSITIVE_INFINITY) this.loop(body, mode === 'lazy');
    else this.optional(body, max - min, mode === 'lazy');
  }

  /** Any number of times; an iteration that matched nothing ends the loop. */
  private loop(body: Regex, lazy: boolean): void {
    const slot = this.slots++;
    const split = this.push({ op: 'jump', to: 0 });
    this.push({ op: 'save', slot });
    this.emit(body);
    const check = this.push({ op: 'jump', to: 0 });
    this.push({ op: 'jump', to: split });
    const end = this.code.length;
    this.code[check] = { op: 'progress', slot, otherwise: end };
    this.code[split] = lazy
      ? { op: 'split', first: end, second: split + 1 }
      : { op: 'split', first: split + 1, second: end };
  }

  private optional(body: Regex, times: number, lazy: boolean): void {
    const splits: number[] = [];
    for (let count = 0; count < times; count++) {
      splits.push(this.push({ op: 'jump', to: 0 }));
      this.emit(body);
    }
    const end = this.code.length;
    for (const split of splits) {
      this.code[split] = lazy
        ? { op: 'split', first: end, second: split + 1 }
        : { op: 'split', first: split + 1, second: end };
    }
  }
}

/** The least and the greatest number of code points that a node can match. */
function width(node: Regex): [number, number] {
  switch (node.type) {
    case 'char':
      return [1, 1];
    case 'sequence':
      return node.items.map(width).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case 'choice': {
      const widths = node.options.map(width);
      return [Math.min(...widths.map(([least]) => least)), Math.max(...widths.map(([, most]) => most))];
    }
    case 'group':
    case 'atomic':
      return width(node.body);
    case 'repeat': {
      const [least, most] = width(node.body);
      return [least * node.min, most === 0 ? 0 : most * node.max];
    }
    case 'reference':
      return [0, Number.POSITIVE_INFINITY];
    default:
      return [0, 0];
  }
}

function prefixOf(node: Regex): string {
  if (node.type === 'char') return node.literal === undefined ? '' : String.fromCodePoint(node.literal);
  if (node.type === 'group' || node.type === 'atomic') return prefixOf(node.body);
  if (node.type === 'repeat') return node.min > 0 ? prefixOf(node.body) : '';
  if (node.type !== 'sequence') return '';
  let prefix = '';
  for (const item of node.items) {
    if (item.type !== 'char' || item.literal === undefined) return prefix === '' ? prefixOf(item) : prefix;
    prefix += String.fromCodePoint(item.literal);
  }
  return prefix;
}
