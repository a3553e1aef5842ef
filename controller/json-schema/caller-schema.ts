import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../schemas/json/values.js';

/** Returns the schema that callers have to fit: a property with a default is not required, also in objects inside. */
export function callerSchema(schema: JsonSchema): JsonSchema {
  return isObject(schema) ? relaxed(schema) : schema;
}

function relaxed(schema: JsonObject): JsonObject {
  const properties = objectOr(schema['properties']);
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    switch (keyword) {
      case 'required':
        return [
          keyword,
          Array.isArray(value) ? value.filter((name) => !hasDefault(properties, name)) : value,
        ];
      case 'properties':
        return [keyword, mapped(properties)];
      case '$defs':
      case 'definitions':
        return [keyword, mapped(objectOr(value))];
      case 'items':
      case 'allOf':
        return [keyword, Array.isArray(value) ? value.map(relaxedOr) : relaxedOr(value)];
      default:
        return [keyword, value];
    }
  });
  return Object.fromEntries(members);
}

function mapped(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, relaxedOr(property)]),
  );
}

function relaxedOr(schema: Json): Json {
  return isObject(schema) ? relaxed(schema) : schema;
}

function hasDefault(properties: JsonObject, name: Json): boolean {
  return Object.hasOwn(objectOr(member(properties, String(name))), 'default');
}
