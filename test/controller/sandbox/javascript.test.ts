import { describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/json/types.js';
import { runCode, sandboxForTests, toFault } from './run-code.js';

const sandbox = sandboxForTests({ timeMs: 2_000 });
const returned = async (code: string, given: Record<string, Json> = {}) =>
  (await runCode(sandbox, code, { arguments: given })).output;
const message = async (code: string) => (await toFault(runCode(sandbox, code))).message;

describe('a script', () => {
  test('returns JSON', async () => {
    expect(await returned('return { a: [1, "ü", null, true], b: undefined, c: NaN };')).toEqual({
      a: [1, 'ü', null, true],
      c: null,
    });
  });

  test('that returns nothing has no output', async () => {
    expect(await runCode(sandbox, '1 + 1;')).toEqual({ stdout: '', stderr: '', code: 0 });
    expect(await runCode(sandbox, 'return () => 1;')).not.toHaveProperty('output');
  });

  test('may await, and may end in a comment', async () => {
    expect(await returned('const a = await Promise.resolve(2);\nreturn a * 2; // doubled')).toBe(4);
  });

  test('sees its named arguments as variables and in `args`', async () => {
    const given = { order: { id: 7 }, 'not-a-name': 1 };
    expect(await returned('return [order.id, args.order.id, args["not-a-name"]];', given)).toEqual([7, 7, 1]);
  });

  test('sees positional arguments from `process.argv[2]` on, environment and stdin', async () => {
    const code =
      'const [, , first, second] = process.argv; return [first, second, process.env.A, stdin, args];';
    const more = { arguments: ['a b', { x: 1 }], environment: { A: '1' }, stdin: 'in' };
    expect((await runCode(sandbox, code, more)).output).toEqual([
      'a b',
      '{"x":1}',
      '1',
      'in',
      ['a b', { x: 1 }],
    ]);
  });

  test('writes with `console`', async () => {
    const code =
      'console.log("total", 3, { a: 1 }); console.info(Symbol("s"), 1n, null); console.error("no");';
    expect(await runCode(sandbox, code)).toEqual({
      stdout: 'total 3 {"a":1}\nSymbol(s) 1 null\n',
      stderr: 'no\n',
      code: 0,
    });
  });

  test('can use ES2024', async () => {
    const code =
      'return [Object.groupBy([1, 2], (n) => n % 2 ? "odd" : "even"), [3, 1].toSorted(), /[\\p{L}--[a-z]]/v.test("É")];';
    expect(await returned(code)).toEqual([{ odd: [1], even: [2] }, [1, 3], true]);
  });
});

describe('an error names the line of the code', () => {
  test.each([
    ['\n\nthrow new TypeError("bad");', 'TypeError: bad (line 3)'],
    ['\nawait Promise.reject(new Error("later"));', 'later (line 2)'],
    ['\nconst x = ;', "SyntaxError: unexpected token in expression: ';' (line 2)"],
    ['throw "text";', 'text'],
    ['throw null;', 'null'],
    ['return (', 'SyntaxError'],
  ])('%j', async (code, expected) => {
    const fault = await toFault(runCode(sandbox, code));
    expect(fault.kind).toBe('thrown');
    expect(fault.message).toContain(expected);
  });

  test('and keeps the text written before', async () => {
    const fault = await toFault(runCode(sandbox, 'console.log("before"); throw new Error("x");'));
    expect(fault.output).toEqual({ stdout: 'before\n', stderr: '' });
  });
});

describe('a missing feature is refused with an explanation', () => {
  test.each([
    ['require("fs");', 'Cannot import `fs`: scripts have `node:buffer`, `node:crypto`'],
    ['await fetch("http://localhost");', 'scripts reach no network'],
    ['setTimeout(() => {}, 1);', 'wait with a `wait` task'],
    ['await new Promise(() => {});', 'waits for a promise that nothing settles'],
    ['const a = {}; a.a = a; return a;', 'cannot be written as JSON: circular reference'],
    ['return 10n;', 'cannot be written as JSON'],
    ['return { toJSON() { throw new Error("no") } };', 'cannot be written as JSON: no'],
  ])('%s', async (code, expected) => {
    expect(await message(code)).toContain(expected);
  });
});
