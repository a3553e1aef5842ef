import type { TaskExecution } from '../../../data/runs.js';

type Difference = 'same' | 'onlyThis' | 'onlyOther' | 'status' | 'error' | 'input' | 'output';

/** The executions of two runs at the same place. */
export interface Pair {
  /** The names of the tasks around it and its own, with rounds: equal in both runs, wherever the tasks stand in the flow. */
  path: string;
  here: TaskExecution | undefined;
  there: TaskExecution | undefined;
  difference: Difference;
}

/** Returns the names in a key, with rounds, attempts and visits: `each@3/total` for `/do/0/each@3/do/1/total`. */
function getNamePath(key: string): string {
  return key
    .replaceAll(/(?:^|\/)(?:do|try|catch\/do|fork\/branches|foreach\/do)\/\d+(?=\/)/g, '')
    .replace(/^\//, '');
}

/** Aligns the executions of two runs by the names of their tasks, in the order of the first run; those of the other one stand behind what they followed. */
export function alignTasks(here: readonly TaskExecution[], there: readonly TaskExecution[]): Pair[] {
  const others = new Map(there.map((task) => [getNamePath(task.key), task]));
  const own = new Set(here.map((task) => getNamePath(task.key)));
  /** Executions of the other run alone, by the path of the one before them. */
  const extra = new Map<string, Pair[]>();
  let before = '';
  for (const task of there) {
    const path = getNamePath(task.key);
    if (own.has(path)) before = path;
    else {
      const list = extra.get(before) ?? [];
      list.push({ path, here: undefined, there: task, difference: 'onlyOther' });
      extra.set(before, list);
    }
  }
  const pairs = [...(extra.get('') ?? [])];
  for (const task of here) {
    const path = getNamePath(task.key);
    const other = others.get(path);
    pairs.push({ path, here: task, there: other, difference: compareTasks(task, other) });
    pairs.push(...(extra.get(path) ?? []));
  }
  return pairs;
}

function compareTasks(here: TaskExecution, there: TaskExecution | undefined): Difference {
  if (there === undefined) return 'onlyThis';
  if (here.inputDigest !== there.inputDigest) return 'input';
  if (here.status !== there.status) return 'status';
  if (here.error?.detail !== there.error?.detail || here.error?.type !== there.error?.type) return 'error';
  return here.outputDigest === there.outputDigest ? 'same' : 'output';
}

/**
 * Returns the place where two runs begin to differ: the first pair that differs; where it differs only in its end, the first one
 * inside of it that does.
 */
export function findFirstDifference(pairs: readonly Pair[]): Pair | undefined {
  let first = pairs.find(({ difference }) => difference !== 'same');
  while (first && first.difference !== 'input') {
    const { path } = first;
    const inside = pairs.find(
      (pair) =>
        pair.difference !== 'same' &&
        /^[/@#]/.test(pair.path.slice(path.length)) &&
        pair.path.startsWith(path),
    );
    if (!inside) break;
    first = inside;
  }
  return first;
}
