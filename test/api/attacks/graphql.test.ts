import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({}, { SVC_Limits__RequestsPerMinute: '100000' });
});
afterAll(() => service.remove());

async function ask(query: string, variables: object = {}) {
  const answer = await service.call('POST', '/graphql', { query, variables });
  const { data, errors = [] } = answer.json();
  return {
    status: answer.statusCode,
    data,
    codes: errors.map((error: { extensions: { code: string } }) => error.extensions.code),
  };
}

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');
const page = '{ nodes { name path revision etag branch } }';

describe('a query that is too expensive is refused before any lookup', () => {
  const tooLarge: Record<string, string> = {
    'a flood of aliases': `{ ${times(300, (i) => `a${i}: flows ${page}`)} }`,
    'a page that says it has less than nothing': `{ less: flows(first: -1000000) ${page} ${times(300, (i) => `a${i}: flows ${page}`)} }`,
    'pages behind fragments': `{ ${times(300, (i) => `a${i}: flows { ...Page }`)} } fragment Page on FlowConnection ${page}`,
    'a page whose size is the default of a variable': `query ($n: Int = 200) { ${times(60, (i) => `a${i}: flows(first: $n) ${page}`)} }`,
    'fragments that double': `{ flows { nodes { ...F0 } } } ${times(25, (i) => `fragment F${i} on Flow { a${i}: name ...F${i + 1} b${i}: name ...F${i + 1} }`)} fragment F25 on Flow { name }`,
    'fragments of the schema that double': `{ __schema { types { ...F0 } } } ${times(25, (i) => `fragment F${i} on __Type { a${i}: name ...F${i + 1} b${i}: name ...F${i + 1} }`)} fragment F25 on __Type { name }`,
    'relations inside each other': `{ flows { nodes ${'{ uses { ... on Flow '.repeat(12)} { name } ${'} }'.repeat(12)} } }`,
    'a flood of aliases in the schema itself': `{ __schema { types { fields { ${times(600, (i) => `a${i}: name`)} } } } }`,
    'lists of the schema inside each other': `{ __schema { types { fields { args { ${times(900, (i) => `a${i}: name`)} } } } } }`,
    'the schema again and again': times(
      1,
      () => `{ ${times(250, (i) => `s${i}: __schema { types { name fields { name } } }`)} }`,
    ),
    'aliases of the schema behind fragments': `{ __schema { types { ...T } } } fragment T on __Type { fields { ${times(900, (i) => `a${i}: name`)} } }`,
  };
  test.each(Object.keys(tooLarge))('%s', async (name) => {
    const { codes, data } = await ask(tooLarge[name] ?? '');
    expect({ codes, data }).toEqual({ codes: ['query_too_large'], data: undefined });
  });

  const invalid: Record<string, string> = {
    'fragments that hold each other':
      '{ flows { nodes { ...A } } } fragment A on Flow { ...B } fragment B on Flow { ...A }',
    'a fragment that holds itself': '{ flows { nodes { ...A } } } fragment A on Flow { name ...A }',
    'more tokens than a query has': `{ ${times(3_000, (i) => `a${i}: __typename`)} }`,
    'brackets without end': '{'.repeat(3_000),
    'a list type without end': `query ($a: ${'['.repeat(1_900)}Int${']'.repeat(1_900)}) { __typename }`,
    'a value without end': `{ flows(first: ${'['.repeat(1_900)}1${']'.repeat(1_900)}) ${page} }`,
    'a directive again and again': `{ __typename ${'@skip(if: false) '.repeat(500)} }`,
    'directives that are not there': `{ __typename ${times(1_500, (i) => `@d${i}`)} }`,
    'a field asked for in ways that contradict': `{ flows ${page} ${times(400, (i) => `... on Query { flows(first: ${i + 1}) { nodes { name } } }`)} }`,
    'the schema inside itself': `{ __schema { types ${'{ fields { type '.repeat(8)} { name } ${'} }'.repeat(8)} } }`,
  };
  test.each(Object.keys(invalid))('%s', async (name) => {
    const { codes, data } = await ask(invalid[name] ?? '');
    expect(data).toBeUndefined();
    expect([...new Set(codes)]).toEqual(['query_invalid']);
    expect(codes.length).toBeLessThan(110);
  });
});

test('many requests in one are refused', async () => {
  const one = { query: '{ __typename }' };
  const answer = await service.call('POST', '/graphql', [one, one]);
  expect([answer.statusCode, answer.json().errors?.[0]?.extensions.code ?? answer.json().code]).toEqual([
    400,
    'query_invalid',
  ]);
});

test('variables cannot change the prototype of objects, and are validated as they were sent', async () => {
  const runFlow = 'mutation ($p: JSON) { runFlow(flow: "hello", parameters: $p) { output } }';
  const text = `{"query":${JSON.stringify(runFlow)},"variables":{"p":{"__proto__":{"polluted":1},"name":"a"}}}`;
  const answer = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': service.adminKey, 'content-type': 'application/json' },
    payload: text,
  });
  expect([answer.statusCode, answer.json().code ?? answer.json().errors?.[0].extensions.code]).toEqual([
    400,
    'request_invalid',
  ]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  const literal = await ask(
    'mutation { runFlow(flow: "hello", parameters: { __proto__: { polluted: 1 }, name: "a" }) { output } }',
  );
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  expect(literal.status).toBeLessThan(500);
  const large = await ask(runFlow, { p: { name: 'a'.repeat(900_000) } });
  expect(large.data.runFlow.output.hello).toHaveLength(900_000);
  const unused = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`v${i}`, i]));
  expect((await ask('{ __typename }', unused)).data).toEqual({ __typename: 'Query' });
});

test('the introspection query of editors is answered', async () => {
  const whole = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  const { data, codes } = await ask(whole);
  expect(codes).toEqual([]);
  expect(data.__schema.types.length).toBeGreaterThan(100);
});
