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
  return entries.flatMap((entry): JournalEntry[] => {
    if (!('key' in entry)) return [entry];
    const moved = moveKey(entry.key, before, after);
    if (moved === undefined) return [];
    const isExpression = entry.t === 'value' && /\+\d+$/.test(entry.key);
    return isExpression && !moved.isSame ? [] : [{ ...entry, key: moved.key }];
  });
}

/** A step of a reference, with the marks of its iteration and attempt: `loop@3`, `get#2:answer`. */
const stepPattern = /^([^@#~:]*)(.*)$/s;

function moveKey(key: string, before: Json, after: Json): { key: string; isSame: boolean } | undefined {
  let [old, now]: (Json | undefined)[] = [before, after];
  const steps: string[] = [];
  let isSame = false;
  // All behind the first colon belongs to the task, and may have slashes of its own.
  const colon = key.indexOf(':');
  const path = colon === -1 ? key : key.slice(0, colon);
  const suffix = colon === -1 ? '' : key.slice(colon);
  for (const step of path.split('/').slice(1)) {
    const [, name = '', marks = ''] = stepPattern.exec(step) ?? [];
    if (Array.isArray(old) && Array.isArray(now)) {
      const [task] = Object.keys((old[Number(name)] as object | undefined) ?? {});
      const index = now.findIndex((each) => isObject(each) && Object.keys(each)[0] === task);
      if (task === undefined || index === -1) return undefined;
      old = old[Number(name)];
      now = now[index];
      steps.push(`${index}${marks}`);
    } else if (isObject(old) && isObject(now) && Object.hasOwn(old, name) && Object.hasOwn(now, name)) {
      old = old[name];
      now = now[name];
      isSame = isEqual(old ?? null, now ?? null);
      steps.push(step);
    } else return isObject(old) && Object.hasOwn(old, name) ? undefined : { key, isSame: true };
  }
  return { key: `/${steps.join('/')}${suffix}`, isSame };
}
