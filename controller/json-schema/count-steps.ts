import { _, type Ajv, type Code, type CodeGen, type KeywordCxt, Name } from 'ajv';
import { isObject } from '../../schemas/json/values.js';
import { inPlace } from './keywords.js';
import type { StepMeter } from './step-meter.js';

// Makes validators count: each schema that is applied to a value, each round of a loop, each error, and the lengths of the
// texts that keywords read. What a schema costs is known only while it runs: `anyOf` inside `anyOf` multiplies.

/** An error is an object with texts that are put together: up to 1.2 µs. */
const errorSteps = 12;

type AnyDefinition = Exclude<Ajv['RULES']['all'][string], boolean | undefined>['definition'];
type Subschema = Parameters<KeywordCxt['subschema']>[0];

/** Makes the validators that an Ajv will compile use up the steps of a meter. */
export function countSteps(ajv: Ajv, meter: StepMeter): void {
  for (const rule of Object.values(ajv.RULES.all)) {
    if (typeof rule === 'object') countKeyword(rule.definition, meter);
  }
}

/** Changes the definition of a keyword, which Ajv copies for each instance. */
function countKeyword(definition: AnyDefinition, meter: StepMeter): void {
  const { error } = definition;
  if (error)
    definition.error = { ...error, params: (context) => countedParams(context, error.params, meter) };
  if (!('code' in definition) || typeof definition.code !== 'function') return;
  const { code } = definition;
  definition.code = (context, type) => {
    const { gen, keyword } = context;
    const together = costOfAll(context);
    const own = ownCost(context, type);
    if (together !== undefined) spend(gen, meter, together);
    else {
      const apply = context.subschema.bind(context);
      context.subschema = (applied, valid) => {
        spend(gen, meter, measureCost(context, getSchema(context, applied), applied.dataProp));
        return apply(applied, valid);
      };
    }
    if (own !== undefined) spend(gen, meter, own);
    const rounds = getRounds(gen, meter);
    const { areCounted } = rounds;
    rounds.areCounted = keyword !== 'items';
    code(context, type);
    rounds.areCounted = areCounted;
  };
}

/** Keywords all of whose schemas are applied once, or may be. They are counted together: each count takes time too. */
const countedTogether = new Set(['properties', 'allOf', 'anyOf', 'oneOf']);

/** Returns the steps of all schemas of a keyword; undefined for a keyword whose schemas are counted one by one. */
function costOfAll(context: KeywordCxt): Code | undefined {
  const { keyword, schema, data } = context;
  if (countedTogether.has(keyword)) {
    const costs = Object.values(schema as object).map((inner) => measureCost(context, inner));
    return costs.reduce((sum, cost) => _`${sum} + ${cost}`, _`1`);
  }
  const isEach = keyword === 'items' && !Array.isArray(schema);
  return isEach ? _`${data}.length * (1 + ${measureCost(context, schema)})` : undefined;
}

function getSchema({ it, keyword }: KeywordCxt, applied: Subschema): unknown {
  if ('schema' in applied && applied.schema !== undefined) return applied.schema;
  const keywordSchema: unknown = (it.schema as Record<string, unknown>)[keyword];
  return applied.schemaProp === undefined
    ? keywordSchema
    : (keywordSchema as Record<string, unknown>)[applied.schemaProp];
}

function countedParams(
  context: Parameters<Extract<NonNullable<AnyDefinition['error']>['params'], (...args: never[]) => Code>>[0],
  params: NonNullable<AnyDefinition['error']>['params'],
  meter: StepMeter,
): Code {
  const { gen, it } = context;
  const counter = gen.scopeValue('obj', { ref: meter });
  const keywordParams = typeof params === 'function' ? params(context) : (params ?? _`{}`);
  return _`(${counter}.left -= ${errorSteps}${pathCost(it.errorPath, 1)}, ${keywordParams})`;
}

/** States how the loops that a keyword generates are counted. */
interface Rounds {
  areCounted: boolean;
}

