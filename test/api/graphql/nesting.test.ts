import fc from 'fast-check';
import { Lexer, Source, TokenKind } from 'graphql';
import { expect, test } from 'vitest';
import { queryNestsTooDeep } from '../../../api/graphql/nesting.js';
import { deepest } from '../../../schemas/json/nesting.js';

/** The deepest nesting by the tokens of the library; of what stands before the first fault, as a parser reads no more. */
function measureDepth(query: string): number {
  const lexer = new Lexer(new Source(query));
  let [depth, max] = [0, 0];
  try {
    for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; kind = lexer.advance().kind) {
      if (kind === TokenKind.PAREN_L || kind === TokenKind.BRACKET_L || kind === TokenKind.BRACE_L)
        depth += 1;
      if (kind === TokenKind.PAREN_R || kind === TokenKind.BRACKET_R || kind === TokenKind.BRACE_R)
        depth -= 1;
      max = Math.max(max, depth);
    }
  } catch {
    // The text is no query from here on.
  }
  return max;
}

const brackets = '[({'.repeat(60);
const piece = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '\r',
  ',',
  '"',
  '"""',
  '\\',
  '\\"',
  '\\"""',
  '#',
  '""',
  brackets,
  '}])'.repeat(60),
);

test('brackets count as the tokens of the library do: not in comments, strings and block strings', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const query = pieces.join('');
      if (measureDepth(query) > deepest) expect(queryNestsTooDeep(query)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
  const text = brackets.repeat(10);
  for (const quiet of [
    `#${text}\n{ a }`,
    `{ a(b: "${text}\\"${text}") }`,
    `{ a(b: """${text}\\"""${text}""") }`,
  ])
    expect(queryNestsTooDeep(quiet), quiet.slice(0, 20)).toBe(false);
  for (const deep of [`"#" ${text}`, `#"\n${text}`, `""${text}`, `"""\\\\"""" """${text}`, `"a\n${text}`])
    expect(queryNestsTooDeep(deep), deep.slice(0, 20)).toBe(true);
});

test('the limit is that of JSON', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect([queryNestsTooDeep(nested(deepest)), queryNestsTooDeep(nested(deepest + 1))]).toEqual([false, true]);
  expect(queryNestsTooDeep('{a}'.repeat(100_000))).toBe(false);
});
