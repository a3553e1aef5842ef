import { alternatives } from './heavy-flows.js';

/** Nearly the largest body of a request, in characters of content. */
let size = 900_000;

/** Makes the files smaller or larger, in characters of content. */
export function resize(characters: number): void {
  size = characters;
}

interface File {
  path: string;
  content: string;
}

const head = (name: string): string =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;

/** Repeats a text until it is as large as a request may be. @param part gets the number of the repetition */
function filled(part: (n: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, n = 0; length < size; n++) {
    const next = part(n);
    // Line ends and quotes take two characters in JSON.
    length += JSON.stringify(next).length;
    parts.push(next);
  }
  return parts.join('');
}

const one = (content: string, path = 'flows/attack.yaml'): File[] => [{ path, content }];
const flow = (body: string): File[] => one(head('attack') + body);

function many(content: (n: number) => File): File[] {
  const files: File[] = [];
  // A request has at most 10,000 files.
  for (let length = 0, n = 0; length < size && n < 9_999; n++) {
    const file = content(n);
    length += JSON.stringify(file).length;
    files.push(file);
  }
  return files;
}

const mapping = (expression: string, examples: string): string =>
  `kind: mapping\nname: attack\nexpression: '${expression}'\nexamples:\n${examples}`;

/** Files that are expensive to read, to check or to link. */
export const hostileFiles: Record<string, () => File[]> = {
  'deep lists': () => flow(`do: ${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
  'deep lists, 90 levels': () => flow(`do:\n${filled(() => `  - ${'['.repeat(90)}${']'.repeat(90)}\n`)}`),
  'deep maps': () => {
    let text = '';
    for (let level = 0; text.length < size; level++) text += `${' '.repeat(level)}a:\n`;
    return flow(`do:\n${text}`);
  },
  'many nodes': () => flow(`do:\n${filled(() => '  - {a: 1}\n')}`),
  'many tasks': () => flow(`do:\n${filled((n) => `  - t${n}: { set: { a: 1 } }\n`)}`),
  'many expressions': () => flow(`do:\n${filled((n) => `  - t${n}: { set: { a: '\${ .a | .b[0] }' } }\n`)}`),
  'many tasks that jump': () => flow(`do:\n${filled((n) => `  - t${n}: { set: { a: 1 }, then: t0 }\n`)}`),
  'calls of a function with a large schema': () =>
    flow(
      `use: { functions: { f: { input: { schema: { document: { type: object, properties: { ${Array.from({ length: 500 }, (_, n) => `a${n}: { type: string, pattern: '^[a-z]+(-[a-z]+){0,3}$', examples: [ab] }`).join(', ')} } } } }, do: [{ a: { set: { a: 1 } } }] } } }\ndo:\n${filled((n) => `  - t${n}: { call: f, with: { a1: ab } }\n`)}`,
    ),
  'calls of a flow whose schema doubles its references': () =>
    flow(
      `input: { schema: { document: { $ref: '#/$defs/d0', $defs: { ${Array.from({ length: 30 }, (_, n) => `d${n}: { allOf: [{ $ref: '#/$defs/d${n + 1}' }, { $ref: '#/$defs/d${n + 1}' }] }`).join(', ')}, d30: { not: { type: number } } } } } }\ndo:\n${filled((n) => `  - t${n}: { run: { workflow: { namespace: test, name: attack, version: '1.0.0', input: { a: ${n} } } } }\n`)}`,
    ),
  'calls of missing connections': () =>
    flow(`do:\n${filled((n) => `  - t${n}: { call: missing${n}.get, with: { path: / } }\n`)}`),
  'calls of missing subflows': () =>
    flow(
      `do:\n${filled((n) => `  - t${n}: { run: { workflow: { namespace: test, name: gone-${n}, version: '1.0.0' } } }\n`)}`,
    ),
  'undeclared secrets': () =>
    flow(`do:\n${filled((n) => `  - t${n}: { set: { a: '\${ $secrets.s${n} }' } }\n`)}`),
  'unknown fields': () => flow(`do:\n  - a: { set: { b: 1 } }\n${filled((n) => `field${n}: 1\n`)}`),
  'one long expression': () => flow(`do:\n  - a: { set: { b: '\${ 1 ${'| .'.repeat(size / 3)} }' } }\n`),
  'one deep expression': () =>
    flow(`do:\n  - a: { set: { b: '\${ ${'('.repeat(size / 2)}1${')'.repeat(size / 2)} }' } }\n`),
  'texts of expressions that are not closed': () =>
    flow(`do:\n${filled((n) => `  - t${n}: { set: { a: '\${ "${'\\"'.repeat(30_000)} }' } }\n`)}`),
  'one long text': () => flow(`do:\n  - a: { set: { b: '${'x'.repeat(size)}' } }\n`),
  'a text with many places': () => flow(`do:\n  - a: { set: { b: '${filled(() => '${.a}')}' } }\n`),
  aliases: () =>
    flow(
      `x:\n  - &a0 [a,a,a,a,a,a,a,a,a,a]\n${Array.from({ length: 12 }, (_, n) => `  - &a${n + 1} [${Array(10).fill(`*a${n}`).join(',')}]\n`).join('')}do: *a12\n${filled(() => '# filled\n')}`,
    ),
  'many anchors': () => flow(`x:\n${filled((n) => `  - &a${n} b\n`)}do: []\n`),
  'many aliases': () => flow(`x:\n  - &a b\n${filled(() => '  - *a\n')}do: []\n`),
  'duplicate keys': () => flow(`do: []\n${filled(() => 'a: 1\n')}`),
  'broken lines': () => one(filled(() => 'a: [\n')),
  'merge markers': () => one(filled(() => '<<<<<<< a\n')),
  'a deep input schema': () =>
    flow(
      `input: { schema: { document: ${'{ allOf: ['.repeat(40)}{ type: object }${'] }'.repeat(40)} } }\ndo:\n  - a: { set: { b: 1 } }\n`,
    ),
  'a wide input schema': () =>
    flow(
      `input:\n  schema:\n    document:\n      type: object\n      properties:\n${filled((n) => `        p${n}: { type: string, pattern: '^(a+)+$', default: 1 }\n`)}do:\n  - a: { set: { b: 1 } }\n`,
    ),
  'patterns of a schema': () =>
    flow(
      `input:\n  schema:\n    document:\n      type: string\n      pattern: '${'(a|b)*'.repeat(size / 6)}'\ndo:\n  - a: { set: { b: 1 } }\n`,
    ),
  schedules: () =>
    flow(`schedule:\n  cron: '${'1,'.repeat(size / 2)}1 * * * *'\ndo:\n  - a: { set: { b: 1 } }\n`),
  'examples of a mapping': () =>
    one(
      mapping(
        `[range(${size / 3})] | length`,
        filled(() => `  - { input: 1, output: ${size / 3} }\n`),
      ),
      'mappings/attack.yaml',
    ),
  'large examples of a mapping': () =>
    one(mapping('.', `  - { input: [${filled(() => '1,')}1], output: 2 }\n`), 'mappings/attack.yaml'),
  'examples of a mapping that cost time': () =>
    one(
      mapping(
        '[range(.)] | length',
        Array.from({ length: 40 }, (_, n) => `  - { input: ${400_000 + n}, output: ${400_000 + n} }\n`).join(
          '',
        ),
      ),
      'mappings/attack.yaml',
    ),
  'mappings whose examples cost time': () =>
    many((n) => ({
      path: `mappings/m${n}.yaml`,
      content: `kind: mapping\nname: m${n}\nexpression: '[range(. + ${n})] | length'\nexamples:\n  - { input: 400000, output: 1 }\n`,
    })),
  'a schema of many alternatives, with examples': () =>
    flow(
      `input: { schema: { document: { properties: { a: { examples: [0, 0, 0], default: 0, allOf: [{ $ref: '#/$defs/d0' }] } }, ${alternatives(24).slice(1)} } }\ndo:\n  - a: { set: { b: 1 } }\n`,
    ),
  'Markdown of a folio': () =>
    one(
      `kind: folio\nname: attack\ntitle: x\nbody: |\n  ${'*_['.repeat(size / 12)}${'](a) '.repeat(size / 20)}${'> '.repeat(size / 8)}\n  ${'`'.repeat(size / 8)}\n`,
      'folios/attack.yaml',
    ),
  'a template': () =>
    one(
      `kind: template\nname: attack\nengine: liquid\nbody: '${filled(() => '{% for i in (1..1000000) %}{{ i }}{% endfor %}')}'\n`,
      'templates/attack.yaml',
    ),
  'a deep template': () =>
    one(
      `kind: template\nname: attack\nengine: liquid\nbody: '${'{% if a %}'.repeat(size / 22)}${'{% endif %}'.repeat(size / 22)}'\n`,
      'templates/attack.yaml',
    ),
  'a long folio': () =>
    one(
      `kind: folio\nname: attack\ntitle: x\nbody: |\n${filled((n) => `  [a${n}](b${n})\n`)}`,
      'folios/attack.yaml',
    ),
  'many flows': () =>
    many((n) => ({ path: `flows/f${n}.yaml`, content: `${head(`f${n}`)}do:\n  - a: { set: { b: 1 } }\n` })),
  'many flows in a ring': () =>
    many((n) => ({
      path: `flows/f${n}.yaml`,
      content: `${head(`f${n}`)}do:\n  - a: { run: { workflow: { namespace: test, name: f${n + 1}, version: '1.0.0' } } }\n`,
    })),
  'many connections': () =>
    many((n) => ({
      path: `connections/c${n}.yaml`,
      content: `kind: connection\nname: c${n}\nconnector: http\nconfig: { baseUrl: https://x.test }\n`,
    })),
  'many environments that overlap': () =>
    many((n) => ({
      path: `environments/e${n}.yaml`,
      content: `kind: environment\nname: e${n}\nsecrets: a/b${n}\nbranches: [x/*]\n`,
    })),
  'many files of one name': () =>
    many((n) => ({ path: `flows/g${n}.yaml`, content: `${head('same')}do:\n  - a: { set: { b: 1 } }\n` })),
  'many empty files': () => many((n) => ({ path: `flows/${n}.yaml`, content: '' })),
};