const roundsByGenerator = new WeakMap<CodeGen, Rounds>();

/** Makes a generator count the rounds of its loops, also of those that apply no schema. */
function getRounds(gen: CodeGen, meter: StepMeter): Rounds {
  const existing = roundsByGenerator.get(gen);
  if (existing) return existing;
  const rounds: Rounds = { areCounted: true };
  roundsByGenerator.set(gen, rounds);
  const openForOf = gen.forOf.bind(gen);
  const forRange = gen.forRange.bind(gen);
  const counting = (body: (each: Name) => void): typeof body => {
    if (!rounds.areCounted) return body;
    return (each) => {
      spend(gen, meter, _`1`);
      body(each);
    };
  };
  gen.forOf = (name, iterable, body, kind) => openForOf(name, iterable, counting(body), kind);
  gen.forRange = (name, from, to, body, kind) => forRange(name, from, to, counting(body), kind);
  return rounds;
}

function spend(gen: CodeGen, meter: StepMeter, steps: Code): void {
  const counter = gen.scopeValue('obj', { ref: meter });
  gen.if(_`(${counter}.left -= ${steps}) < 0`, _`${counter}.over()`);
}

/** Returns the steps of the keywords of a schema that is applied, without those of the schemas in it. */
function measureCost(
  { it, keyword, data }: KeywordCxt,
  schema: unknown,
  member?: Name | string | number,
): Code {
  const keywords = isObject(schema) ? Object.keys(schema).length : 1;
  // Ajv gives no place to count an error of `type`, and of the schema `false`.
  const errors = schema === false || (isObject(schema) && Object.hasOwn(schema, 'type')) ? 4 : 0;
  const own = member instanceof Name ? keyLength(member, keywords) : _``;
  return _`${keywords + errors}${pathCost(it.errorPath, keywords)}${own}${inPlace.has(keyword) ? mergeCost(it, data) : _``}`;
}

/** Returns the steps for the names of members that were evaluated, which are copied from schema to schema. */
function mergeCost({ opts }: KeywordCxt['it'], data: Name): Code {
  return opts.unevaluated ? _` + (Object.keys(Object(${data})).length >> 2)` : _``;
}

/** Returns the steps that a keyword takes beside those of its schemas and errors; undefined for a few. */
function ownCost({ keyword, schema, data, it }: KeywordCxt, type: string | undefined): Code | undefined {
  switch (keyword) {
    case '$ref':
    case '$dynamicRef': {
      // The errors before are copied, and the names that were evaluated.
      return _`4 + (vErrors === null ? 0 : vErrors.length >> 4)${pathCost(it.errorPath, 1)}${mergeCost(it, data)}`;
    }
    case 'required':
    case 'dependentRequired':
      return Object.keys(schema).length < 8 ? undefined : _`${Object.keys(schema).length >> 2}`;
    case 'minProperties':
    case 'maxProperties':
      return _`Object.keys(${data}).length >> 2`;
    case 'format':
      // Its pattern for addresses takes a time that grows with the square of the length.
      return schema === 'url' && type === 'string'
        ? _`Math.ceil(${data}.length * ${data}.length / 32)`
        : type === 'string'
          ? _`1 + (${data}.length >> 3)`
          : undefined;
    case 'minLength':
    case 'maxLength':
      return _`1 + (${data}.length >> 6)`;
    default:
      return undefined;
  }
}

/** Returns the steps for the names of members in the pointer to a place, each of which is encoded at each use. */
function pathCost(path: Code | Name, uses: number): Code {
  // Ajv names the variable of a loop over members `key0`, and that of one over items `i0`.
  const keys = Object.keys(path.names).filter((name) => /^key\d*$/.test(name));
  return keys.reduce((sum, key) => _`${sum}${keyLength(new Name(key), uses)}`, _``);
}

function keyLength(key: Name, uses: number): Code {
  return /^key\d*$/.test(key.str) ? _` + (${key}.length >> 4) * ${uses}` : _``;
}
