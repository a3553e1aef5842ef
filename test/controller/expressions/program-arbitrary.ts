import fc from 'fast-check';

const key = fc.constantFrom('a', 'b', 'c', 'x');
const number = fc.constantFrom('0', '1', '2', '-1', '3', '1.5', '10');
const text = fc.constantFrom('""', '"a"', '"b"', '"ab"', '"x,y"', '"é😀"');
const variable = fc.constantFrom('$v', '$w');

/** Built-ins without arguments that end on any input; not `nan`, which no sorting has a place for. */
const plain = fc.constantFrom(
  'length',
  'keys',
  'keys_unsorted',
  'type',
  'tostring',
  'tojson',
  'not',
  'add',
  'any',
  'all',
  'sort',
  'unique',
  'reverse',
  'min',
  'max',
  'first',
  'last',
  'flatten',
  'floor',
  'abs',
  'to_entries',
  'from_entries',
  'transpose',
  'ascii_downcase',
  'ascii_upcase',
  'explode',
  'implode',
  'tonumber',
  'fromjson',
  'utf8bytelength',
  'trim',
  'empty',
  'error',
  'paths',
  'tostream',
  'values',
  'nulls',
  'numbers',
  'strings',
  'arrays',
  'objects',
  'scalars',
  'iterables',
  'booleans',
  'recurse',
  '..',
  '.[]',
  '.[]?',
  '.',
  '.',
  'null',
  'true',
  'false',
  'isempty(.[]?)',
  'infinite',
  'isnan',
  '@json',
  '@text',
  '@base64',
  '@html',
  '@uri',
  '@sh',
  '@csv',
  '@tsv',
);

/** Built-ins that take one expression. */
const withOne = fc.constantFrom(
  'map',
  'select',
  'map_values',
  'first',
  'last',
  'isempty',
  'any',
  'all',
  'sort_by',
  'group_by',
  'unique_by',
  'min_by',
  'max_by',
  'has',
  'contains',
  'inside',
  'index',
  'indices',
  'rindex',
  'startswith',
  'endswith',
  'ltrimstr',
  'rtrimstr',
  'split',
  'join',
  'with_entries',
  'walk',
  'paths',
  'error',
  'add',
  'flatten',
  'getpath',
  'IN',
  'in',
  'nth',
  'test',
  'recurse(.[]?) | select',
  'to_entries | map',
);

/** Built-ins that take a path expression. */
const withPath = fc.constantFrom('path', 'del', 'pick', 'paths');

const withTwo = fc.constantFrom(
  'limit',
  'skip',
  'nth',
  'setpath',
  'range',
  'any',
  'all',
  'IN',
  'sub',
  'test',
  'INDEX',
);

const operator = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  '//',
  ',',
  '|',
  ', ',
);
const assignment = fc.constantFrom('=', '|=', '+=', '-=', '*=', '//=');

