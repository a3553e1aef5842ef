import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { cloneJson, isObject, member, pointerTo } from '../../../schemas/json/values.js';

/** The error of a place that is missing, or does not have the required value. */
export class PlaceError extends Error {
  readonly pointer: string;

  constructor(path: readonly string[], message: string) {
    const pointer = path.reduce<string>(pointerTo, '');
    super(`${message}, at \`${pointer}\``);
    this.pointer = pointer;
  }
}

/** A copy of a document, changed in place. Inserted values are copied. All methods throw PlaceError for a missing place. */
export class Draft {
  readonly #root: JsonObject;

  constructor(value: Json) {
    this.#root = { document: cloneJson(value) };
  }

  read(path: readonly string[]): Json {
    return path.reduce((holder, name, depth) => {
      const inner = findMember(holder, name);
      if (inner === undefined) throw new PlaceError(path.slice(0, depth + 1), 'there is nothing');
      return inner;
    }, this.#root['document'] as Json);
  }

  /** Sets a member, or inserts an item before the present one; `-` is behind the last. */
  insert(path: readonly string[], fresh: Json): void {
    const { holder, name } = this.#getHolder(path);
    const value = cloneJson(fresh);
    if (!Array.isArray(holder)) {
      holder[name] = value;
      return;
    }
    const index = name === '-' ? holder.length : indexOf(name);
    if (index === undefined || index > holder.length) {
      throw new PlaceError(path, `an item can be added at 0 to ${holder.length}, or at \`-\``);
    }
    holder.splice(index, 0, value);
  }

  remove(path: readonly string[]): Json {
    const value = this.read(path);
    const { holder, name } = this.#getHolder(path);
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
    return value;
  }

  replace(path: readonly string[], fresh: Json): void {
    this.read(path);
    const { holder, name } = this.#getHolder(path);
    (holder as JsonObject)[name] = cloneJson(fresh);
  }

  #getHolder(path: readonly string[]): { holder: JsonObject | Json[]; name: string } {
    const name = path.at(-1);
    if (name === undefined) return { holder: this.#root, name: 'document' };
    const above = path.slice(0, -1);
    const holder = this.read(above);
    if (typeof holder === 'object' && holder !== null) return { holder, name };
    throw new PlaceError(above, 'there is neither an object nor a list');
  }
}

function findMember(holder: Json, name: string): Json | undefined {
  if (isObject(holder)) return member(holder, name);
  const index = Array.isArray(holder) ? indexOf(name) : undefined;
  return index === undefined ? undefined : (holder as Json[])[index];
}

/** RFC 6901 section 4: no leading zeros. */
function indexOf(name: string): number | undefined {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) ? Number(name) : undefined;
}
