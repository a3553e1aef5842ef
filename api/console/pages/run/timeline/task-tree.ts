import type { TaskExecution } from '../../../data/runs.js';
import { splitTaskId } from '../../../data/task-ids.js';

/** An execution of a task, or a round of a loop, with what ran inside. */
export interface TaskNode {
  /** Unique in the timeline, which can show tasks of several runs. */
  id: string;
  run: string;
  /** Undefined for a round of a loop. */
  task: TaskExecution | undefined;
  /** The number of the round, from 0; undefined for tasks. */
  round: number | undefined;
  startedAt: number;
  /** Undefined while it goes on. */
  endedAt: number | undefined;
  hasFailed: boolean;
  children: TaskNode[];
}

/**
 * Builds the tree of the executions of a run: what runs inside a task hangs below it, what runs in a round of a loop below the
 * round, each in the order of starts.
 */
export function buildTaskTree(run: string, tasks: readonly TaskExecution[]): TaskNode[] {
  const roots: TaskNode[] = [];
  const nodes = new Map<string, TaskNode>();
  for (const task of tasks) {
    const node: TaskNode = {
      id: `${run}${task.key}`,
      run,
      task,
      round: undefined,
      startedAt: Date.parse(task.startedAt),
      endedAt: task.endedAt ? Date.parse(task.endedAt) : undefined,
      hasFailed: task.status === 'faulted',
      children: [],
    };
    const parent = findParent(nodes, run, task.key);
    (parent?.children ?? roots).push(node);
    nodes.set(task.key, node);
    // A failure that a task inside has caught is none of the round.
    if (parent?.round !== undefined) parent.hasFailed ||= node.hasFailed;
    noteInRounds(nodes, node, task.key);
  }
  return roots;
}

/** The node that a key stands inside; a round is added with its first task. */
function findParent(nodes: Map<string, TaskNode>, run: string, key: string): TaskNode | undefined {
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
    const prefix = key.slice(0, end);
    const node = nodes.get(prefix);
    if (node) return node;
    const round = /@(\d+)$/.exec(prefix);
    const loop = round ? nodes.get(prefix.slice(0, round.index)) : undefined;
    if (round && loop) return addRound(nodes, run, prefix, Number(round[1]), loop);
  }
  return undefined;
}

function addRound(
  nodes: Map<string, TaskNode>,
  run: string,
  key: string,
  round: number,
  loop: TaskNode,
): TaskNode {
  const node: TaskNode = {
    id: run + key,
    run,
    task: undefined,
    round,
    startedAt: Number.POSITIVE_INFINITY,
    endedAt: Number.NEGATIVE_INFINITY,
    hasFailed: false,
    children: [],
  };
  loop.children.push(node);
  nodes.set(key, node);
  return node;
}

/** A round lasts from the start of its first task to the end of its last one. */
function noteInRounds(nodes: Map<string, TaskNode>, node: TaskNode, key: string): void {
  for (const match of key.matchAll(/@\d+(?=\/)/g)) {
    const round = nodes.get(key.slice(0, match.index + match[0].length));
    if (!round) continue;
    round.startedAt = Math.min(round.startedAt, node.startedAt);
    round.endedAt =
      round.endedAt === undefined || node.endedAt === undefined
        ? undefined
        : Math.max(round.endedAt, node.endedAt);
  }
}

/** A line of the timeline. */
export interface TimelineRow {
  node: TaskNode;
  depth: number;
  isOpen: boolean;
  canOpen: boolean;
}

/**
 * Returns the lines in view: nodes, and what is inside those that are open.
 * @param childTrees trees of the subflows that are open in place, by the id of their run
 */
export function flattenTree(
  roots: readonly TaskNode[],
  isOpen: (node: TaskNode) => boolean,
  childTrees: ReadonlyMap<string, readonly TaskNode[]>,
  depth = 0,
): TimelineRow[] {
  return roots.flatMap((node) => {
    const child = node.task?.childRun;
    const open = isOpen(node);
    const row: TimelineRow = {
      node,
      depth,
      isOpen: open,
      canOpen: node.children.length > 0 || child != null || (node.task?.inside ?? 0) > 0,
    };
    if (!open) return [row];
    const inside = [...node.children, ...(child ? (childTrees.get(child) ?? []) : [])];
    return [row, ...flattenTree(inside, isOpen, childTrees, depth + 1)];
  });
}

