import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../../../schemas/json/values.js';
import { comment, memberName, type Names, pascalCase } from './names.js';

/** The type of any JSON value, which the generated file declares. */
const any = 'Json';
/** Schemas nest no deeper in one type; a deeper one is any value. */
const deepest = 40;

/** A schema with the name of its type. Its references lead into it. */
interface Root {
  name: string;
  schema: Json;
  /** The names of the types of its definitions, by their pointer. */
  definitions: Map<string, string>;
}

interface Place {
  root: Root;
  indent: string;
  depth: number;
}

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * Writes JSON Schemas as types of TypeScript. Keywords that no type can state (patterns, limits, conditions) are left to the
 * server. An object without `additionalProperties` has no further members, so that the compiler finds typing errors.
 */
export class TypeWriter {
  readonly declarations: string[] = [];

  constructor(private readonly names: Names) {}

  /** Declares a type and returns its name. */
  declare(proposedName: string, schema: Json): string {
    const name = this.names.unique(proposedName);
    const root = { name, schema, definitions: new Map([['#', name]]) };
    this.#write(name, schema, root);
    return name;
  }

  #write(name: string, schema: Json, root: Root): void {
    const at = this.declarations.push('') - 1;
    const text = this.#type(schema, { root, indent: '', depth: 0 });
    const about = isObject(schema) ? (schema['description'] ?? schema['title']) : undefined;
    this.declarations[at] = `${comment(about, '')}export type ${name} = ${text};\n`;
  }

  #type(schema: Json | undefined, place: Place): string {
    if (schema === false) return 'never';
    if (!isObject(schema) || place.depth > deepest) return any;
    if (typeof schema['$ref'] === 'string') return this.#reference(schema['$ref'], place.root);
    if (schema['const'] !== undefined) return literal(schema['const']);
    if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
    const inner = { ...place, depth: place.depth + 1 };
    const alternatives = [schema['anyOf'], schema['oneOf']].flatMap((list) =>
      Array.isArray(list) ? [union(list.map((each) => this.#type(each, inner)))] : [],
    );
    const all = Array.isArray(schema['allOf']) ? schema['allOf'].map((each) => this.#type(each, inner)) : [];
    return intersection([this.#own(schema, place), ...alternatives, ...all]);
  }

  /** Returns the type by the keywords that stand in the schema itself. */
  #own(schema: JsonObject, place: Place): string {
    const types = [schema['type'] ?? []].flat().map(String);
    if (types.length === 0 && isObject(schema['properties'])) types.push('object');
    if (types.length === 0 && schema['items'] !== undefined) types.push('array');
    return types.length === 0 ? any : union(types.map((type) => this.#ofType(type, schema, place)));
  }

  #ofType(type: string, schema: JsonObject, place: Place): string {
    if (type === 'object') return this.#object(schema, place);
    if (type === 'array') return this.#array(schema, place);
    return simple[type] ?? any;
  }

  #array({ items, prefixItems }: JsonObject, place: Place): string {
    const inner = { ...place, depth: place.depth + 1 };
    if (!Array.isArray(prefixItems)) return `${grouped(this.#type(items, inner))}[]`;
    const first = prefixItems.map((each) => `${grouped(this.#type(each, inner))}?`);
    const rest = items === false ? [] : [`...${grouped(this.#type(items, inner))}[]`];
    return `[${[...first, ...rest].join(', ')}]`;
  }

  #object(schema: JsonObject, place: Place): string {
    const properties = objectOr(schema['properties']);
    const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
    const indent = `${place.indent}  `;
    const inner = { ...place, indent, depth: place.depth + 1 };
    const members = Object.entries(properties).map(([name, field]) => {
      const isNeeded = required.includes(name);
      const about = isObject(field) ? (field['description'] ?? field['title']) : undefined;
      const type = this.#type(field, inner);
      return `${comment(about, indent)}${indent}${memberName(name)}${isNeeded ? '' : '?'}: ${type}${isNeeded ? '' : ' | undefined'};\n`;
    });
    for (const name of required) {
      if (!Object.hasOwn(properties, name)) members.push(`${indent}${memberName(name)}: ${any};\n`);
    }
    const others = this.#others(schema, members.length > 0, inner);
    if (others !== undefined) members.push(`${indent}[name: string]: ${others};\n`);
    return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}${place.indent}}`;
  }

  /** Returns the type of members that have no name in the schema; undefined where there are none. */
  #others(schema: JsonObject, hasNamed: boolean, place: Place): string | undefined {
    const { additionalProperties: further } = schema;
    const patterns = Object.values(objectOr(schema['patternProperties']));
    if (patterns.length === 0 && (further === false || (further === undefined && hasNamed))) return undefined;
    // A type for all further members would have to fit the named ones too.
    if (hasNamed) return 'unknown';
    const schemas = patterns.length > 0 ? patterns : [further];
    return union(schemas.map((each) => this.#type(each, place)));
  }

  #reference(reference: string, root: Root): string {
    const definitionOfName = root.definitions.get(reference);
    if (definitionOfName !== undefined) return definitionOfName;
    const definition = resolve(root.schema, reference);
    if (definition === undefined) return any;
    const name = this.names.unique(root.name + pascalCase(reference.slice(reference.lastIndexOf('/') + 1)));
    root.definitions.set(reference, name);
    this.#write(name, definition, root);
    return name;
  }
}

/** Follows a pointer inside a document; undefined for a reference to another document. */
function resolve(document: Json, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let at: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) ? member(at, name) : undefined;
  }
  return at;
}

/** Returns the type of one value. A list or an object of an `enum` is any value of its type. */
function literal(value: Json): string {
  if (Array.isArray(value)) return `${any}[]`;
  return isObject(value) ? 'JsonObject' : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0) return 'never';
  return distinct.includes(any)
    ? any
    : distinct.map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ');
}

function intersection(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== any);
  if (distinct.length <= 1) return distinct[0] ?? any;
  return distinct.map(grouped).join(' & ');
}

function grouped(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
