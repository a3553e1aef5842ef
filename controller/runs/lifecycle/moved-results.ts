import type { Json } from '../../../schemas/json/types.js';
import { isEqual, isObject } from '../../../schemas/json/values.js';
import type { JournalEntry } from '../journal/journal-entry.js';

/**
 * Returns the results of an ended run under the keys that its tasks have in another version of the flow. A task is the same one
 * as long as its name and the names of the tasks around it are: others may come before it. The results of tasks that are gone
 * are left out, and so are recorded values of expressions in tasks that were changed; what tasks did outside is kept.
 */
export function moveResults(
  entries: readonly JournalEntry[],
  before: Json,
  after: Json,
): readonly JournalEntry[] {
  const tasks = new TaskIndex();
  return entries.flatMap((entry): JournalEntry[] => {
    if (!('key' in entry)) return [entry];
    const moved = moveKey(entry.key, before, after, tasks);
    if (moved === undefined) return [];
    const isExpression = entry.t === 'value' && /\+\d+$/.test(entry.key);
    return isExpression && !tasks.isSame(moved) ? [] : [{ ...entry, key: moved.key }];
  });
}

/** A key in the other version, with the innermost named part in both; null for a key that is of no part of the flow. */
interface MovedKey {
  readonly key: string;
  readonly old?: Json;
  readonly now?: Json;
}

/** Positions and comparisons of tasks, each found once for all entries. */
class TaskIndex {
  readonly #positions = new Map<readonly Json[], ReadonlyMap<string, number>>();
  readonly #same = new Map<Json, boolean>();

  /** Returns the position of a task in a list; -1 for none of this name. */
  find(list: readonly Json[], name: string): number {
    let positions = this.#positions.get(list);
    if (!positions) {
      // The first of two tasks with one name counts.
      const named = list.flatMap((each, index): [string, number][] => {
        const [first] = isObject(each) ? Object.keys(each) : [];
        return first === undefined ? [] : [[first, index]];
      });
      positions = new Map(named.toReversed());
      this.#positions.set(list, positions);
    }
    return positions.get(name) ?? -1;
  }

  isSame({ old, now }: MovedKey): boolean {
    if (old === undefined || now === undefined) return false;
    const same = this.#same.get(old) ?? isEqual(old, now);
    if (typeof old === 'object') this.#same.set(old, same);
    return same;
  }
}

/** A step of a reference, with the marks of its iteration and attempt: `loop@3`, `get#2:answer`. */
const stepPattern = /^([^@#~:]*)(.*)$/s;

function moveKey(key: string, before: Json, after: Json, tasks: TaskIndex): MovedKey | undefined {
  let [old, now]: (Json | undefined)[] = [before, after];
  let named: Pick<MovedKey, 'old' | 'now'> = {};
  const steps: string[] = [];
  // All behind the first colon belongs to the task, and may have slashes of its own.
  const colon = key.indexOf(':');
  const path = colon === -1 ? key : key.slice(0, colon);
  const suffix = colon === -1 ? '' : key.slice(colon);
  for (const step of path.split('/').slice(1)) {
    const [, name = '', marks = ''] = stepPattern.exec(step) ?? [];
    if (Array.isArray(old) && Array.isArray(now)) {
      const [task] = Object.keys((old[Number(name)] as object | undefined) ?? {});
      const index = task === undefined ? -1 : tasks.find(now, task);
      if (index === -1) return undefined;
      old = old[Number(name)];
      now = now[index];
      steps.push(`${index}${marks}`);
    } else if (isObject(old) && isObject(now) && Object.hasOwn(old, name) && Object.hasOwn(now, name)) {
      old = old[name];
      now = now[name];
      named = { old: old ?? null, now: now ?? null };
      steps.push(step);
    } else return isObject(old) && Object.hasOwn(old, name) ? undefined : { key, old: null, now: null };
  }
  return { key: `/${steps.join('/')}${suffix}`, ...named };
}
