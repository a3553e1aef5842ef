import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql';

/** Everything the type of a query field holds, as far as the operation behind it answers with it. */
export function selectAll(schema: GraphQLSchema, field: string, isMutation = false): string {
  const root = isMutation ? schema.getMutationType() : schema.getQueryType();
  const found = root?.getFields()[field];
  if (!found) throw new Error(`There is no field ${field}`);
  return getSelection(found, 0);
}

export function getArguments(schema: GraphQLSchema, field: string, isMutation = false) {
  const root = isMutation ? schema.getMutationType() : schema.getQueryType();
  return (root?.getFields()[field]?.args ?? []).map(({ name, type }) => ({ name, type: String(type) }));
}

function getSelection({ type }: GraphQLField<unknown, unknown>, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named) && !isInterfaceType(named)) throw new Error(`What is ${named.name}?`);
  // A field with its own resolver leads to another object, which no operation has in its answer, except `texts`.
  const own = Object.values(named.getFields()).filter(
    ({ name, resolve }) => (!resolve || (name === 'texts' && depth === 0)) && depth < 8,
  );
  // A page has its items twice.
  const fields = own.filter(({ name }) => name !== 'edges');
  return ` { ${fields.map((field) => field.name + getSelection(field, depth + 1)).join(' ')} }`;
}
