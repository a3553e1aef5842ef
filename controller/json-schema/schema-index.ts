import { type Dialect, dialects } from '../../schemas/index.js';
import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { decodeStep, isObject, pointerTo } from '../../schemas/json/values.js';
import { getKeywords } from './keywords.js';

/** A schema inside a document, or the document itself. Boolean schemas are left out. */
export interface Subschema {
  readonly schema: JsonObject;
  /** Relative to the document. */
  readonly pointer: string;
  /** The absolute URI that its references are relative to. */
  readonly base: string;
}

/** Schemas deeper than this are refused: the validator's compiler is recursive. */
const deepest = 64;

/** The base of a document without `$id`; no document can name it by accident. */
const rootBase = 'schema://svc.invalid/';

/** The schemas of a document, and the targets of its references. */
export class SchemaIndex {
  readonly subschemas: Subschema[] = [];
  /** The first place that is nested too deep; what is inside it is not in the index. */
  tooDeep: string | undefined;
  readonly #byPointer = new Map<string, Subschema | boolean>();
  /** Pointers of the schemas with `$id`, and of those with an anchor, by absolute URI. */
  readonly #named = new Map<string, string>();

  constructor(root: JsonSchema, dialect: Dialect) {
    this.#named.set(rootBase, '');
    this.#visit(root, '', { base: rootBase, depth: 0, dialect });
  }

  /** True when the document uses names beside JSON pointers; the validator decides whether it can resolve them. */
  get hasNames(): boolean {
    return this.#named.size > 1;
  }

  get root(): Subschema | undefined {
    return this.subschemas[0];
  }

  /** Returns the schema at a pointer. */
  at(pointer: string): Subschema | boolean | undefined {
    return this.#byPointer.get(pointer);
  }

  /** Returns the target of a reference; `meta` for a dialect's own schema, undefined for none. */
  resolve(reference: string, base: string): Subschema | boolean | 'meta' | undefined {
    const uri = absolute(reference, base);
    if (uri === undefined) return undefined;
    const [document = '', fragment = ''] = uri.split('#', 2);
    const resource = this.#named.get(document);
    if (resource === undefined) return isMeta(document) ? 'meta' : undefined;
    if (fragment !== '' && !fragment.startsWith('/')) return this.at(this.#named.get(uri) ?? 'none');
    const steps = fragment.split('/').slice(1).map(decoded);
    return this.at(steps.reduce(pointerTo, resource));
  }

  #visit(value: Json | undefined, pointer: string, from: { base: string; depth: number; dialect: Dialect }) {
    if (typeof value === 'boolean') this.#byPointer.set(pointer, value);
    if (!isObject(value)) return;
    if (from.depth > deepest) {
      this.tooDeep ??= pointer;
      return;
    }
    const base = this.#name(value, pointer, from.base);
    const subschema = { schema: value, pointer, base };
    this.subschemas.push(subschema);
    this.#byPointer.set(pointer, subschema);
    for (const [at, inner] of schemasIn(value, pointer, from.dialect)) {
      this.#visit(inner, at, { ...from, base, depth: from.depth + 1 });
    }
  }

  /** Records the names of a schema; returns the base of the references in it. */
  #name({ $id, $anchor, $dynamicAnchor }: JsonObject, pointer: string, outer: string): string {
    const own = typeof $id === 'string' ? absolute($id, outer) : undefined;
    // In draft-07 an `$id` may be an anchor.
    if (own !== undefined) this.#named.set(own.replace(/#$/, ''), pointer);
    const base = own === undefined || /#./.test(own) ? outer : own.replace(/#$/, '');
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === 'string') this.#named.set(`${base}#${anchor}`, pointer);
    }
    return base;
  }
}

/** Returns the schemas directly inside a schema, with their pointers. */
export function schemasIn(schema: JsonObject, pointer: string, dialect: Dialect): [string, Json][] {
  const keywords = getKeywords(dialect);
  return Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    const at = pointerTo(pointer, keyword);
    const holds = keywords.get(keyword) ?? 'value';
    if (holds === 'value' || value === null || typeof value !== 'object') {
      return holds === 'schema' ? [[at, value]] : [];
    }
    // `items` is a list in draft-07, and `dependencies` may hold lists of names.
    if (Array.isArray(value)) return value.map((inner, index) => [pointerTo(at, index), inner]);
    if (holds === 'schema') return [[at, value]];
    return Object.entries(value).map(([name, inner]) => [pointerTo(at, name), inner]);
  });
}

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#$/, '') : undefined;
}

function isMeta(document: string): boolean {
  const { 'draft-07': draft07, 'draft-2020-12': draft2020 } = dialects;
  return (
    document === draft07 ||
    document === draft2020 ||
    document.startsWith(draft2020.replace(/schema$/, 'meta/'))
  );
}

function decoded(step: string): string {
  try {
    return decodeStep(decodeURIComponent(step));
  } catch {
    return decodeStep(step);
  }
}
