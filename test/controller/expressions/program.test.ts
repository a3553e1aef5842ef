import { describe, expect, it } from 'vitest';
import {
  compile,
  ExpressionError,
  ExpressionSyntaxError,
  type Json,
} from '../../../controller/expressions/index.js';

/** The first outputs of a program, and no more. */
function take(count: number, source: string, input: Json = null): Json[] {
  const outputs: Json[] = [];
  for (const output of compile(source)(input)) {
    outputs.push(output);
    if (outputs.length === count) break;
  }
  return outputs;
}

function syntaxError(source: string, variables: string[] = []): ExpressionSyntaxError {
  try {
    compile(source, { variables });
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error;
  }
  throw new Error(`${source} compiles`);
}

function failure(source: string, input: Json = null): ExpressionError {
  try {
    for (const _output of compile(source)(input));
  } catch (error) {
    if (error instanceof ExpressionError) return error;
  }
  throw new Error(`${source} does not fail`);
}

describe('outputs are computed as they are asked for', () => {
  it.each([
    [3, 'repeat(1)', [1, 1, 1]],
    [2, 'range(1e12)', [0, 1]],
    [1, '1, error("later")', [1]],
    [1, '1, repeat(empty)', [1]],
    [
      4,
      '[limit(3; repeat(0))], first(range(1e12)), (label $f | 1, break $f, 2), isempty(1, error)',
      [[0, 0, 0], 0, 1, false],
    ],
  ])('the first %i of %s', (count, source, expected) => {
    expect(take(count, source)).toEqual(expected);
  });

  it('an iteration may ask for any number of outputs', () => {
    expect([...compile('range(1000)')(null)]).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });

  it('outputs before an error are given before it is thrown', () => {
    const seen: Json[] = [];
    expect(() => {
      for (const output of compile('1, 2, error("x")')(null)) seen.push(output);
    }).toThrow('x');
    expect(seen).toEqual([1, 2]);
  });

  it('`first` is undefined without outputs', () => {
    expect(compile('empty').first(1)).toBeUndefined();
    expect(compile('.[]').first([])).toBeUndefined();
  });

  it('a plain path gives the same again and again', () => {
    const program = compile('.a.b');
    for (let round = 0; round < 50; round++) {
      expect(program.first({ a: { b: round } })).toBe(round);
      expect(program.first({ a: null })).toBeNull();
      expect(program.first({})).toBeNull();
      expect(() => program.first({ a: [1] })).toThrow('Cannot index array with string ("b")');
    }
  });
});

describe('variables', () => {
  it('are passed by name, and those in use are known', () => {
    const program = compile('$a + $b.x', { variables: ['a', 'b', 'c'] });
    expect(program.variables).toEqual(['a', 'b']);
    expect(program.first(null, { a: 1, b: { x: 2 }, c: 3 })).toBe(3);
    expect(program.source).toBe('$a + $b.x');
  });

  it('are seen within functions and closures, and may be shadowed', () => {
    const program = compile('def f(g): $a + g; [f($a), (2 as $a | f($a)), ($a | . as $a | $a)]', {
      variables: ['a'],
    });
    expect(program.first(null, { a: 10 })).toEqual([20, 12, 10]);
  });

  it('one that is not declared is an error with its place and the nearest name', () => {
    expect(syntaxError('.a + $contxt', ['context'])).toMatchObject({
      message: '$contxt is not defined',
      offset: 5,
      length: 7,
      line: 1,
      column: 6,
      hint: 'did you mean `$context`?',
    });
  });
});

describe('determinism', () => {
  it.each([
    ['.a', true],
    ['now', false],
    ['localtime', false],
    ['[1 | strflocaltime("%H")]', false],
    ['todate', true],
  ])('%s is deterministic: %s', (source, expected) => {
    expect(compile(source).deterministic).toBe(expected);
  });

  it('an evaluation sees one instant', () => {
    expect(compile('[now, ([range(1e5)] | length | empty), now] | .[0] == .[-1]').first(null)).toBe(true);
  });
});

describe('syntax errors tell where', () => {
  it.each([
    ['.a |', 4, 1, 5],
    ['.a\n | .b[', 9, 2, 7],
    ['{a: 1', 5, 1, 6],
    ['"a\\qb"', 2, 1, 3],
    ['if . then 1', 11, 1, 12],
    ['1 == 1 == 1', 7, 1, 8],
    ['foo(1)', 0, 1, 1],
    ['. as [] | 1', 6, 1, 7],
    ['break $x', 0, 1, 1],
    ['.a ~ 1', 3, 1, 4],
  ])('%j at offset %i', (source, offset, line, column) => {
    expect(syntaxError(source)).toMatchObject({ offset, line, column });
  });

  it.each([
    ['lenght', 'did you mean `length`?'],
    ['map(.a; .b)', 'did you mean `map/1`?'],
    ['to_entires | map(.key)', 'did you mean `to_entries`?'],
    ['def double: . * 2; duoble', 'did you mean `double`?'],
  ])('%s: %s', (source, hint) => {
    expect(syntaxError(source).hint).toBe(hint);
  });

  it.each([
    'input',
    'inputs',
    'input_filename',
    'input_line_number',
    '$ENV',
    'env',
    'halt',
    'halt_error',
    'modulemeta',
    'get_search_list',
    'import "a" as a; .',
    'include "a"; .',
  ])('%s is refused by name', (source) => {
    expect(syntaxError(source).message).toMatch(/is not available/);
  });

  it('a program nested beyond reason is refused', () => {
    expect(syntaxError(`${'['.repeat(5000)}${']'.repeat(5000)}`).message).toMatch(/nested too deeply/);
    expect(syntaxError(`${'-'.repeat(5000)}1`).message).toMatch(/nested too deeply/);
  });
});

describe('errors tell where and what', () => {
  it.each([
    ['.a + .b.c', { a: 1, b: 2 }, 7, 'Cannot index number with string ("c")'],
    ['1 + (2 | . + {})', null, 9, 'number (2) and object ({}) cannot be added'],
    ['.a | map(.x)', { a: 5 }, 5, 'Cannot iterate over number (5)'],
    ['[.[] | tonumber]', ['x'], 7, 'string ("x") cannot be parsed as a number'],
    ['.a |= (1 | error("no"))', {}, 11, 'no'],
  ])('%s', (source, input, offset, message) => {
    expect(failure(source, input as Json)).toMatchObject({ offset, message, kind: 'error' });
  });

  it('an error carries its value', () => {
    expect(failure('error({code: 7})')).toMatchObject({
      value: { code: 7 },
      message: '(not a string): {"code":7}',
    });
    expect(failure('error(null)')).toMatchObject({ value: null, message: '(not a string): null' });
  });

  it('`debug` hands its messages on, once', () => {
    const messages: Json[] = [];
    const program = compile('range(20) | debug', { debug: (message) => messages.push(message) });
    expect([...program(null)]).toHaveLength(20);
    expect(messages).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});