/** Path expressions and programs that end, in the text of the language. `$v` and `$w` are free. */
const { program } = fc.letrec<{ path: string; program: string }>((tie) => {
  const path = fc.oneof(
    { maxDepth: 4, depthIdentifier: 'path' },
    { weight: 4, arbitrary: key.map((name) => `.${name}`) },
    fc.constantFrom('.', '.[0]', '.[-1]', '.[]', '.[]?', '.[1:]', '.[:-1]', '..', 'first', 'last'),
    fc.tuple(tie('path'), key).map(([at, name]) => `${at} | .${name}`),
    fc.tuple(tie('path'), key).map(([at, name]) => `${at} | .${name}?`),
    fc.tuple(tie('path'), tie('path')).map(([left, right]) => `(${left}) | (${right})`),
    fc.tuple(tie('path'), tie('path')).map(([left, right]) => `(${left}), (${right})`),
    fc.tuple(tie('path'), tie('program')).map(([at, index]) => `(${at}) | .[${index}]`),
    fc.tuple(tie('path'), tie('program')).map(([at, test]) => `(${at}) | select(${test})`),
    fc.tuple(tie('path'), tie('path')).map(([left, right]) => `((${left}) // (${right}))`),
    fc
      .tuple(tie('program'), tie('path'), tie('path'))
      .map(([test, yes, no]) => `if ${test} then ${yes} else ${no} end`),
    tie('path').map((at) => `first(${at})`),
    tie('path').map((at) => `(${at})?`),
  );
  const program = fc.oneof(
    { maxDepth: 5, depthIdentifier: 'program' },
    { weight: 3, arbitrary: plain },
    { weight: 2, arbitrary: number },
    { weight: 2, arbitrary: text },
    { weight: 4, arbitrary: tie('path') },
    variable,
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie('program'), operator, tie('program'))
        .map(([a, op, b]) => `((${a}) ${op} (${b}))`),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(withOne, tie('program')).map(([name, argument]) => `${name}(${argument})`),
    },
    fc.tuple(withTwo, tie('program'), tie('program')).map(([name, a, b]) => `${name}(${a}; ${b})`),
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('path'), assignment, tie('program'))
        .map(([at, op, value]) => `((${at}) ${op} (${value}))`),
    },
    fc.tuple(withPath, tie('path')).map(([name, at]) => `${name}(${at})`),
    tie('program').map((body) => `[${body}]`),
    fc.tuple(key, tie('program')).map(([name, value]) => `{${name}: (${value})}`),
    fc.tuple(tie('program'), tie('program')).map(([name, value]) => `{(${name} | .): (${value}), b: 1}`),
    fc.tuple(tie('program'), tie('program')).map(([a, b]) => `"<\\(${a})|\\(${b})>"`),
    fc
      .tuple(tie('program'), tie('program'), tie('program'))
      .map(([test, yes, no]) => `if ${test} then ${yes} else ${no} end`),
    tie('program').map((body) => `(${body})?`),
    fc.tuple(tie('program'), tie('program')).map(([body, handler]) => `try (${body}) catch (${handler})`),
    fc.tuple(tie('program'), variable, tie('program')).map(([a, name, b]) => `((${a}) as ${name} | ${b})`),
    fc.tuple(tie('program'), tie('program')).map(([a, b]) => `((${a}) as [$v, {a: $w}] | ${b})`),
    fc.tuple(tie('program'), tie('program')).map(([a, b]) => `[(${a}) as [$v] ?// {a: $v} ?// $v | ${b}]`),
    fc
      .tuple(tie('path'), tie('program'), tie('program'))
      .map(([from, start, step]) => `reduce (${from}) as $v (first(${start}); ${step})`),
    fc
      .tuple(tie('path'), tie('program'), tie('program'))
      .map(([from, start, step]) => `foreach (${from}) as $v (first(${start}); ${step}; [$v, .])`),
    fc
      .tuple(tie('program'), tie('program'))
      .map(([a, b]) => `(label $here | ((${a}) | ., break $here), (${b}))`),
    fc.tuple(tie('program'), tie('program')).map(([f, a]) => `(def f(g): g | g; f(${f}) | ${a})`),
    fc.tuple(tie('program'), tie('program')).map(([f, a]) => `(def f($v): ${f}; f(${a}))`),
  );
  return { path, program };
});

/** Programs of one output whatever happens: the outputs, then what was caught. */
export const wrappedProgram: fc.Arbitrary<string> = program.map(
  (body) => `1 as $v | "a" as $w | . as $input | [limit(40; try ($input | ${body} | [.]) catch {error: .})]`,
);

const scalar = fc.constantFrom(
  'null',
  'true',
  'false',
  '0',
  '1',
  '-1',
  '2.5',
  '"a"',
  '"ab"',
  '""',
  '"x,y,ab"',
  '"1"',
  '"é😀b"',
);

/** JSON texts, small and with the keys that the programs ask for. */
export const inputText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`) },
    {
      weight: 3,
      arbitrary: fc
        .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 3, selector: ([name]) => name })
        .map((entries) => `{${entries.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
    },
  ),
})).value;
