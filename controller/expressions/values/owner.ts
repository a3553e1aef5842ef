import { add } from './arithmetic.js';
import { isObject, type Json, type JsonObject, setProperty } from './json.js';
import { allocate, charge } from './run.js';
import { withMember } from './update.js';

/**
 * The containers that one computation made and that only its result refers to. They may be changed in place, so that a
 * result of n parts takes n steps instead of n²/2. Before a value that may hold such a container is used in a second
 * place, the computation must call `disown`.
 */
export class Owner {
  private readonly owned = new Set<object>();

  disown(): void {
    this.owned.clear();
  }

  /** Returns `left + right`; an owned `left` is changed itself. */
  add(left: Json, right: Json): Json {
    if (Array.isArray(left) && Array.isArray(right) && this.owned.has(left)) {
      allocate(right.length * 16);
      charge(right.length >> 4);
      for (const item of right) left.push(item);
      return left;
    }
    if (isObject(left) && isObject(right) && this.owned.has(left)) {
      for (const [key, value] of Object.entries(right)) this.put(left, key, value);
      return left;
    }
    const sum = add(left, right);
    if (sum !== left && sum !== right && typeof sum === 'object' && sum !== null) this.owned.add(sum);
    return sum;
  }

  /** Returns `container` with `value` under `key`; an owned container is changed itself. */
  store(container: Json, key: Json, value: Json): Json {
    if (typeof container === 'object' && container !== null && this.owned.has(container)) {
      if (typeof key === 'string' && isObject(container)) {
        this.put(container, key, value);
        return container;
      }
      if (typeof key === 'number' && Array.isArray(container) && key >= 0 && key <= container.length) {
        allocate(16);
        container[Math.floor(key)] = value;
        return container;
      }
    }
    const changed = withMember(container, key, value);
    if (typeof changed === 'object' && changed !== null) this.owned.add(changed);
    return changed;
  }

  private put(object: JsonObject, key: string, value: Json): void {
    allocate(16);
    setProperty(object, key, value);
  }
}
