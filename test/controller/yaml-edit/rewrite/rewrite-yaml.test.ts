import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Problem } from '../../../../controller/problems/index.js';
import { rewriteYaml } from '../../../../controller/yaml-edit/rewrite/rewrite-yaml.js';
import type { JsonObject } from '../../../../schemas/json/types.js';

const limits = { depth: 100, aliases: 100 };

// biome-ignore lint/suspicious/noExplicitAny: a definition of any form, to be changed at will
type Draft = any;

/** The file after `change` was made to what it says. */
function rewritten(source: string, change: (definition: Draft) => unknown, isJson = false): string {
  const definition = structuredClone(JSON.parse(JSON.stringify(parse(source))));
  change(definition);
  return rewriteYaml(source, definition, { limits, isJson }).text;
}

function problem(source: string, intended: JsonObject): Problem {
  try {
    rewriteYaml(source, intended, { limits });
  } catch (error) {
    return error as Problem;
  }
  throw new Error('nothing was thrown');
}

describe('a changed value', () => {
  test('keeps its quotes and the comment behind it', () => {
    const source = 'a: \'x\'   # why\nb: "y"\nc: z\n';
    const result = rewritten(source, (to) => Object.assign(to, { a: "it's", b: 'say "hi"', c: 'w' }));
    expect(result).toBe('a: \'it\'\'s\'   # why\nb: "say \\"hi\\""\nc: w\n');
  });

  test.each([
    'yes',
    'No',
    '0x1f',
    '1e3',
    '007',
    '~',
    'null',
    '2024-02-29',
    '12:30',
    ' x',
    'x ',
    'a: b',
    'a #b',
    '- x',
    '*x',
  ])('of %j goes in quotes, so that it is read as text', (text) => {
    expect(rewritten('a: x\n', (to) => Object.assign(to, { a: text }))).toBe(`a: '${text}'\n`);
  });

  test('takes the place of a date as the date stood there', () => {
    expect(rewritten('a: 2024-02-29\n', (to) => Object.assign(to, { a: '2024-03-01' }))).toBe(
      'a: 2024-03-01\n',
    );
  });

  test('leaves the spelling of numbers beside it', () => {
    const source = 'a: 0x1F\nb: 1e3\nc: 12.\nd: +7\n';
    expect(rewritten(source, (to) => Object.assign(to, { d: 8 }))).toBe('a: 0x1F\nb: 1e3\nc: 12.\nd: 8\n');
  });

  test('of a literal text changes the line that differs', () => {
    const source = 'a:\n    run: |-  # sh\n        one\n          two\n\n        three\n';
    const result = rewritten(source, (to) => Object.assign(to.a, { run: 'one\n  2\n\nthree' }));
    expect(result).toBe(source.replace('two', '2'));
  });

  test('of a folded text is folded where it was', () => {
    const source = 'a: >\n  one two\n  three four five\n  six\n\n  seven\n';
    const result = rewritten(source, (to) => Object.assign(to, { a: 'one two three 4 five six\nseven\n' }));
    expect(result).toBe(source.replace('four', '4'));
  });

  test('of several lines becomes a literal text', () => {
    const result = rewritten('a:\n  b: x # c\n', (to) => Object.assign(to.a, { b: 'x\ny\n' }));
    expect(result).toBe('a:\n  b: | # c\n    x\n    y\n');
  });

  test('that takes the place of a map takes its lines, and the comments in it', () => {
    const source = 'a: # what\n  b: 1\n  # gone\n  c: 2\n    # too\nd: 1\n';
    expect(rewritten(source, (to) => Object.assign(to, { a: 5 }))).toBe('a: 5 # what\nd: 1\n');
  });
});

