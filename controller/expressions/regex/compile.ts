import { type Assertion, type CharTest, type Regex, RegexSyntaxError } from './syntax.js';

/** A step of the matcher. Targets are indices into the program. */
export type Instruction = Readonly<
  | { op: 'char'; test: CharTest }
  | { op: 'run'; test: CharTest; min: number; max: number }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'save'; slot: number }
  | { op: 'progress'; slot: number; otherwise: number }
  | { op: 'assert'; what: Assertion }
  | { op: 'reference'; groups: readonly number[]; ignoreCase: boolean }
  | { op: 'atomic'; next: number }
  | { op: 'look'; behind: boolean; negative: boolean; next: number; min: number; max: number }
  | { op: 'done' }
>;

export type InstructionOf<T extends Instruction['op']> = Extract<Instruction, { op: T }>;

export interface RegexProgram {
  readonly code: readonly Instruction[];
  readonly slots: number;
  /** A text that every match begins with; empty when there is none. */
  readonly prefix: string;
  /** The class of the first character of every match, if it is known. */
  readonly first: CharTest | undefined;
}

/** A pattern whose counted repetitions unfold to more instructions is refused. */
const maxCode = 50_000;

/** Turns a pattern into a program. Slots 0 and 1 hold the match, followed by two slots for each group. */
export function compileRegex(root: Regex, groups: number): RegexProgram {
  const compiler = new RegexCompiler((groups + 1) * 2);
  compiler.emit(root);
  compiler.push({ op: 'done' });
  const { code, slots } = compiler;
  return { code, slots, prefix: getPrefix(root), first: findFirst(code) };
}

function findFirst(code: readonly Instruction[]): CharTest | undefined {
  const step = code.find(({ op }) => op !== 'save');
  if (step?.op === 'char') return step.test;
  return step?.op === 'run' && step.min > 0 ? step.test : undefined;
}

class RegexCompiler {
  readonly code: Instruction[] = [];
  constructor(public slots: number) {}

  push(instruction: Instruction): number {
    if (this.code.length >= maxCode) throw new RegexSyntaxError('too big pattern');
    return this.code.push(instruction) - 1;
  }

  emit(node: Regex): void {
    switch (node.type) {
      case 'char':
        this.push({ op: 'char', test: node.test });
        break;
      case 'sequence':
        for (const item of node.items) this.emit(item);
        break;
      case 'choice':
        this.choice(node.options);
        break;
      case 'group':
        this.push({ op: 'save', slot: node.index * 2 });
        this.emit(node.body);
        this.push({ op: 'save', slot: node.index * 2 + 1 });
        break;
      case 'repeat':
        this.repeat(node);
        break;
      case 'look': {
        const [min, max] = width(node.body);
        const { behind, negative } = node;
        this.enclosed(node.body, (next) => ({ op: 'look', behind, negative, next, min, max }));
        break;
      }
      case 'atomic':
        this.enclosed(node.body, (next) => ({ op: 'atomic', next }));
        break;
      case 'assert':
        this.push({ op: 'assert', what: node.what });
        break;
      case 'reference':
        this.push({ op: 'reference', groups: node.groups, ignoreCase: node.ignoreCase });
        break;
      case 'keep':
        // `\K`: the match begins here.
        this.push({ op: 'save', slot: 0 });
    }
  }

  /** Reserves a place for an instruction whose targets are not known yet. */
  private reserve(): number {
    return this.push({ op: 'done' });
  }

  /** A body that is matched on its own. `make` gets the place where the program continues. */
  private enclosed(body: Regex, make: (next: number) => Instruction): void {
    const start = this.reserve();
    this.emit(body);
    this.push({ op: 'done' });
    this.code[start] = make(this.code.length);
  }

  private choice(options: readonly Regex[]): void {
    const jumps: number[] = [];
    for (const option of options.slice(0, -1)) {
      const split = this.reserve();
      this.emit(option);
      jumps.push(this.reserve());
      this.code[split] = { op: 'split', first: split + 1, second: this.code.length };
    }
    this.emit(options.at(-1) as Regex);
    for (const jump of jumps) this.code[jump] = { op: 'jump', to: this.code.length };
  }

  private repeat(node: Extract<Regex, { type: 'repeat' }>): void {
    const { body, min, max, mode } = node;
    if (mode === 'possessive') {
      this.emit({ type: 'atomic', body: { ...node, mode: 'greedy' } });
    } else if (body.type === 'char' && mode === 'greedy') {
      this.push({ op: 'run', test: body.test, min, max });
    } else {
      for (let count = 0; count < min; count++) this.emit(body);
      const splits = max === Number.POSITIVE_INFINITY ? [this.loop(body)] : this.optional(body, max - min);
      const end = this.code.length;
      for (const split of splits) {
        const [first, second] = mode === 'lazy' ? [end, split + 1] : [split + 1, end];
        this.code[split] = { op: 'split', first, second };
      }
    }
  }

  /** Repeats a body any number of times; an iteration that matches nothing ends the loop. Returns the split. */
  private loop(body: Regex): number {
    const slot = this.slots++;
    const split = this.reserve();
    this.push({ op: 'save', slot });
    this.emit(body);
    const check = this.reserve();
    const end = this.push({ op: 'jump', to: split }) + 1;
    this.code[check] = { op: 'progress', slot, otherwise: end };
    return split;
  }

  /** Repeats a body up to `times` times. Returns the splits. */
  private optional(body: Regex, times: number): number[] {
    const splits: number[] = [];
    for (let count = 0; count < times; count++) {
      splits.push(this.reserve());
      this.emit(body);
    }
    return splits;
  }
}

/** Returns the least and the greatest number of code points that a node can match. */
function width(node: Regex): [number, number] {
  switch (node.type) {
    case 'char':
      return [1, 1];
    case 'sequence':
      return node.items.map(width).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case 'choice': {
      const widths = node.options.map(width);
      return [Math.min(...widths.map(([min]) => min)), Math.max(...widths.map(([, max]) => max))];
    }
    case 'group':
    case 'atomic':
      return width(node.body);
    case 'repeat': {
      const [min, max] = width(node.body);
      return [min * node.min, max === 0 ? 0 : max * node.max];
    }
    case 'reference':
      return [0, Number.POSITIVE_INFINITY];
    default:
      return [0, 0];
  }
}

function getPrefix(node: Regex): string {
  if (node.type === 'char') return node.literal === undefined ? '' : String.fromCodePoint(node.literal);
  if (node.type === 'group' || node.type === 'atomic') return getPrefix(node.body);
  if (node.type === 'repeat') return node.min > 0 ? getPrefix(node.body) : '';
  if (node.type !== 'sequence') return '';
  let prefix = '';
  for (const item of node.items) {
    if (item.type !== 'char' || item.literal === undefined) return prefix === '' ? getPrefix(item) : prefix;
    prefix += String.fromCodePoint(item.literal);
  }
  return prefix;
}
