import { choose } from './choice.js';
import { compareNumbers, isExactNumber } from './json/exact-number.js';
import type { Json, JsonObject } from './json/types.js';
import { isObject, pointerTo } from './json/values.js';
import { besideAs, farIn, isField, type Surrounding, tooShallow } from './misplaced.js';
import { allowsType, type Fault, findTypes, type Rule, resolve, type Walk } from './rule.js';
import { getHint, lastStep, orList, quoted, show, typeWord } from './wording.js';

/** A walk ends with this number of faults: no reader needs more, and a hostile value has one at each place. */
const maxFaults = 1_000;

const inQuotes = 'Put it in quotes, to make it text.';

/** The hint for a number or a boolean in place of a text: in quotes, it may still have another form. */
function asText({ pattern, patternErrorMessage }: Rule, value: Json): string {
  const fits = pattern === undefined || new RegExp(pattern, 'u').test(String(value));
  return fits || patternErrorMessage === undefined ? inQuotes : `Write ${patternErrorMessage}.`;
}

/** The hint for a text that is the one required field of an object: `default: end` for `default: { then: end }`. */
function asOnlyField({ required = [] }: Rule, value: Json, name: string | undefined) {
  const [field, ...others] = required;
  if (typeof value !== 'string' || value.length > 60 || !/^[\w-]+$/.test(value)) return undefined;
  if (field === undefined || others.length > 0 || name === undefined) return undefined;
  return { hint: `Write ${quoted(`${name}: { ${field}: ${value} }`)}.` };
}

/** Collects faults while walking a value along its schema. */
class SchemaWalk implements Walk {
  readonly faults: Fault[] = [];
  /** The objects around the current place, the innermost last. */
  readonly #around: Surrounding[] = [];

  constructor(
    readonly root: Rule,
    private readonly max = maxFaults,
  ) {}

  add(pointer: string, message: string, more: Partial<Fault> = {}): void {
    this.faults.push({ rule: 'field-invalid', pointer, message, ...more });
  }

  check(fieldRule: Rule, value: Json, pointer: string): void {
    if (this.faults.length >= this.max) return;
    const rule = resolve(fieldRule, this.root);
    if (!allowsType(rule, value)) {
      const types = findTypes(rule) ?? [];
      const isBare = typeof value === 'number' || typeof value === 'boolean';
      const hint =
        isBare && types.includes('string')
          ? { hint: asText(rule, value) }
          : (asOnlyField(rule, value, lastStep(pointer)) ?? getHint(fieldRule, rule, lastStep(pointer)));
      this.add(pointer, `must be ${orList(types.map(typeWord))}, found ${show(value, rule)}`, hint);
      return;
    }
    this.#checkScalar(fieldRule, rule, value, pointer);
    if (isObject(value)) this.#checkObject(rule, value, pointer);
    if (Array.isArray(value)) this.#checkList(rule, value, pointer);
    const branches = rule.oneOf ?? rule.anyOf;
    if (branches) choose(this, rule, branches, value, pointer);
  }

  fits(rule: Rule, value: Json): boolean {
    const finder = new SchemaWalk(this.root, 1);
    finder.check(rule, value, '');
    return finder.faults.length === 0;
  }