/** Executions of a level that have not arrived. */
export interface Gap {
  /** The id of the execution or the iteration that they ran in. */
  parent: string;
  /** The id of the execution before them; undefined where none has arrived. */
  last: string | undefined;
  isLoading: boolean;
}

/** A line in the place of executions that have not arrived. */
export interface GapRow {
  gap: Gap;
  depth: number;
}

/** Adds a line for each gap in view, behind what has arrived of its level. */
export function addGaps(rows: readonly TimelineRow[], gaps: readonly Gap[]): (TimelineRow | GapRow)[] {
  const before = new Map<number, GapRow>();
  const places = new Map(rows.map(({ node }, index) => [node.id, index]));
  for (const gap of gaps) {
    const parent = places.get(gap.parent);
    const { run } = splitTaskId(gap.parent);
    const isOutermost = gap.parent === `${run}/`;
    if (parent === undefined && !isOutermost) continue;
    const depth = parent === undefined ? 0 : (rows[parent]?.depth ?? 0) + 1;
    if (parent !== undefined && !rows[parent]?.isOpen) continue;
    const last = gap.last === undefined ? parent : findRow(places, gap.last);
    if (last === undefined && !isOutermost) continue;
    let end = (last ?? -1) + 1;
    if (gap.last !== undefined) while ((rows[end]?.depth ?? -1) > depth) end++;
    before.set(end, { gap, depth });
  }
  if (before.size === 0) return [...rows];
  return [...rows, undefined].flatMap((row, index) => {
    const gap = before.get(index);
    return [...(gap ? [gap] : []), ...(row ? [row] : [])];
  });
}

/** The row of an execution, or of what it ran in where that is closed. */
function findRow(places: ReadonlyMap<string, number>, id: string): number | undefined {
  for (let end = id.length; end > 0; end = id.lastIndexOf('/', end - 1)) {
    const place = places.get(id.slice(0, end));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The block that a key ends in, below the key of the execution or the iteration that holds it. */
const innermost =
  /^((?:.*\/\d+\/[^/]+)?)(?:\/do|\/try|\/catch\/do|\/fork\/branches|\/foreach\/do)\/\d+\/[^/]+$/s;

/** Returns the ids of the executions and iterations around an execution, the outermost first. */
export function findParents(id: string): string[] {
  const { run, key } = splitTaskId(id);
  const parents: string[] = [];
  for (
    let above = innermost.exec(key)?.[1];
    above;
    above = innermost.exec(above.replace(/[@#]\d+$/, ''))?.[1]
  ) {
    parents.unshift(run + above);
    const loop = above.replace(/@\d+$/, '');
    if (loop !== above) parents.unshift(`${run}${loop}`);
  }
  return parents;
}

/** Ids of the nodes that lead to failures, and the runs of the subflows among them. */
export function findFailurePath(roots: readonly TaskNode[]): { nodes: string[]; runs: string[] } {
  const nodes: string[] = [];
  const runs: string[] = [];
  const walk = (node: TaskNode): boolean => {
    const isPath = [...node.children.map(walk), node.hasFailed].some(Boolean);
    if (!isPath) return false;
    nodes.push(node.id);
    if (node.task?.childRun && node.task.status === 'faulted') runs.push(node.task.childRun);
    return true;
  };
  for (const root of roots) walk(root);
  return { nodes, runs };
}

export interface TimeSpan {
  from: number;
  to: number;
}

/** The place of a node on the scale of the run, in percent; at least a sliver, so that it can be seen. */
export function placeBar(
  { startedAt, endedAt }: TaskNode,
  { from, to }: TimeSpan,
): { left: number; width: number } {
  const length = Math.max(1, to - from);
  const toPercent = (time: number) => Math.min(100, Math.max(0, ((time - from) / length) * 100));
  const left = toPercent(startedAt);
  const right = toPercent(endedAt ?? to);
  const width = Math.max(minBarPercent, right - left);
  return {
    left: Math.min(left, 100 - minBarPercent),
    width: Math.min(width, 100 - Math.min(left, 100 - minBarPercent)),
  };
}

const minBarPercent = 0.6;
