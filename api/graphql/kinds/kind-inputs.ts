import {
  type GraphQLInputFieldConfig,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import type { KindDefinition } from '../../../controller/catalog/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { etagField, mergePatchField, nameField } from '../../operations/entities/write-schemas.js';
import { jsonPatchField } from '../../operations/shared/fields.js';
import type { EnumTypes } from '../types/enums.js';
import { InputTypes } from '../types/input-types.js';
import { camel, pascal } from '../types/names.js';
import { JsonScalar } from '../types/scalars.js';
import { findDescription, untitled } from '../types/schema-words.js';
import { getSchema } from './entity-types.js';

/** A kind with the input types of its definitions. */
export interface KindInputs {
  kind: string;
  /** The schema of a definition without `kind`, which the types state. */
  schema: JsonObject;
  definition: GraphQLInputObjectType;
  patch: GraphQLInputObjectType;
}

const name: GraphQLInputFieldConfig = {
  type: new GraphQLNonNull(GraphQLString),
  description: findDescription(nameField),
};

/** The field for the version that a change is based on. */
export const etag: GraphQLInputFieldConfig = { type: GraphQLString, description: findDescription(etagField) };

/** Fields that name an entity and the version of it that is changed. */
export const versioned = { name, etag };

/** Returns the fields for a patch of one of both kinds. */
export function patchFields({ patch }: KindInputs) {
  return {
    patch: { type: patch, description: findDescription(mergePatchField) },
    jsonPatch: {
      type: new GraphQLList(new GraphQLNonNull(JsonScalar)),
      description: findDescription(jsonPatchField),
    },
  } satisfies GraphQLInputFieldConfigMap;
}

/** Returns the input types of each kind, made of its JSON Schema. */
export function kindInputs(kinds: readonly KindDefinition[], enums: EnumTypes): readonly KindInputs[] {
  const whole = new InputTypes(enums, { object: 'Input', choice: '' });
  const patches = new InputTypes(enums, { object: 'Patch', choice: '' }, whole);
  return kinds.map(({ kind }) => {
    const { properties, required = [], description = '' } = getSchema(kind);
    const { kind: _kind, ...fields } = untitled(properties as JsonObject);
    const needed = (required as Json[]).filter((field) => field !== 'kind');
    const schema: JsonObject = { type: 'object', description, properties: fields, required: needed };
    const definition = whole.object(pascal(kind), schema);
    const patch = patches.object(pascal(kind), {
      ...schema,
      description: `Fields of a ${kind} that change (RFC 7396); null removes a field.`,
    });
    if (!definition || !patch) throw new Error(`The schema of ${kind} has fields that GraphQL cannot name`);
    return { kind, schema, definition, patch };
  });
}

/** Returns the input for a change of one entity of any kind: each level states one choice. */
export function changeInput(inputs: readonly KindInputs[]): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: 'KindChangeInput',
    description: 'A change of one entity: exactly one field, named after the kind.',
    isOneOf: true,
    fields: () =>
      Object.fromEntries(
        inputs.map((each) => [
          camel(each.kind),
          { type: getChange(each), description: `A change of a ${each.kind}.` },
        ]),
      ),
  });
}

function getChange(inputs: KindInputs): GraphQLInputObjectType {
  const { kind, definition } = inputs;
  const of = `${pascal(kind)}Change`;
  const object = (suffix: string, description: string, fields: GraphQLInputFieldConfigMap) =>
    new GraphQLInputObjectType({ name: `${of}${suffix}Input`, description, fields });
  const update = object('Update', `The whole new definition of a ${kind}.`, {
    input: { type: new GraphQLNonNull(definition), description: `The definition, which names the ${kind}.` },
    etag,
  });
  const patch = object('Patch', `Changes of some fields of a ${kind}: \`patch\` or \`jsonPatch\`.`, {
    ...versioned,
    ...patchFields(inputs),
  });
  const remove = object('Delete', `The ${kind} to delete.`, versioned);
  return new GraphQLInputObjectType({
    name: `${of}Input`,
    description: `A change of a ${kind}: exactly one field.`,
    isOneOf: true,
    fields: {
      create: { type: definition, description: `Creates a ${kind}.` },
      update: { type: update, description: `Replaces the definition of a ${kind}.` },
      patch: { type: patch, description: `Changes fields of a ${kind}.` },
      delete: { type: remove, description: `Deletes a ${kind}.` },
    },
  });
}
