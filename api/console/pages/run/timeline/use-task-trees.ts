import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Run, type TaskExecution, taskLevelQuery, taskQuery } from '../../../data/runs.js';
import { splitTaskId } from '../../../data/task-ids.js';
import { buildTaskTree, type Gap, type TaskNode } from './task-tree.js';

interface TaskTrees {
  /** The executions of each run that have arrived, by the id of the run. */
  tasks: ReadonlyMap<string, readonly TaskExecution[]>;
  trees: ReadonlyMap<string, readonly TaskNode[]>;
  /** Runs with so many executions that they come level after level. */
  longRuns: ReadonlySet<string>;
  gaps: readonly Gap[];
  showMore: (parent: string) => void;
  error: unknown;
  retry: () => void;
}

/**
 * Reads the timelines of runs: a short one at once, of a long one the outermost executions and the levels that are open.
 * @param open ids of the executions and iterations that are open
 */
export function useTaskTrees(
  branch: Run['branch'],
  runs: readonly string[],
  open: readonly string[],
): TaskTrees {
  /** The cursors of the further pages of each level. */
  const [cursors, setCursors] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const firsts = useQueries({ queries: runs.map((id) => taskQuery({ id, branch })) });
  const longRuns = new Set(runs.filter((_id, index) => firsts[index]?.data?.nextCursor));
  const parents = [
    ...new Set([
      ...[...longRuns].map((id) => `${id}/`),
      ...open.filter((id) => longRuns.has(splitTaskId(id).run)),
    ]),
  ];
  const pages = parents.flatMap((parent) =>
    [undefined, ...(cursors.get(parent) ?? [])].map((cursor) => ({ parent, cursor })),
  );
  const levels = useQueries({
    queries: pages.map(({ parent, cursor }) => {
      const { run: id, key } = splitTaskId(parent);
      return taskLevelQuery({ id, branch }, key, cursor);
    }),
  });
  const data = [...firsts, ...levels].map((each) => each.data);
  const built = useStable([...runs, ...data], () => {
    const tasks = new Map<string, readonly TaskExecution[]>();
    for (const [index, id] of runs.entries()) {
      const first = firsts[index]?.data;
      if (first) tasks.set(id, longRuns.has(id) ? joinLevels(id, pages, levels) : first.items);
    }
    const trees = new Map([...tasks].map(([id, items]) => [id, buildTaskTree(id, items)]));
    return { tasks, trees };
  });
  const failed = [...firsts, ...levels].find((each) => each.isError);
  return {
    ...built,
    longRuns,
    gaps: findGaps(pages, levels),
    error: failed?.error,
    retry: () => void failed?.refetch(),
    showMore: (parent) => {
      const last = pages.findLastIndex((page) => page.parent === parent);
      const next = levels[last]?.data?.nextCursor;
      if (next) setCursors(new Map(cursors).set(parent, [...(cursors.get(parent) ?? []), next]));
    },
  };
}

type Level = UseQueryResult<{ items: TaskExecution[]; nextCursor?: string | null }>;
interface Page {
  parent: string;
  cursor: string | undefined;
}

/** The executions of the levels of a run, each once: an iteration can be open by itself, and in the list of its loop. */
function joinLevels(run: string, pages: readonly Page[], levels: readonly Level[]): TaskExecution[] {
  const tasks = new Map<string, TaskExecution>();
  for (const [index, { parent }] of pages.entries()) {
    if (splitTaskId(parent).run !== run) continue;
    for (const task of levels[index]?.data?.items ?? []) tasks.set(task.key, task);
  }
  return [...tasks.values()];
}

function findGaps(pages: readonly Page[], levels: readonly Level[]): Gap[] {
  return pages.flatMap(({ parent }, index) => {
    const level = levels[index];
    const isLast = pages[index + 1]?.parent !== parent;
    if (!isLast || (level?.data && !level.data.nextCursor) || level?.isError) return [];
    const before = level?.data ?? (pages[index - 1]?.parent === parent ? levels[index - 1]?.data : undefined);
    const last = before?.items.at(-1)?.key;
    const { run } = splitTaskId(parent);
    return [{ parent, last: last === undefined ? undefined : run + last, isLoading: !level?.data }];
  });
}

/** Returns what `build` returned last, as long as all `parts` are the same. */
function useStable<T>(parts: readonly unknown[], build: () => T): T {
  const before = useRef<{ parts: readonly unknown[]; value: T }>(undefined);
  const isSame =
    before.current?.parts.length === parts.length &&
    parts.every((part, index) => part === before.current?.parts[index]);
  if (!before.current || !isSame) before.current = { parts, value: build() };
  return before.current.value;
}
