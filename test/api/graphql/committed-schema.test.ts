import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schemaText } from '../../../api/graphql/schema-text.js';

const file = 'api/graphql/schema.graphql';
const command = `npx tsx cli/main.ts generate graphql-schema --out ${file}`;

/** Returns what a maintainer has to do about a changed schema; undefined for one that has not changed. */
function advice(before: string, after: string): string | undefined {
  if (before === after) return undefined;
  const breaking = findBreakingChanges(parsed(before), parsed(after));
  if (breaking.length === 0)
    return `The schema has changed, and no query breaks. Record the change: ${command}`;
  return [
    'These changes of the schema break queries of applications:',
    ...breaking.map(({ type, description }) => `  ${type}: ${description}`),
    'Keep what was there and add the new form beside it; mark the old one as deprecated where it goes.',
    `Only for something that no release has had: record the change with ${command}`,
  ].join('\n');
}

function parsed(text: string): GraphQLSchema {
  return buildSchema(text);
}

test(`${file} is the schema of this version`, () => {
  const committed = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  expect(advice(committed, schemaText())).toBeUndefined();
});

describe('a change of the schema', () => {
  const before = 'type Query { run(id: ID): Run }\ntype Run { id: ID! status: String }\n';

  test.each([
    ['a removed field', 'type Query { run(id: ID): Run }\ntype Run { id: ID! }\n', 'Run.status was removed'],
    [
      'a field of another type',
      'type Query { run(id: ID): Run }\ntype Run { id: ID! status: Int }\n',
      'Run.status changed type from String to Int',
    ],
    [
      'an argument that is needed now',
      'type Query { run(id: ID, branch: ID!): Run }\ntype Run { id: ID! status: String }\n',
      'required arg branch on Query.run was added',
    ],
  ])('that breaks queries is named: %s', (_what, after, named) => {
    expect(advice(before, after)).toMatch(/break queries/);
    expect(advice(before, after)?.toLowerCase()).toContain(named.toLowerCase());
  });

  test('that only adds has to be recorded', () => {
    const after = 'type Query { run(id: ID): Run }\ntype Run { id: ID! status: String flow: String }\n';
    expect(advice(before, after)).toMatch(/no query breaks/);
  });
});
