import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../../api/graphql/schema.js';
import { operations } from '../../../api/operations/registry.js';
import { kinds } from '../../../controller/kinds/index.js';

const schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const every = { read: true, create: true, update: true, delete: true };
const table = { name: 'orders', title: 'orders', description: 'The rows of the table `orders`.' };
const types = [{ ...table, schema, key: ['id'], capabilities: every }];
const rows = { branch: 'main', sources: [{ connection: 'shop', op: 'sqlite', types }] };

interface Element {
  name: string;
  description?: string | null | undefined;
}

/** Every type, field, argument and enumeration value of a type, each with its description. */
function getElements(type: GraphQLNamedType): Element[] {
  const inside = (name: string, { description }: Element) => ({ name: `${type.name}.${name}`, description });
  if (isEnumType(type)) return [type, ...type.getValues().map((value) => inside(value.name, value))];
  if (isInputObjectType(type))
    return [type, ...Object.values(type.getFields()).map((field) => inside(field.name, field))];
  if (!isObjectType(type) && !isInterfaceType(type)) return [type];
  return [
    type,
    ...Object.values(type.getFields()).flatMap((field) => [
      inside(field.name, field),
      ...field.args.map((argument) => inside(`${field.name}(${argument.name})`, argument)),
    ]),
  ];
}

test('every type, field, argument and value has a description that is a sentence or a phrase', () => {
  const all = Object.values(createSchema({ operations, kinds, rows }).getTypeMap());
  const elements = all.filter(({ name }) => !name.startsWith('__')).flatMap(getElements);
  expect(elements.length).toBeGreaterThan(3_000);
  const bare = elements.filter(({ description }) => !/\S/.test(description ?? ''));
  // Write the text where the element comes from: in the JSON Schema of the kind, or in the schemas of the operation.
  expect(bare.map(({ name }) => name)).toEqual([]);
});
