import { loadJq } from 'jq-wasm';
import { compile, type Json } from '../../controller/expressions/index.js';

type Query = (input: Json) => unknown;

/** An implementation of jq, measured when it compiles a program and when it evaluates one. */
interface Contender {
  readonly name: string;
  readonly prepare: (program: string) => Query;
}

interface JqTools {
  parse(program: string): object;
  evaluate(ast: object, inputs: Json[]): Iterator<unknown>;
}

interface Task {
  readonly name: string;
  readonly program: string;
  readonly input: Json;
  /** The same program as a person writes it in JavaScript. */
  readonly byHand?: Query;
}

type Order = {
  id: number;
  name: string;
  total: number;
  tags: string[];
  customer: { name: string; city: string };
};

const orders: Order[] = Array.from({ length: 1000 }, (_, id) => ({
  id,
  name: `order ${id}`,
  total: (id * 37) % 500,
  tags: ['new', `t${id % 7}`],
  customer: { name: `customer ${id % 50}`, city: ['Bern', 'Oslo', 'Rome'][id % 3] as string },
}));
const deep: Json = {
  a: { b: { c: { d: { e: { f: 1, g: [1, 2, 3] } }, x: 2 } } },
  orders: orders.slice(0, 20),
};

const tasks: readonly Task[] = [
  {
    name: 'a path',
    program: '.a.b.c.d.e.f',
    input: deep,
    byHand: (input) => (input as { a: { b: { c: { d: { e: { f: number } } } } } }).a?.b?.c?.d?.e?.f ?? null,
  },
  {
    name: 'string interpolation',
    program: '"Dear \\(.name), order \\(.id) for \\(.total) is on its way."',
    input: orders[7] as Json,
  },
  {
    name: 'select and map over 1,000',
    program: '[.[] | select(.total > 250) | {id, who: .customer.name}]',
    input: orders,
  },
  { name: 'map over 1,000', program: 'map(.total * 2)', input: orders },
  {
    name: 'group_by over 1,000',
    program: 'group_by(.customer.city) | map({city: .[0].customer.city, n: length})',
    input: orders,
  },
  {
    name: 'reduce over 1,000',
    program: 'reduce .[] as $o ({}; .[$o.customer.name] += $o.total)',
    input: orders,
  },
  { name: 'update deep in a document', program: '.a.b.c.d.e.f += 1', input: deep },
  { name: 'update many', program: '.orders[].total |= . + 1', input: deep },
];

/** Duration of a measurement, and of the warm-up before it. */
const MILLISECONDS = 150;

/** Returns the nanoseconds that a call takes, or undefined when it fails. */
function measure(call: () => unknown): number | undefined {
  try {
    run(call, MILLISECONDS / 2);
    return Math.min(run(call, MILLISECONDS), run(call, MILLISECONDS));
  } catch {
    return undefined;
  }
}

function run(call: () => unknown, milliseconds: number): number {
  const start = performance.now();
  let calls = 0;
  for (let batch = 1; ; batch = Math.min(batch * 2, 4096)) {
    for (let done = 0; done < batch; done++) call();
    calls += batch;
    const elapsed = performance.now() - start;
    if (elapsed > milliseconds) return (elapsed * 1e6) / calls;
  }
}

/** Imports a module without types, whose export may be wrapped in one or two defaults. */
async function load<T>(name: string, wanted: string): Promise<T> {
  let module = (await import(name)) as { [key: string]: unknown; default?: typeof module };
  while (typeof module[wanted] !== 'function' && module.default !== undefined) module = module.default;
  return module as T;
}

async function contenders(): Promise<readonly Contender[]> {
  const wasm = await loadJq();
  const jqjs = await load<{ compile(program: string): (input: Json) => Iterator<unknown> }>(
    '@michaelhomer/jqjs',
    'compile',
  );
  const browser = await load<{ default: (program: string) => Query }>('jq-in-the-browser', 'default');
  const tools = await load<JqTools>('@jq-tools/jq', 'evaluate');
  return [
    { name: '@michaelhomer/jqjs', prepare: (program) => getFirst(jqjs.compile(program)) },
    { name: 'jq-in-the-browser', prepare: (program) => browser.default(program) },
    {
      name: '@jq-tools/jq',
      prepare: (program) => {
        const ast = tools.parse(program);
        return (input) => tools.evaluate(ast, [input]).next().value;
      },
    },
    { name: 'jq-wasm', prepare: (program) => (input) => wasm.first(input, program) },
  ];
}

function getFirst(query: (input: Json) => Iterator<unknown>): Query {
  return (input) => query(input).next().value;
}

function time(nanoseconds: number | undefined): string {
  if (nanoseconds === undefined) return '–';
  if (nanoseconds < 1e3) return `${nanoseconds.toFixed(0)} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1e3).toFixed(1)} µs` : `${(nanoseconds / 1e6).toFixed(2)} ms`;
}

/** Returns the time of an implementation, or undefined when it fails or its output differs. */
function getTime(
  { prepare }: Contender,
  { program, input }: Task,
  expected: string,
): { compile?: number; evaluate?: number } {
  try {
    const query = prepare(program);
    if (JSON.stringify(query(input)) !== expected) return {};
    const compiling = measure(() => prepare(program));
    const evaluating = measure(() => query(input));
    return {
      ...(compiling === undefined ? {} : { compile: compiling }),
      ...(evaluating === undefined ? {} : { evaluate: evaluating }),
    };
  } catch {
    return {};
  }
}

/** Measures compiling and evaluating beside other jq packages; a dash marks a failure or a wrong output. */
export async function bench(): Promise<void> {
  const others = await contenders();
  const ours: Contender = { name: 'ours', prepare: (program) => compile(program).first };
  const wide = 28;
  const columns = ['by hand', 'ours', ...others.map(({ name }) => name), 'against the fastest other'];
  console.log(['evaluate'.padEnd(wide), ...columns.map((name) => name.padStart(20))].join(''));
  for (const task of tasks) {
    const expected = JSON.stringify(compile(task.program).first(task.input));
    const mine = getTime(ours, task, expected);
    const theirs = others.map((other) => getTime(other, task, expected));
    const byHand = task.byHand === undefined ? undefined : measure(() => task.byHand?.(task.input));
    const fastest = Math.min(...theirs.map(({ evaluate }) => evaluate ?? Number.POSITIVE_INFINITY));
    const ratio = mine.evaluate === undefined ? '–' : `${(fastest / mine.evaluate).toFixed(1)} ×`;
    const cells = [byHand, mine.evaluate, ...theirs.map(({ evaluate }) => evaluate)].map(time);
    console.log([task.name.padEnd(wide), ...[...cells, ratio].map((cell) => cell.padStart(20))].join(''));
    const compiling = [undefined, mine.compile, ...theirs.map(({ compile }) => compile)].map(time);
    console.log(['  compiling it'.padEnd(wide), ...compiling.map((cell) => cell.padStart(20))].join(''));
  }
}
