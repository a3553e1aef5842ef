/** Flows that compute, and the codes of the errors that may end them; an empty code stands for a run that completes. */
interface HeavyFlow {
  document: string;
  codes: readonly string[];
}

const document = (name: string, tasks: string): string =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}`;

const limits = ['journal_limit', 'step_limit'];
const outputs = ['task_output_too_large', 'expression'];

const set = (expression: string): string => `  - work: { set: { x: '\${ ${expression} }' } }\n`;

const many = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('');

/** A task whose input has to fit a schema. */
const fitting = (input: string, schema: string): string =>
  `  - check: { input: { from: '\${ ${input} }', schema: { document: ${schema} } }, set: { a: 1 } }\n`;

/** A schema that tries 2 to the power of `levels` alternatives, none of which fits. */
export const alternatives = (levels: number): string =>
  `{ $ref: '#/$defs/d0', $defs: { ${many(levels, (n) => `d${n}: { anyOf: [{ $ref: '#/$defs/d${n + 1}' }, { $ref: '#/$defs/d${n + 1}' }] }, `)}d${levels}: { const: 1 } } }`;

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
  // Each takes a little less than the slice on the event loop.
  'forty-slices': {
    tasks: `  - work:\n      set:\n${many(40, (n) => `        a${n}: '\${ [range(${7_500 + n})] | length }'\n`)}`,
    codes: ['', ...outputs],
  },
  'forty-expressions': {
    tasks: `  - work:\n      set:\n${many(40, (n) => `        a${n}: '\${ [range(${400_000 + n})] | length }'\n`)}`,
    codes: ['', ...outputs],
  },
  // The first task ends the flow: the others are only compiled.
  'large-plan': {
    tasks: `  - first: { set: { a: 1 }, then: end }\n${many(9_000, (n) => `  - t${n}: { set: { a: '\${ .a${n} | .b[${n}] + 1 }' } }\n`)}`,
    codes: [''],
  },
  'any-of': { tasks: fitting('0', alternatives(24)), codes: ['validation'] },
  'slow-pattern': {
    tasks: fitting('"a" * 100000 + "!"', "{ type: string, pattern: '^(a+)+$' }"),
    codes: ['validation'],
  },
  'unique-items': {
    tasks: fitting('[range(20000) | { a: ., b: [.] }]', '{ type: array, uniqueItems: true }'),
    codes: ['', 'validation'],
  },
  'wide-schema': {
    tasks: fitting(
      '{}',
      `{ properties: { ${many(400, (n) => `p${n}: { type: string, pattern: '^[a-z]+(-[a-z]+){0,3}$' }, `)}} }`,
    ),
    codes: [''],
  },
  'costly-mapping': {
    tasks: '  - map: { call: mapping/costly, with: { n: 400000 } }\n',
    codes: ['', ...outputs],
  },
  'costly-template': {
    tasks: '  - render: { call: template/costly, with: { n: 1000000 } }\n',
    codes: ['', ...outputs],
  },
  'large-template': {
    tasks: '  - render: { call: template/large, with: { n: 1 } }\n',
    codes: ['', ...outputs],
  },
};

/** Entities that the flows call, by path. */
export const heavyEntities: Record<string, string> = {
  'mappings/costly.yaml': `kind: mapping\nname: costly\nexpression: '[range(.n)] | length'\n`,
  'templates/costly.yaml':
    "kind: template\nname: costly\nengine: liquid\nbody: '{% for i in (1..n) %}{% for j in (1..n) %}{{ i | times: j }}{% endfor %}{% endfor %}'\n",
  'templates/large.yaml': `kind: template\nname: large\nengine: liquid\nbody: |\n${many(4_900, (n) => `  {{ n | plus: ${n} }}\n`)}`,
};

export const heavyFlows: Record<string, HeavyFlow> = Object.fromEntries(
  Object.entries(tasks).map(([name, { tasks: text, codes }]) => [
    name,
    { document: document(name, text), codes },
  ]),
);