describe('a new member', () => {
  test('stands behind what it follows, as its neighbours are written', () => {
    const source = 'a:\n    b: "x"\n    c: "y"\n\n# next\nd: 1\n';
    const result = rewritten(source, (to) => Object.assign(to.a, { n: 'z', m: { k: [1] } }));
    expect(result).toBe(
      'a:\n    b: "x"\n    c: "y"\n    n: "z"\n    m:\n        k:\n          - 1\n\n# next\nd: 1\n',
    );
  });

  test('stands on the line in a map in braces', () => {
    const result = rewritten('a: {b: 1, c: 2}  # d\n', (to) => Object.assign(to.a, { n: 'x, y' }));
    expect(result).toBe("a: {b: 1, c: 2, n: 'x, y'}  # d\n");
  });

  test('stands last in a file that ends without a line break, and so does the file after it', () => {
    expect(rewritten('a: 1\nb: 2', (to) => Object.assign(to, { c: 3 }))).toBe('a: 1\nb: 2\nc: 3');
  });

  test('turns the empty map into one of lines', () => {
    expect(rewritten('a: {} # b\n', (to) => Object.assign(to.a, { n: 1 }))).toBe('a: # b\n  n: 1\n');
  });

  test('ends its lines as the file does', () => {
    const result = rewritten('a: 1\r\nb:\r\n- x\r\n', (to) => Object.assign(to, { c: { d: 'x\ny\n' } }));
    expect(result).toBe('a: 1\r\nb:\r\n- x\r\nc:\r\n  d: |\r\n    x\r\n    y\r\n');
  });
});

describe('a member that goes', () => {
  test('takes the comments behind and above it, not the one of its section', () => {
    const source =
      '# head\n\n# Network\nhost: a\nport: 1 # b\n\n# Storage\ndir: x\n# in GB\nquota: 5\nsoft: 1\n';
    const without = (name: string) => rewritten(source, (to) => Reflect.deleteProperty(to, name));
    expect(without('port')).toBe(source.replace('port: 1 # b\n', ''));
    expect(without('quota')).toBe(source.replace('# in GB\nquota: 5\n', ''));
    expect(without('host')).toBe('# head\n\nport: 1 # b\n\n# Storage\ndir: x\n# in GB\nquota: 5\nsoft: 1\n');
  });

  test('leaves the comment of a section, where sections have such comments', () => {
    const source = '# One\na: 1\nb: 2\n\n# Two\nc: 3\nd: 4\n';
    expect(rewritten(source, (to) => Reflect.deleteProperty(to, 'c'))).toBe(
      '# One\na: 1\nb: 2\n\n# Two\nd: 4\n',
    );
  });

  test('leaves an empty map when it was the last', () => {
    expect(rewritten('a:\n  b: 1\nc: 2\n', (to) => Reflect.deleteProperty(to.a, 'b'))).toBe('a: {}\nc: 2\n');
  });

  test('hands the place behind the dash to the next', () => {
    const source = '- a: 1 # x\n  # about b\n  b: 2\n';
    const nested = `list:\n${source}`;
    expect(rewritten(nested, (to) => Reflect.deleteProperty(to.list[0], 'a'))).toBe(
      'list:\n# about b\n- b: 2\n',
    );
  });

  test('leaves one blank line of two', () => {
    expect(rewritten('a: 1\n\nb: 2\n\nc: 3\n', (to) => Reflect.deleteProperty(to, 'b'))).toBe(
      'a: 1\n\nc: 3\n',
    );
  });
});

describe('a list', () => {
  const tasks =
    'do:\n  # first\n  - one:\n      set: { x: 1 }\n\n  # second\n  - two:\n      wait: PT1S # short\n\n  - three:\n      call: a.b\n';

  test('of tasks takes a new one in one place', () => {
    const result = rewritten(tasks, (to) => to.do.splice(1, 0, { fresh: { set: { y: 2 } } }));
    expect(result).toBe(
      tasks.replace('\n  # second', '\n  - fresh:\n      set:\n        y: 2\n\n  # second'),
    );
  });

  test('of tasks moves one with its comments', () => {
    const result = rewritten(tasks, (to) => to.do.unshift(to.do.splice(1, 1)[0]));
    expect(result).toBe(
      'do:\n  # second\n  - two:\n      wait: PT1S # short\n\n  # first\n  - one:\n      set: { x: 1 }\n\n  - three:\n      call: a.b\n',
    );
  });

  test('of tasks renames one where it stands', () => {
    const result = rewritten(tasks, (to) => to.do.splice(1, 1, { deux: to.do[1].two }));
    expect(result).toBe(tasks.replace('two:', 'deux:'));
  });

  test('changes an item found by its name after others were put before it', () => {
    const source = 'l:\n- name: a\n  v: 1\n- name: b # keep\n  v: 2\n';
    const result = rewritten(source, (to) => {
      to.l[1].v = 3;
      to.l.unshift({ name: 'z', v: 0 });
    });
    expect(result).toBe('l:\n- name: z\n  v: 0\n- name: a\n  v: 1\n- name: b # keep\n  v: 3\n');
  });

  test('in brackets over several lines keeps its comments with their items', () => {
    const source = 'l: [\n  a, # one\n  b  # two\n]\n';
    expect(rewritten(source, (to) => to.l.push('c'))).toBe('l: [\n  a, # one\n  b,  # two\n  c\n]\n');
    expect(rewritten(source, (to) => to.l.pop())).toBe('l: [\n  a # one\n]\n');
  });
});

