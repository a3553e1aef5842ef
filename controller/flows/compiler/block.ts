import type { Json } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import { type Block, CONTINUE, type TaskNode } from '../plan/node.js';
import type { DocumentContext } from './document.js';
import { readEntries } from './entries.js';

/** The position of a block. */
export interface BlockPlace {
  readonly pointer: string;
  /** Like the pointer, but inside a function it is below the task that calls the function. */
  readonly reference: string;
  /** The part of its tasks' keys between the key of the step around it and their names. */
  readonly segment: string;
  readonly locals: readonly string[];
  readonly depth: number;
  /** True for the branches of a fork: none can send the flow to another. */
  readonly concurrent: boolean;
  /** Pointer of the innermost loop around it whose iterations run side by side. */
  readonly loop?: string | undefined;
}

/** The position of a task. */
export interface TaskPlace extends BlockPlace {
  readonly name: string;
  /** Names of the tasks in its block. */
  readonly siblings: readonly string[];
  readonly quiet: boolean;
}

type CompileTask = (definition: Json, place: TaskPlace) => TaskNode;

/** Compiles a list of tasks, each an object with one key: its name. */
export function compileBlock(
  document: DocumentContext,
  value: Json | undefined,
  place: BlockPlace,
  compileTask: CompileTask,
): Block {
  const entries = readEntries(document, value, place.pointer);
  const siblings = entries.map(({ name }) => name);
  for (const name of siblings) document.taskNames.add(name);
  const tasks = entries.map(({ name, definition, suffix }) =>
    compileTask(definition, {
      // Field by field: to copy the place with its further fields takes several times as long.
      pointer: place.pointer + suffix,
      reference: place.reference + suffix,
      segment: place.segment + suffix,
      locals: place.locals,
      depth: place.depth,
      concurrent: place.concurrent,
      loop: place.loop,
      name,
      siblings,
      quiet: false,
    }),
  );
  const complete =
    Array.isArray(value) && value.length === tasks.length && entries.every(({ whole }) => whole);
  if (!place.concurrent && complete) warnUnreachable(document, tasks, place.pointer);
  const revisits = tasks.some((_, index) => successors(tasks, index).some((next) => next <= index));
  return { tasks, revisits };
}

/** Returns the indexes that may come directly after a task; the index past the last task is the block's end. */
function successors(tasks: readonly TaskNode[], index: number): number[] {
  const task = tasks[index];
  if (task === undefined) return [];
  const next = [...(task.body.jumps ?? [])];
  if (task.body.continues !== false) next.push(task.next);
  if (task.condition !== undefined) next.push(CONTINUE);
  return next.map((to) => (to === CONTINUE ? index + 1 : to)).filter((to) => to >= 0);
}

function warnUnreachable(document: DocumentContext, tasks: readonly TaskNode[], pointer: string): void {
  const reached = new Set<number>();
  const queue = [0];
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    queue.push(...successors(tasks, index));
  }
  tasks.forEach((task, index) => {
    if (reached.has(index)) return;
    const at = pointerTo(pointerTo(pointer, index), task.name);
    const message = `no way leads to \`${task.name}\``;
    const hint = 'Go to it with `then`, or remove it.';
    document.report({ rule: 'unreachable-task', severity: 'warning', pointer: at, message, hint });
  });
}
