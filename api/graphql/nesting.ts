import { deepest } from '../../schemas/json/nesting.js';

/**
 * Tells whether the brackets of a query nest deeper than those of JSON may: the parser calls itself for each level. Looks at
 * each character once, and passes over comments, strings and block strings (GraphQL specification, 2.1 and 2.9.4).
 */
export function queryNestsTooDeep(query: string): boolean {
  // Nearly all queries have fewer brackets.
  if (query.length <= deepest) return false;
  let depth = 0;
  for (let at = 0; at < query.length; at++) {
    switch (query[at]) {
      case '#':
        at = endOfLine(query, at);
        break;
      case '"':
        at = query.startsWith('"""', at) ? endOfBlockString(query, at) : endOfString(query, at);
        break;
      case '(':
      case '[':
      case '{':
        depth += 1;
        if (depth > deepest) return true;
        break;
      case ')':
      case ']':
      case '}':
        depth -= 1;
        break;
    }
  }
  return false;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function endOfLine(query: string, start: number): number {
  let at = start;
  while (at < query.length && !isLineEnd(query[at])) at += 1;
  return at;
}

/** Returns the place of the closing quote, or of the line end that a string must not have. */
function endOfString(query: string, start: number): number {
  let at = start + 1;
  while (at < query.length && query[at] !== '"' && !isLineEnd(query[at])) at += query[at] === '\\' ? 2 : 1;
  return at;
}

/** Returns the place of the last of the closing quotes. */
function endOfBlockString(query: string, start: number): number {
  for (let end = query.indexOf('"""', start + 3); end >= 0; end = query.indexOf('"""', end + 3)) {
    if (query[end - 1] !== '\\') return end + 2;
  }
  return query.length;
}
