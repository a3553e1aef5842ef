import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import type { InputFault } from '../contract/action.js';
import { graphql } from './schema.js';

/** The most words and signs of one document: the rules for overlapping fields compare each with each. */
export const maxTokens = 4_000;

type OperationType = 'query' | 'mutation';

interface GraphqlInput {
  query: string;
  operation?: Json | undefined;
  variables?: Json | undefined;
}

/** Finds the first fault of an operation, against the schema where there is one. */
export function operationFault(
  { query, operation, variables }: GraphqlInput,
  type: OperationType,
  schema: GraphQLSchema | undefined,
  isKnown: (value: Json | undefined) => boolean,
): InputFault | undefined {
  const { GraphQLError, parse, specifiedRules, validate } = graphql();
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: maxTokens });
  } catch (error) {
    if (error instanceof GraphQLError) return inQuery(error);
    throw error;
  }
  if (!isKnown(operation)) return undefined;
  const chosen = getOperation(document, operation);
  if ('pointer' in chosen) return chosen;
  if (chosen.operation !== type) return otherType(chosen.operation, type);
  const [error] = schema ? validate(schema, document, specifiedRules, { maxErrors: 1 }) : [];
  if (error) return inQuery(error);
  return isKnown(variables) ? variableFault(chosen, variables ?? {}, { schema, isKnown }) : undefined;
}

function getOperation(
  { definitions }: DocumentNode,
  operation: Json | undefined,
): OperationDefinitionNode | InputFault {
  const operations = definitions.filter(
    (each): each is OperationDefinitionNode => each.kind === 'OperationDefinition',
  );
  const [first, ...others] = operations;
  if (!first) return { pointer: '/query', message: 'the document has no operation' };
  const names = operations.flatMap(({ name }) => (name ? [name.value] : []));
  if (operation === undefined) {
    if (others.length === 0) return first;
    const hint = `Name one of them with \`operation\`: ${names.map((name) => `\`${name}\``).join(', ')}.`;
    return { pointer: '/query', message: `the document has ${operations.length} operations`, hint };
  }
  const named = operations.find(({ name }) => name?.value === operation);
  if (named) return named;
  const meant = nearest(String(operation), names);
  const message = `the document has no operation \`${operation}\``;
  return {
    pointer: '/operation',
    message,
    ...(meant === undefined ? {} : { hint: `Did you mean \`${meant}\`?` }),
  };
}

function otherType(actual: string, type: OperationType): InputFault {
  const hint =
    actual === 'subscription'
      ? 'Subscriptions are not supported: ask again with a query.'
      : `Call \`${actual === 'mutation' ? 'mutate' : 'query'}\` instead.`;
  return { pointer: '/query', message: `the operation is a ${actual}, not a ${type}`, hint };
}

/** Finds a variable that is missing, unknown, or of another type. */
function variableFault(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Json,
  { schema, isKnown }: { schema: GraphQLSchema | undefined; isKnown: (value: Json | undefined) => boolean },
): InputFault | undefined {
  if (!isObject(variables)) return undefined;
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  for (const name of Object.keys(variables)) {
    if (names.includes(name)) continue;
    const meant = nearest(name, names);
    const hint = meant === undefined ? `Declare it: \`query ($${name}: …)\`.` : `Did you mean \`${meant}\`?`;
    return {
      pointer: `/variables/${escaped(name)}`,
      message: `the operation declares no variable \`$${name}\``,
      hint,
    };
  }
  for (const { variable, type, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    if (type.kind !== 'NonNullType' || defaultValue || Object.hasOwn(variables, name)) continue;
    return {
      pointer: '/variables',
      message: `the operation needs the variable \`$${name}\``,
      hint: `Add \`${name}\`.`,
    };
  }
  if (!schema) return undefined;
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const value = variables[name];
    if (value === undefined || !isKnownWholly(value, isKnown)) continue;
    const { errors = [] } = graphql().getVariableValues(schema, [definition], variables as JsonObject, {
      maxErrors: 1,
    }) as { errors?: readonly { message: string }[] };
    const [error] = errors;
    if (error) return { pointer: `/variables/${escaped(name)}`, message: firstLine(error.message) };
  }
  return undefined;
}

function isKnownWholly(value: Json, isKnown: (value: Json | undefined) => boolean): boolean {
  if (!isKnown(value)) return false;
  if (value === null || typeof value !== 'object') return true;
  return Object.values(value).every((each) => isKnownWholly(each as Json, isKnown));
}

function inQuery({
  message,
  locations,
}: {
  message: string;
  locations?: readonly { line: number; column: number }[] | undefined;
}): InputFault {
  const [at] = locations ?? [];
  const place = at ? `line ${at.line}, column ${at.column}: ` : '';
  return { pointer: '/query', message: `${place}${firstLine(message)}` };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.replace(/\.$/, '') ?? text;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
