/** Flows that compute, and the codes of the errors that may end them. */
interface HeavyFlow {
  document: string;
  codes: readonly string[];
}

const document = (name: string, tasks: string): string =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}`;

const limits = ['journal_limit', 'step_limit'];
const outputs = ['task_output_too_large', 'expression'];

const set = (expression: string): string => `  - work: { set: { x: '\${ ${expression} }' } }\n`;

const tasks: Record<string, { tasks: string; codes: readonly string[] }> = {
  'two-tasks': {
    tasks: '  - one: { set: { a: 1 } }\n  - two: { set: { a: 2 }, then: one }\n',
    codes: limits,
  },
  million: {
    tasks: '  - all: { for: { in: "${ [range(1000000)] }" }, do: [ { one: { set: { a: 1 } } } ] }\n',
    codes: limits,
  },
  'two-million': {
    tasks: '  - all: { for: { in: "${ [range(2000000)] }" }, do: [ { one: { set: { a: 1 } } } ] }\n',
    codes: limits,
  },
  recursion: {
    tasks: "  - again: { run: { workflow: { namespace: test, name: recursion, version: '1.0.0' } } }\n",
    codes: ['nesting_limit'],
  },
  'huge-string': { tasks: set('"0123456789" * 10000000'), codes: outputs },
  doubling: {
    tasks: '  - start: { set: { x: a } }\n  - double: { set: { x: "${ .x + .x }" }, then: double }\n',
    codes: outputs,
  },
  'deep-jq': { tasks: set('reduce range(100000) as $i (0; [.])'), codes: [...outputs, 'runtime'] },
  'endless-jq': { tasks: set('[limit(1000000000; repeat(1))] | length'), codes: outputs },
  'slow-loop': {
    tasks:
      '  - one: { set: { a: "${ [range(400000)] | length }" } }\n  - two: { set: { a: 2 }, then: one }\n',
    codes: [...limits, 'flow_duration_exceeded'],
  },
  'many-expressions': {
    tasks: `  - work:\n      set:\n${Array.from({ length: 4_000 }, (_, n) => `        a${n}: '\${ [range(400000)] | length }'\n`).join('')}`,
    codes: outputs,
  },
};

export const heavyFlows: Record<string, HeavyFlow> = Object.fromEntries(
  Object.entries(tasks).map(([name, { tasks: text, codes }]) => [
    name,
    { document: document(name, text), codes },
  ]),
);