  #checkScalar(scalarRule: Rule, rule: Rule, value: Json, pointer: string): void {
    if (rule.const !== undefined && value !== rule.const) {
      this.add(pointer, `must be ${show(rule.const)}, found ${show(value, rule)}`);
    }
    if (rule.enum && !rule.enum.includes(value)) {
      const allowed = rule.enum.map(String);
      this.add(pointer, `must be ${orList(allowed.map(quoted))}, found ${show(value, rule)}`);
    }
    if (rule.not && this.fits(rule.not, value)) this.add(pointer, `cannot be ${show(value, rule)}`);
    if (typeof value === 'string') {
      if (rule.minLength !== undefined && value.length < rule.minLength)
        this.add(
          pointer,
          rule.minLength === 1 ? 'must not be empty' : `must have at least ${rule.minLength} characters`,
        );
      else if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(value)) {
        this.add(
          pointer,
          `must be ${rule.patternErrorMessage ?? `of the form ${rule.pattern}`}, found ${show(value, rule)}`,
          getHint(scalarRule, rule, lastStep(pointer)),
        );
      }
    }
    if (typeof value === 'number' || isExactNumber(value)) {
      if (rule.minimum !== undefined && compareNumbers(value, rule.minimum) < 0) {
        this.add(pointer, `must be at least ${rule.minimum}, found ${show(value, rule)}`);
      }
      if (rule.maximum !== undefined && compareNumbers(value, rule.maximum) > 0) {
        this.add(pointer, `must be at most ${rule.maximum}, found ${show(value, rule)}`);
      } else if (isExactNumber(value) && findTypes(rule)) {
        this.add(pointer, `must have at most 15 digits, found ${show(value, rule)}`);
      }
    }
  }

  #checkObject(rule: Rule, value: JsonObject, pointer: string): void {
    const names = Object.keys(value);
    const moved = this.#reportMisplaced(rule, value, pointer);
    for (const name of rule.required ?? []) {
      if (Object.hasOwn(value, name) || moved.has(name)) continue;
      const field = rule.properties?.[name];
      this.add(pointer, `${quoted(name)} is missing`, {
        rule: 'field-missing',
        missing: name,
        ...(field ? getHint(field, resolve(field, this.root), name) : {}),
      });
    }
    for (const [name, others] of Object.entries(rule.dependentRequired ?? {})) {
      if (!Object.hasOwn(value, name)) continue;
      for (const other of others.filter((one) => !Object.hasOwn(value, one))) {
        this.add(pointerTo(pointer, name), `${quoted(name)} needs ${quoted(other)} beside it`, {
          at: 'name',
        });
      }
    }
    if (rule.minProperties !== undefined && names.length < rule.minProperties) {
      this.add(pointer, 'must not be empty', getHint(rule));
    }
    if (rule.maxProperties !== undefined && names.length > rule.maxProperties) {
      const only = rule.maxProperties === 1 ? 'one name' : `${rule.maxProperties} names`;
      this.add(
        pointerTo(pointer, names[rule.maxProperties] ?? ''),
        `only ${only} can stand here, found ${names.length}`,
      );
    }
    this.#around.push({ rule, value, pointer });
    for (const name of names) {
      if (this.faults.length >= this.max) break;
      if (!moved.has(name)) this.#checkMember(rule, name, value[name] ?? null, pointerTo(pointer, name));
    }
    this.#around.pop();
  }

  /**
   * Reports fields that belong to an object in this one, or to the object around it.
   * @returns the names of these fields, and of the missing fields that they explain
   */
  #reportMisplaced(rule: Rule, value: JsonObject, pointer: string): ReadonlySet<string> {
    const moved = new Set<string>();
    if (rule.additionalProperties !== false) return moved;
    const properties = rule.properties ?? {};
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
    if (unknown.length === 0) return moved;
    for (const { field, names } of tooShallow(unknown, rule, value, this.root)) {
      const listed = names.map(quoted).join(', ');
      const [message, hint] = Object.hasOwn(value, field)
        ? [`${listed} must be in ${quoted(field)}`, `Indent ${listed} below ${quoted(field)}.`]
        : [
            `${listed} must be in ${quoted(field)}`,
            `Write ${quoted(`${field}:`)}, and indent ${listed} below it.`,
          ];
      this.add(pointerTo(pointer, names[0] ?? ''), message, { rule: 'field-unknown', at: 'name', hint });
      for (const name of [field, ...names]) moved.add(name);
      if (Object.hasOwn(value, field)) moved.delete(field);
    }
    for (const name of unknown.filter((each) => !moved.has(each))) {
      const far = farIn(name, rule, this.root);
      if (far === undefined) continue;
      const [outer = '', inner = ''] = far.split('.');
      const hint = `Write ${quoted(`${outer}: { ${inner}: { ${name}: … } }`)}.`;
      const message = `${quoted(name)} must be in ${quoted(far)}`;
      this.add(pointerTo(pointer, name), message, { rule: 'field-unknown', at: 'name', hint });
      for (const each of [name, outer]) moved.add(each);
      if (Object.hasOwn(value, outer)) moved.delete(outer);
    }
    const outer = this.#around.at(-1);
    const field = lastStep(pointer);
    if (!outer || field === undefined || pointer !== pointerTo(outer.pointer, field)) return moved;
    for (const name of unknown.filter((each) => !moved.has(each) && isField(outer, each))) {
      const own = quoted(field);
      const hint = `Write ${quoted(name)} beside ${own}, not in it.`;
      const message = `${quoted(name)} is no field of ${own}`;
      this.add(pointerTo(pointer, name), message, { rule: 'field-unknown', at: 'name', hint });
      moved.add(name);
      this.#drop(outer.pointer, name);
    }
    return moved;
  }

  /** Leaves out that a field is missing, which is in another place. */
  #drop(pointer: string, name: string): void {
    const index = this.faults.findIndex((fault) => fault.missing === name && fault.pointer === pointer);
    if (index !== -1) this.faults.splice(index, 1);
  }

  #checkMember(rule: Rule, name: string, value: Json, pointer: string): void {
    if (rule.propertyNames && !this.fits(rule.propertyNames, name)) {
      const form = rule.propertyNames.patternErrorMessage ?? `of the form ${rule.propertyNames.pattern}`;
      this.add(pointer, `the name ${quoted(name)} must be ${form}`, { at: 'name' });
    }
    const properties = rule.properties ?? {};
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field) this.check(field, value, pointer);
    else if (rule.additionalProperties === false) {
      this.add(pointer, `unknown field ${quoted(name)}`, {
        rule: 'field-unknown',
        at: 'name',
        knownNames: Object.keys(properties),
        ...besideAs(name, lastStep(pointer.slice(0, pointer.lastIndexOf('/'))), rule),
      });
    } else if (typeof rule.additionalProperties === 'object') {
      this.check(rule.additionalProperties, value, pointer);
    }
  }

  #checkList(rule: Rule, value: readonly Json[], pointer: string): void {
    if (rule.minItems !== undefined && value.length < rule.minItems) {
      this.add(pointer, `needs at least ${rule.minItems === 1 ? 'one item' : `${rule.minItems} items`}`);
    }
    if (!rule.items) return;
    for (const [index, item] of value.entries()) this.check(rule.items, item, pointerTo(pointer, index));
  }
}

/**
 * Returns the most telling faults of `value`: where the schema offers alternatives, those of the intended one. Covers the
 * keywords of this folder's schemas, which a test compares with the compiled validators.
 */
export function findFaults(schema: JsonObject, value: Json): Fault[] {
  const root = schema as unknown as Rule;
  const finder = new SchemaWalk(root);
  finder.check(root, value, '');
  return finder.faults;
}
