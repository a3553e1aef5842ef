import { isObject, type Json, type JsonObject, setProperty } from '../json.js';
import { allocate, charge } from '../runtime/run.js';
import { add } from './arithmetic.js';
import { withMember } from './update.js';

/**
 * Keeps track of the containers that one computation has made and that only its result refers to: those
 * may be changed in place, which makes building a result of n parts take n steps instead of n²/2. Whoever
 * lets a value that may hold such a container be seen a second time must call `disown`.
 */
export class Owner {
  private readonly owned = new Set<object>();

  disown(): void {
    this.owned.clear();
  }

  /** `left + right`, added to `left` itself where that is owned. */
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

  /** `container` with `value` under `key`, changed in place where it is owned. */
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
