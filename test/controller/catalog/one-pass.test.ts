import { describe, expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';

/** A task with one mistake: the rule that finds it. */
interface Mistake {
  rule: string;
  /** A task, indented as an item of `do`; `NAME` is its name. */
  task: string;
}

/** Mistakes of different rules, each in a task of its own. */
const mistakes: Readonly<Record<string, Mistake>> = {
  'an unknown field': { rule: 'field-unknown', task: 'NAME: { call: shop.get, wiht: { path: / } }' },
  'a wrong type': { rule: 'field-invalid', task: 'NAME: { set: { a: 1 }, metadata: 5 }' },
  'a missing field': { rule: 'field-missing', task: 'NAME: { call: http, with: { method: get } }' },
  'a broken expression': { rule: 'jq-syntax', task: "NAME: { set: { a: '${ .a | frist }' } }" },
  'an unknown connection': {
    rule: 'reference-dangling',
    task: 'NAME: { call: shpo.get, with: { path: / } }',
  },
  'an unknown action': { rule: 'reference-unmet', task: 'NAME: { call: shop.gett, with: { path: / } }' },
  'an unknown flow': {
    rule: 'reference-dangling',
    task: 'NAME: { run: { workflow: { namespace: shop, name: nothing, version: latest } } }',
  },
  'an unknown timeout': { rule: 'reference-unknown', task: 'NAME: { set: { a: 1 }, timeout: shrt }' },
  'an undeclared secret': {
    rule: 'secret-undeclared',
    task: "NAME: { set: { a: '${ $secrets.shop.key }' } }",
  },
  'an unknown target': { rule: 'then-unknown', task: 'NAME: { set: { a: 1 }, then: nowhere }' },
  'an unsupported part': {
    rule: 'not-supported',
    task: "NAME: { call: http, with: { method: get, endpoint: 'https://a.test/{+path}' } }",
  },
  'a wrong duration': { rule: 'duration-syntax', task: 'NAME: { wait: 5m }' },
  'an invalid schema': {
    rule: 'schema-invalid',
    task: 'NAME: { set: { a: 1 }, input: { schema: { document: { type: strin } } } }',
  },
  'a script with a fault': {
    rule: 'script-syntax',
    task: "NAME: { run: { script: { language: js, code: 'let = ;' } } }",
  },
  'a flow that is built wrong': {
    rule: 'flow-structure',
    task: 'NAME: { for: { each: $order, in: .orders }, do: [{ note: { set: { a: 1 } } }] }',
  },
  'fields beside the name': { rule: 'indentation', task: 'NAME:\n    set: { a: 1 }' },
  'an assignment as a condition': {
    rule: 'condition-assignment',
    task: 'NAME: { set: { a: 1 }, if: .a = 1 }',
  },
  'braces of another language': { rule: 'expression-braces', task: "NAME: { set: { a: '{{ .b }}' } }" },
  'an expression without braces': { rule: 'expression-bare', task: 'NAME: { set: { a: .order.total } }' },
  'a value that is cut': { rule: 'value-cut', task: 'NAME:\n      set:\n        a: Order #12' },
  'a surprise of YAML': { rule: 'yaml-surprise', task: 'NAME: { set: { country: NO } }' },
  'a token': { rule: 'secret-token', task: "NAME: { set: { a: 'AKIAIOSFODNN7EXAMPLE' } }" },
  'a credential': { rule: 'secret-field', task: 'NAME: { set: { password: abc } }' },
  'a key that is there twice': { rule: 'yaml-duplicate-key', task: 'NAME: { set: { a: 1, a: 2 } }' },
  'a number with too many digits': {
    rule: 'yaml-number',
    task: 'NAME: { set: { account: 12345678901234567890 } }',
  },
  'an unsupported tag': { rule: 'yaml-tag', task: 'NAME: { set: { photo: !secret abc } }' },
  'a conflict of a merge': {
    rule: 'merge-conflict',
    task: 'NAME:\n<<<<<<< HEAD\n      set: { a: 1 }\n=======\n      set: { a: 2 }\n>>>>>>> other',
  },
};

const header = "document: { dsl: '1.0.3', namespace: shop, name: ship, version: '1.0.0' }\ndo:\n";
const connection =
  'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example.com }\n';

/** `rule line` of every finding in a flow of these tasks. */
function found(tasks: readonly string[]): string[] {
  const content = header + tasks.map((task) => `  - ${task}\n`).join('');
  const files = [
    { path: 'ship.yaml', content },
    { path: 'shop.yaml', content: connection },
  ];
  const own = validateFiles(files, kinds).filter(({ file }) => file === 'ship.yaml');
  return own.map(({ rule, line }) => `${rule} ${line}`);
}

function named(name: string, task: string): string {
  return task.replaceAll('NAME', name);
}

const alone = Object.entries(mistakes);

describe('a single mistake is found, and nothing else', () => {
  test.each(alone)('%s', (_, { rule, task }) => {
    expect(found([named('first', task)]).map((each) => each.split(' ')[0])).toEqual([rule]);
  });
});

describe('of two mistakes in one file, neither hides the other', () => {
  test.each(alone)('%s', (first, one) => {
    const before = found([named('first', one.task)]);
    const lines = named('first', one.task).split('\n').length;
    for (const [second, other] of alone) {
      const beside = found([named('first', one.task), named('second', other.task)]);
      const moved = found([named('second', other.task)]).map((each) => {
        const [rule, line] = each.split(' ');
        return `${rule} ${Number(line) + lines}`;
      });
      expect(beside.sort(), `${first}, and ${second}`).toEqual([...before, ...moved].sort());
    }
  });
});

test('twenty mistakes in one file are twenty findings', () => {
  const tasks = alone.map(([, { task }], index) => named(`task${index}`, task));
  expect(found(tasks)).toHaveLength(alone.length);
});