describe('an anchor', () => {
  const source = 'base: &b\n  x: 1\none: *b\ntwo: *b # c\n';

  test('stays what its aliases stand for when one of them changes', () => {
    expect(rewritten(source, (to) => Object.assign(to.two, { x: 2 }))).toBe(
      'base: &b\n  x: 1\none: *b\ntwo: # c\n  x: 2\n',
    );
  });

  test('whose value changes leaves the aliases what they were', () => {
    expect(rewritten(source, (to) => Object.assign(to.base, { x: 2 }))).toBe(
      'base: &b\n  x: 2\none:\n  x: 1\ntwo: # c\n  x: 1\n',
    );
  });

  test('whose value changes everywhere stays the one place it stands in', () => {
    const all = (to: Record<string, { x: number }>) =>
      Object.values(to).forEach((each) => {
        each.x = 2;
      });
    expect(rewritten(source, all)).toBe(source.replace('x: 1', 'x: 2'));
  });

  test('that goes is handed to the first of its aliases', () => {
    expect(rewritten(source, (to) => Reflect.deleteProperty(to, 'base'))).toBe(
      'one: &b\n  x: 1\ntwo: *b # c\n',
    );
  });
});

describe('a file', () => {
  test('in JSON stays JSON in its own layout', () => {
    const source = '{\n\t"a": 1,\n\t"b": {\n\t\t"c": [1, 2]\n\t}\n}\n';
    const result = rewritten(source, (to) => Object.assign(to.b, { n: { k: true } }), true);
    expect(result).toBe(
      '{\n\t"a": 1,\n\t"b": {\n\t\t"c": [1, 2],\n\t\t"n": {\n\t\t\t"k": true\n\t\t}\n\t}\n}\n',
    );
    expect(rewritten('{"a":1,"b":[1]}', (to) => to.b.push({ c: 'x' }), true)).toBe(
      '{"a":1,"b":[1,{"c":"x"}]}',
    );
  });

  test('keeps its byte order mark, directives and markers', () => {
    const source = '\ufeff%YAML 1.2\n# a\n---\n# b\nk: 1\n...\n';
    const { text, edits } = rewriteYaml(source, { k: 2 }, { limits });
    expect(text).toBe(source.replace('k: 1', 'k: 2'));
    expect(edits).toEqual([
      { start: source.indexOf('1\n...'), end: source.indexOf('1\n...') + 1, text: '2' },
    ]);
  });

  test('with nothing but comments keeps them', () => {
    expect(rewriteYaml('# a\n', { k: 1 }, { limits }).text).toBe('# a\nk: 1\n');
  });

  test('that says what is intended is left alone, whatever the order of members', () => {
    expect(rewriteYaml('b: 1\na: 2\n', { a: 2, b: 1 }, { limits })).toEqual({
      text: 'b: 1\na: 2\n',
      edits: [],
    });
  });

  test('that is no YAML is refused with its line', () => {
    const { code, errors } = problem('a: 1\nb: [\n', { a: 1 });
    expect(code).toBe('entity_file_unreadable');
    expect(errors?.[0]).toMatchObject({ line: 3 });
  });
});

describe('a definition', () => {
  test('with a key that no file may have is refused', () => {
    const hostile = JSON.parse('{"a": {"__proto__": {"x": 1}}}');
    expect(problem('a: 1\n', hostile)).toMatchObject({ code: 'entity_invalid', errors: [{ pointer: '/a' }] });
  });

  test('nested without end is refused', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
    expect(problem('a: 1\n', deep).message).toContain('deeper than 100 levels');
  });
});

test('twenty thousand values change at once without a hang', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `k${index}`);
  const source = names.map((name) => `${name}: 1\n`).join('');
  const intended = Object.fromEntries(names.map((name) => [name, 2]));
  expect(rewriteYaml(source, intended, { limits }).text).toBe(source.replaceAll(': 1', ': 2'));
});
