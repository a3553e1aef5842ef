import { compareNumbers, isExactNumber } from '../../schemas/json/exact-number.js';
import type { ExactNumber, Json, JsonObject } from '../../schemas/json/types.js';
import { isEqual, isObject, member, objectOr, pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { orList } from '../../schemas/wording.js';
import { BoundedMap } from '../concurrency/bounded-map.js';
import {
  type ArgumentFault,
  anyText,
  anyValue,
  type FaultWording,
  listed,
  toWord,
} from './argument-fault.js';
import { chooseForm, type FormWalk } from './argument-forms.js';
import { patternCost } from './compile-cost.js';
import { type LinearRegExp, linearRegExp, matchesPlainly, needsNoMatcher } from './pattern.js';
import type { StepMeter } from './step-meter.js';
import { getType, isOfType } from './value-type.js';

/** More faults of one call would tell its author nothing new. */
const maxFaults = 20;

/** Steps of a `StepMeter` for a visit of a part of the schema, a name of it, and a fault. */
const visitSteps = 6;
const nameSteps = 2;
const faultSteps = 20;

/** Keywords that the walk decides, and those that say nothing about values. */
const annotations = new Set(
  (
    '$schema $id $comment $defs definitions title description default examples example deprecated readOnly writeOnly ' +
    'markdownDescription enumDescriptions patternErrorMessage $ref type enum const minLength maxLength pattern ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum required properties additionalProperties patternProperties ' +
    'minProperties items minItems maxItems allOf anyOf'
  ).split(' '),
);

const decided = new WeakMap<JsonObject, boolean>();

/** True when the walk decides all keywords of a schema; remembered, as each call walks the same schemas. */
function isDecided(schema: JsonObject): boolean {
  let is = decided.get(schema);
  if (is === undefined) {
    is = Object.keys(schema).every((keyword) => annotations.has(keyword) || keyword.startsWith('x-'));
    decided.set(schema, is);
  }
  return is;
}

/** Keywords with which names that `properties` does not list may have a meaning. */
const open =
  '$ref $dynamicRef allOf anyOf oneOf if dependentSchemas patternProperties unevaluatedProperties additionalProperties'.split(
    ' ',
  );

/** The means of a walk. */
export interface WalkOptions {
  wording: FaultWording;
  /** True for arguments as written: `anyValue` and `anyText` stand for what expressions give. */
  asWritten: boolean;
  /** Returns the schema that a reference leads to; undefined when only the validator can tell. */
  resolve(reference: string): Json | undefined;
  /** Counts what the walk does. */
  meter: StepMeter;
}

/** Collects the faults of arguments while walking them along the schema of the callee. */
export class ArgumentWalk implements FormWalk {
  readonly faults: ArgumentFault[] = [];
  /** False when only the validator decides: the schema has a keyword of its own, or too many parts for the budget. */
  isComplete = true;

  /** @param budget parts of the schema that are visited: alternatives inside each other can multiply */
  constructor(
    readonly options: WalkOptions,
    private readonly budget: { visits: number },
  ) {}

  check(schema: Json | undefined, value: Json, pointer: string): void {
    if (this.faults.length >= maxFaults) return;
    if (--this.budget.visits < 0) {
      this.isComplete = false;
      return;
    }
    this.options.meter.spend(visitSteps);
    if (schema === false) this.wrong(pointer, 'is not allowed');
    if (!isObject(schema) || this.isUnknown(value)) return;
    if (!isDecided(schema)) this.isComplete = false;
    const { $ref, type, allOf, anyOf, oneOf } = schema;
    if (typeof $ref === 'string') this.follow($ref, value, pointer);
    if (type !== undefined && !this.allows(schema, value)) {
      this.wrong(pointer, mustBe(type, value), hintFor(type, value));
      return;
    }
    if (!this.isText(value)) this.checkScalar(schema, value, pointer);
    if (isObject(value)) this.checkObject(schema, value, pointer);
    if (Array.isArray(value)) this.checkList(schema, value, pointer);
    for (const part of Array.isArray(allOf) ? allOf : []) this.check(part, value, pointer);
    for (const forms of [anyOf, oneOf]) {
      if (Array.isArray(forms)) chooseForm(this, forms, value, pointer);
    }
  }

  /** Returns the walk of a value along one of several alternatives. */
  attempt(schema: Json, value: Json, pointer: string): ArgumentWalk {
    const walk = new ArgumentWalk(this.options, this.budget);
    walk.check(schema, value, pointer);
    if (!walk.isComplete) this.isComplete = false;
    return walk;
  }

  /** True for a value of which nothing is known before the run. */
  isUnknown(value: Json): boolean {
    return this.options.asWritten && value === anyValue;
  }

  wrong(pointer: string, says: string, hint?: string): void {
    this.options.meter.spend(faultSteps + pointer.length / 16);
    this.faults.push(this.options.wording.wrong(pointer, says, hint));
  }

  missing(pointer: string, name: string, schema: Json | undefined): void {
    this.options.meter.spend(faultSteps + pointer.length / 16);
    this.faults.push(this.options.wording.missing(pointer, name, schema));
  }

  allows(schema: Json | undefined, value: Json): boolean {
    const type = objectOr(schema)['type'];
    if (Array.isArray(type)) return type.some((each) => isOfType(value, each));
    return type === undefined || isOfType(value, type);
  }

  /** Returns the schema with the reference at its place followed. */
  resolved(schema: Json): Json {
    const { $ref } = objectOr(schema);
    return typeof $ref === 'string' ? (this.options.resolve($ref) ?? schema) : schema;
  }

  /** True for a text of which only the type is known before the run. */
  private isText(value: Json): boolean {
    return this.options.asWritten && value === anyText;
  }

  private follow(reference: string, value: Json, pointer: string): void {
    const target = this.options.resolve(reference);
    if (target === undefined) this.isComplete = false;
    else this.check(target, value, pointer);
  }

  private checkScalar(schema: JsonObject, value: Json, pointer: string): void {
    const { const: only, enum: choices, patternErrorMessage } = schema;
    const { meter } = this.options;
    const compared = (only === undefined ? 0 : 1) + (Array.isArray(choices) ? choices.length : 0);
    // Each comparison ends at the first difference, and reads no more of the value than the choice has.
    if (compared > 0) meter.spend(compared);
    if (only !== undefined) meter.spendOn(only);
    if (Array.isArray(choices) && typeof value === 'object') meter.spendOn(choices);
    const holdsUnknown = this.options.asWritten && typeof value === 'object';
    if (only !== undefined && !holdsUnknown && !isEqual(only, value)) {
      this.wrong(pointer, `must be ${listed([only])}`, suggestion(value, [only]));
    }
    if (Array.isArray(choices) && !holdsUnknown && !choices.some((choice) => isEqual(choice, value))) {
      this.wrong(pointer, `must be ${listed(choices)}`, suggestion(value, choices));
    }
    if (typeof value === 'number' || isExactNumber(value)) {
      const fault = boundFault(schema, value);
      if (fault !== undefined) this.wrong(pointer, fault);
    }
    if (typeof value !== 'string') return;
    const { minLength, maxLength, pattern } = schema;
    meter.spend(value.length / 8);
    const length = minLength === undefined && maxLength === undefined ? 0 : [...value].length;
    if (length < Number(minLength ?? 0)) {
      this.wrong(pointer, length === 0 ? 'must not be empty' : `must have at least ${minLength} characters`);
    } else if (length > Number(maxLength ?? Number.POSITIVE_INFINITY)) {
      this.wrong(pointer, `must not have more than ${maxLength} characters`);
    } else if (typeof pattern === 'string' && !this.fitsPattern(pattern, value)) {
      const form = typeof patternErrorMessage === 'string' ? patternErrorMessage : `of the form ${pattern}`;
      this.wrong(pointer, `must be ${form}`);
    }
  }

  private checkObject(schema: JsonObject, value: JsonObject, pointer: string): void {
    const properties = objectOr(schema['properties']);
    const patterns = Object.entries(objectOr(schema['patternProperties']));
    const { additionalProperties: others, required, minProperties } = schema;
    const { meter } = this.options;
    const names = Object.keys(properties);
    meter.spend(nameSteps * (names.length + (Array.isArray(required) ? required.length : 0)));
    const left = names.filter((name) => !Object.hasOwn(value, name));
    const meant = new Set<string>();
    for (const [name, each] of Object.entries(value)) {
      meter.spend(nameSteps + (name.length + pointer.length) / 16);
      const at = pointerTo(pointer, name);
      const fitting = patterns.filter(([pattern]) => this.fitsPattern(pattern, name));
      for (const [, inner] of fitting) this.check(inner, each, at);
      if (Object.hasOwn(properties, name)) this.check(properties[name], each, at);
      else if (fitting.length > 0) continue;
      else if (others === false) this.unknown(at, name, { left, properties, meant, severity: 'error' });
      else if (others !== undefined) this.check(others, each, at);
      else if (name.length > 3 && !open.some((keyword) => Object.hasOwn(schema, keyword))) {
        this.unknown(at, name, { left, properties, meant, severity: 'warning', required });
      }
    }
    for (const name of Array.isArray(required) ? required : []) {
      if (typeof name !== 'string' || Object.hasOwn(value, name) || meant.has(name)) continue;
      this.missing(pointer, name, this.resolved(member(properties, name) ?? true));
    }
    if (typeof minProperties === 'number' && Object.keys(value).length < minProperties) {
      this.wrong(pointer, minProperties === 1 ? 'must not be empty' : `needs ${minProperties} members`);
    }
  }

  /** Reports a name that the callee does not know; one that it ignores only if it is probably misspelt. */
  private unknown(
    pointer: string,
    name: string,
    { left, properties, meant, severity, required }: UnknownArgument,
  ): void {
    if (this.faults.length >= maxFaults) return;
    const names = Object.keys(properties);
    // Each is compared letter by letter.
    this.options.meter.spend(faultSteps + 20 * (left.length + names.length));
    const close = nearest(name, left) ?? (severity === 'error' ? nearest(name, names) : undefined);
    if (close !== undefined) meant.add(close);
    else if (severity === 'warning') return;
    const isNeeded = close !== undefined && Array.isArray(required) && required.includes(close);
    const takes = names.length === 0 ? 'It takes no arguments.' : `It takes ${listed(names)}.`;
    const hint = close === undefined ? takes : `Did you mean \`${close}\`?`;
    this.faults.push(this.options.wording.unknown(pointer, hint, isNeeded ? 'error' : severity));
  }

  /** True also for a pattern that cannot be used: the schema is reported for it, not the call. */
  private fitsPattern(pattern: string, text: string): boolean {
    const { meter } = this.options;
    if (needsNoMatcher(pattern, text)) {
      meter.spend(4 + text.length / 4);
      return matchesPlainly(pattern, text);
    }
    // Counted each time: whether a call fits must not depend on the patterns that were used before.
    meter.spend(patternCost(pattern) * compileSteps);
    let matcher = matchers.get(pattern);
    if (matcher === undefined) {
      matcher = compiledOr(pattern);
      matchers.set(pattern, matcher);
    }
    meter.spend(matcher.stepsFor(text));
    return matcher.test(text);
  }

  private checkList(schema: JsonObject, value: readonly Json[], pointer: string): void {
    const { minItems, maxItems, items } = schema;
    if (typeof minItems === 'number' && value.length < minItems) {
      this.wrong(pointer, `needs at least ${minItems === 1 ? 'one item' : `${minItems} items`}`);
    }
    if (typeof maxItems === 'number' && value.length > maxItems) {
      this.wrong(pointer, `must not have more than ${maxItems} items`);
    }
    // In draft-07 `items` may be a list; then, and beside `prefixItems`, only the validator decides.
    if (Array.isArray(items) || schema['prefixItems'] !== undefined) this.isComplete = false;
    else if (items !== undefined) {
      for (const [index, item] of value.entries()) this.check(items, item, pointerTo(pointer, index));
    }
  }
}

interface UnknownArgument {
  /** Names that the call does not pass. */
  left: readonly string[];
  properties: JsonObject;
  /** Names that were suggested; they are not reported as missing. */
  meant: Set<string>;
  severity: ArgumentFault['severity'];
  /** Names that the callee requires; one of them misspelt is an error. */
  required?: Json | undefined;
}

function mustBe(type: Json, value: Json): string {
  const actual = getType(value) === 'number' && type === 'integer' ? 'a fraction' : toWord(getType(value));
  return `must be ${orList([type].flat().map(toWord))}, not ${actual}`;
}

function hintFor(type: Json, value: Json): string | undefined {
  const isBare = getType(value) === 'number' || typeof value === 'boolean';
  if (isBare && [type].flat().includes('string')) return 'Put it in quotes, to make it text.';
  const isQuoted = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  if (isQuoted && /number|integer/.test(String(type))) return 'Write the number without quotes.';
  return undefined;
}

function suggestion(value: Json, choices: readonly Json[]): string | undefined {
  const texts = choices.filter((choice) => typeof choice === 'string');
  const close = typeof value === 'string' ? nearest(value, texts) : undefined;
  return close === undefined ? undefined : `Did you mean \`${close}\`?`;
}

function boundFault(schema: JsonObject, value: number | ExactNumber): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === 'number' && compareNumbers(value, minimum) < 0) return `must be at least ${minimum}`;
  if (typeof maximum === 'number' && compareNumbers(value, maximum) > 0) return `must be at most ${maximum}`;
  if (typeof exclusiveMinimum === 'number' && compareNumbers(value, exclusiveMinimum) <= 0) {
    return `must be more than ${exclusiveMinimum}`;
  }
  if (typeof exclusiveMaximum === 'number' && compareNumbers(value, exclusiveMaximum) >= 0) {
    return `must be less than ${exclusiveMaximum}`;
  }
  return undefined;
}

/** Steps of a `StepMeter` for a part of a pattern that is compiled. */
const compileSteps = 1_000;

/** Matchers by pattern. */
const matchers = new BoundedMap<string, LinearRegExp>(200);

function compiledOr(pattern: string): LinearRegExp {
  try {
    return linearRegExp(pattern);
  } catch {
    return { test: () => true, stepsFor: () => 1 };
  }
}
