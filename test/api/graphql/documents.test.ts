import { buildSchema, type GraphQLError, getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { Documents } from '../../../api/graphql/documents.js';

const schema = buildSchema('type Query { name: String, query: Query }');

function list(length: number, item: (index: number) => string): string {
  return Array.from({ length }, (_, index) => item(index)).join(' ');
}

function getErrors(text: string): readonly GraphQLError[] {
  const documents = new Documents();
  try {
    return documents.validate(schema, documents.parse(text));
  } catch (error) {
    return [error as GraphQLError];
  }
}

describe('a query that would hold up the event loop is refused before it is parsed or validated', () => {
  test.each([
    ['characters', `{ ${'x'.repeat(200_000)} }`, 'has more than 131072 characters'],
    [
      'lines',
      `${'\n'.repeat(20_000)}{ ${list(100, (index) => `nope${index}`)} }`,
      'has more than 10000 lines',
    ],
    ['lines of carriage returns', `${'\r'.repeat(20_000)}{ name }`, 'has more than 10000 lines'],
    ['the same fields', `{ ${list(300, () => 'query { name }')} }`, 'asks for the same fields'],
    [
      'fragments',
      `{ ${list(200, (at) => `...f${at}`)} } ${list(200, (at) => `fragment f${at} on Query { name }`)}`,
      'has fragments, too often',
    ],
  ])('by its %s', (_name, text, message) => {
    const [error, ...more] = getErrors(text);
    expect(error?.message).toContain(message);
    expect(error?.extensions['code']).toBe('query_too_large');
    expect(more).toEqual([]);
  });
});

test('the errors of one query are limited', () => {
  expect(getErrors(`{ ${list(500, (index) => `nope${index}`)} }`)).toHaveLength(21);
});

test('the queries of editors and applications are accepted', () => {
  expect(getErrors(getIntrospectionQuery())).toEqual([]);
  expect(getErrors(`{ ${list(100, (index) => `a${index}: query { name __typename }`)} }`)).toEqual([]);
});
