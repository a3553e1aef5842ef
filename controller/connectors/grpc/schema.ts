import type { Enum, Field, Type } from 'protobufjs';
import type { JsonObject } from '../../../schemas/json/types.js';

/** The most messages that one schema describes. */
const maxMessages = 300;

const integer: JsonObject = { type: 'integer' };
/** ProtoJSON writes 64 bits as a text, and reads both. */
const long: JsonObject = { type: ['integer', 'string'], pattern: '^-?[0-9]{1,20}$' };
const decimal: JsonObject = { type: ['number', 'string'] };
const text: JsonObject = { type: 'string' };
const anything: JsonObject = {};

const scalars: Readonly<Record<string, JsonObject>> = {
  double: decimal,
  float: decimal,
  bool: { type: 'boolean' },
  string: text,
  bytes: text,
  int32: integer,
  uint32: integer,
  sint32: integer,
  fixed32: integer,
  sfixed32: integer,
  int64: long,
  uint64: long,
  sint64: long,
  fixed64: long,
  sfixed64: long,
};

/** The messages that ProtoJSON has a form of its own for. */
const wellKnown: Readonly<Record<string, JsonObject>> = {
  '.google.protobuf.Timestamp': { type: 'string', examples: ['2026-03-01T09:00:00Z'] },
  '.google.protobuf.Duration': { type: 'string', examples: ['1.5s'] },
  '.google.protobuf.FieldMask': text,
  '.google.protobuf.Empty': { type: 'object' },
  '.google.protobuf.Struct': { type: 'object' },
  '.google.protobuf.ListValue': { type: 'array' },
  '.google.protobuf.Value': anything,
  '.google.protobuf.Any': { type: 'object' },
  '.google.protobuf.DoubleValue': decimal,
  '.google.protobuf.FloatValue': decimal,
  '.google.protobuf.Int64Value': long,
  '.google.protobuf.UInt64Value': long,
  '.google.protobuf.Int32Value': integer,
  '.google.protobuf.UInt32Value': integer,
  '.google.protobuf.BoolValue': { type: 'boolean' },
  '.google.protobuf.StringValue': text,
  '.google.protobuf.BytesValue': text,
};

/** Returns the JSON Schema of a message in ProtoJSON, where a field may have its own name or that in camel case. */
export function getSchema(type: Type): JsonObject {
  const schema = wellKnown[type.fullName];
  if (schema) return schema;
  const definitions: Record<string, JsonObject> = {};
  const describe = (message: Type): JsonObject => {
    const special = wellKnown[message.fullName];
    if (special) return special;
    const name = message.fullName.slice(1);
    if (!Object.hasOwn(definitions, name)) {
      // The server checks what lies too deep.
      if (Object.keys(definitions).length >= maxMessages) return { type: 'object' };
      definitions[name] = {};
      definitions[name] = getFields(message, describe);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const own = describe(type);
  return { ...own, $defs: definitions };
}

function getFields(message: Type, describe: (type: Type) => JsonObject): JsonObject {
  const properties: Record<string, JsonObject> = {};
  for (const field of message.fieldsArray) {
    const schema = schemaOfField(field.resolve(), describe);
    properties[field.name] = schema;
    properties[camelCase(field.name)] = schema;
  }
  return { type: 'object', additionalProperties: false, properties };
}

function schemaOfField(field: Field, describe: (type: Type) => JsonObject): JsonObject {
  const { resolvedType } = field;
  const value =
    resolvedType === null
      ? (scalars[field.type] ?? anything)
      : 'fieldsArray' in resolvedType
        ? describe(resolvedType as Type)
        : schemaOfEnum(resolvedType as Enum);
  if (field.map) return { type: 'object', additionalProperties: value };
  if (field.repeated) return { type: 'array', items: value };
  return value;
}

function schemaOfEnum({ values }: Enum): JsonObject {
  return { anyOf: [{ enum: Object.keys(values) }, integer] };
}

/** As the compiler of Protocol Buffers names fields in JSON. */
function camelCase(name: string): string {
  return name.replace(/_+(.)?/g, (_, letter: string = '') => letter.toUpperCase());
}
