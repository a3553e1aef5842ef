const document = (name: string, tasks: string, more = ''): string =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}do:\n${tasks}`;

const call = (name: string, step: number | string): string =>
  `{ call: outside.get, with: { path: '/\${ $workflow.input.n }/${name}/${step}' } }`;

const subflow = (name: string, more = ''): string =>
  `{ run: { workflow: { namespace: test, name: ${name}, version: '1.0.0', input: { n: '\${ $workflow.input.n }' } }${more} } }`;

/** Every way to wait, call, branch and repeat in one flow. Its steps are numbered in their order. */
const mixed = document(
  'mixed',
  `  - start: ${call('main', 1)}
  - both:
      fork:
        branches:
          - left: { do: [ { one: ${call('left', 2)} }, { two: ${call('left', 3)} } ] }
          - right: { do: [ { one: ${call('right', 2)} }, { rest: { wait: PT0.05S } }, { two: ${call('right', 3)} } ] }
  - between: ${call('main', 4)}
  - count:
      call: store/counts.increment
      with: { key: 'n-\${ $workflow.input.n }' }
      export: { as: '\${ { mine: . } }' }
  - loop:
      for: { each: i, in: '\${ [5, 6, 7] }' }
      do: [ { each: ${call('loop', '${ $i }')} } ]
      export: { as: '\${ $context + { looped: 3 } }' }
  - careful:
      try: [ { flaky: ${call('flaky', 10)} } ]
      catch: { retry: { delay: PT0.05S, limit: { attempt: { count: 5 } } } }
  - rest: { wait: PT0.3S }
  - code:
      run: { script: { language: js, code: 'return args.n * 2', arguments: { n: '\${ $workflow.input.n }' } } }
      export: { as: '\${ $context + { script: . } }' }
  - letGo: ${subflow('loose', ', await: false')}
  - ask: ${subflow('child')}
  - fail:
      try: [ { raise: { raise: { error: { type: 'https://x.test/e', status: 418, title: No } } } } ]
      catch: { as: e, do: [ { keep: { set: { status: '\${ $e.status }' } } } ] }
      export: { as: '\${ $context + { caught: .status } }' }
  - end: ${call('main', 30)}
`,
  `output: { as: '\${ { n: $workflow.input.n } + $context }' }\n`,
);

/** The output of `mixed`, whatever happened to the process. */
export function mixedOutput(n: number) {
  return { n, script: 2 * n, mine: 1, caught: 418, looped: 3 };
}

const counting = (name: string, end: string): string =>
  document(
    name,
    `  - first: { set: { i: 0 } }
  - add: { set: { i: '\${ .i + 1 }' } }
  - decide: { switch: [ { again: { when: '\${ ${end} }', then: add } }, { enough: { then: done } } ] }
  - done: { set: { n: '\${ $workflow.input.n }', i: '\${ .i }' } }
`,
  );

/** The files of a service whose runs call `port`. */
export function files(port: number): Record<string, string> {
  return {
    'svc.yaml': `Git: { Enabled: false }
Flows: { AllowPrivateNetworks: true }
Limits: { RequestsPerMinute: 10000000, RunTasks: 10000000, RunJournal: 1073741824 }
`,
    'connections/outside.yaml': `kind: connection\nname: outside\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:${port}' }\n`,
    'stores/counts.yaml': 'kind: store\nname: counts\nschema: { type: integer }\n',
    'flows/mixed.yaml': mixed,
    'flows/child.yaml': document(
      'child',
      `  - one: ${call('child', 20)}\n  - rest: { wait: PT0.1S }\n  - two: ${call('child', 21)}\n`,
    ),
    'flows/loose.yaml': document('loose', `  - one: ${call('loose', 1)}\n  - two: ${call('loose', 2)}\n`),
    'flows/hello.yaml': document('hello', `  - say: { set: { n: '\${ .n }' } }\n`),
    // Longer than a run sleeps in memory.
    'flows/parked.yaml': document(
      'parked',
      `  - one: ${call('parked', 1)}\n  - rest: { wait: PT6S }\n  - two: ${call('parked', 2)}\n  - done: { set: { n: '\${ $workflow.input.n }' } }\n`,
    ),
    'flows/counting.yaml': counting('counting', '.i < $workflow.input.loops'),
    'flows/endless.yaml': counting('endless', 'true'),
    'flows/hoarding.yaml': document(
      'hoarding',
      `  - more: { set: { n: '\${ "0123456789" * 50000 }' }, export: { as: '\${ [$context, .n] }' }, then: more }\n`,
    ),
  };
}
