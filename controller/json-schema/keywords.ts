import type { Dialect } from '../../schemas/index.js';

/** The form of a keyword's value: a schema, a list of schemas, schemas by name, or a value without schemas. */
export type Holds = 'schema' | 'list' | 'map' | 'value';

function keywords(holds: Holds, names: string): [string, Holds][] {
  return names.split(' ').map((name) => [name, holds]);
}

const common = [
  ...keywords('map', '$defs definitions properties patternProperties dependencies'),
  ...keywords('list', 'allOf anyOf oneOf'),
  ...keywords('schema', 'not if then else items contains additionalProperties propertyNames'),
  ...keywords('value', '$schema $id $ref $comment'),
  ...keywords('value', 'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum'),
  ...keywords('value', 'maxLength minLength pattern maxItems minItems uniqueItems'),
  ...keywords('value', 'maxProperties minProperties required format contentEncoding contentMediaType'),
  ...keywords('value', 'title description default examples deprecated readOnly writeOnly'),
  // Annotations of OpenAPI and of editors.
  ...keywords('value', 'example markdownDescription enumDescriptions'),
];

const keywordsByDialect: Readonly<Record<Dialect, ReadonlyMap<string, Holds>>> = {
  'draft-07': new Map([...common, ...keywords('schema', 'additionalItems')]),
  'draft-2020-12': new Map([
    ...common,
    ...keywords('value', '$anchor $dynamicRef $dynamicAnchor $vocabulary'),
    ...keywords('value', 'maxContains minContains dependentRequired'),
    ...keywords('schema', 'unevaluatedItems unevaluatedProperties contentSchema'),
    ...keywords('map', 'dependentSchemas'),
    ...keywords('list', 'prefixItems'),
  ]),
};

/** Returns the keywords of a dialect, with the form of their values. */
export function getKeywords(dialect: Dialect): ReadonlyMap<string, Holds> {
  return keywordsByDialect[dialect];
}

/** Keywords whose schemas apply to the same value as the schema that contains them. */
export const inPlace: ReadonlySet<string> = new Set(
  'allOf anyOf oneOf not if then else dependentSchemas dependencies'.split(' '),
);

/** Replacements for keywords of earlier drafts and of OpenAPI. */
export const replacements: ReadonlyMap<string, string> = new Map([
  ['additionalItems', 'Write `prefixItems` for the first items and `items` for the others.'],
  ['id', 'Write `$id`.'],
  ['nullable', "Add `'null'` to the types: `type: [string, 'null']`."],
  ['discriminator', 'Remove it: `oneOf` decides by the values, such as a `const` in each alternative.'],
  ['$recursiveRef', 'Write `$dynamicRef`.'],
  ['$recursiveAnchor', 'Write `$dynamicAnchor`.'],
  ['divisibleBy', 'Write `multipleOf`.'],
]);

/** The formats that values are checked against. */
export const formats: ReadonlySet<string> = new Set(
  [
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname',
    'ipv4 ipv6 regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer',
    'byte int32 int64 float double password binary',
  ].flatMap((line) => line.split(' ')),
);
