import type { Json, JsonObject } from '../../../schemas/json.js';
import { child } from '../data/pointer.js';
import { isObject, kindOf } from '../data/values.js';
import { CONTINUE } from '../execution/directive.js';
import type { Block, TaskNode } from '../execution/node.js';
import type { BlockOptions } from '../tasks/contract.js';
import type { DocumentContext } from './document.js';

/** Where a block stands. */
export interface BlockPlace {
  readonly pointer: string;
  /** As the pointer, but inside functions: under the task that calls. */
  readonly reference: string;
  /** What the names of its tasks' keys begin with, after the key of the step around. */
  readonly segment: string;
  readonly locals: readonly string[];
  readonly depth: number;
}

/** Where a task stands. */
export interface TaskPlace extends BlockPlace {
  readonly name: string;
  /** Names of the tasks in its block; none of them can be gone to from a branch of a fork. */
  readonly siblings: readonly string[];
  readonly concurrent: boolean;
  readonly quiet: boolean;
}

export type CompileTask = (definition: Json, place: TaskPlace) => TaskNode;

/** A list of tasks, each an object with one key: its name. */
export function compileBlock(
  document: DocumentContext,
  value: Json | undefined,
  place: BlockPlace,
  options: BlockOptions,
  compileTask: CompileTask,
): Block {
  const entries = readEntries(document, value, place.pointer);
  const siblings = entries.map(({ name }) => name);
  const tasks = entries.map(({ name, definition, index }) => {
    const suffix = child(child('', index), name);
    return compileTask(definition, {
      pointer: place.pointer + suffix,
      reference: place.reference + suffix,
      segment: place.segment + suffix,
      locals: [...place.locals, ...(options.locals ?? [])],
      depth: place.depth,
      name,
      siblings,
      concurrent: options.concurrent === true,
      quiet: false,
    });
  });
  const complete = Array.isArray(value) && value.length === tasks.length;
  if (options.concurrent !== true && complete) warnUnreachable(document, tasks, place.pointer);
  return {
    tasks,
    revisits: tasks.some((_, index) => successors(tasks, index).some((next) => next <= index)),
  };
}

interface Entry {
  index: number;
  name: string;
  definition: Json;
}

function readEntries(document: DocumentContext, value: Json | undefined, pointer: string): Entry[] {
  if (!Array.isArray(value)) {
    const found = value === undefined ? 'nothing' : kindOf(value);
    document.report({
      rule: 'flow-structure',
      pointer,
      message: `tasks are a list, not ${found}`,
      hint: 'Write `- <name>:` for each task.',
    });
    return [];
  }
  return value.flatMap((item, index) => {
    const names = isObject(item) ? Object.keys(item) : [];
    const [name] = names;
    if (name !== undefined && names.length === 1) {
      return [{ index, name, definition: (item as JsonObject)[name] ?? null }];
    }
    document.report({
      rule: 'flow-structure',
      pointer: child(pointer, index),
      message: names.length > 1 ? `one task to an item, not ${names.join(', ')}` : 'must be a named task',
      hint: 'Write `- <name>:` and indent the task below it.',
    });
    return [];
  });
}

/** Indexes that the flow can come to directly after a task; past the last one is the block's end. */
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
    document.report({
      rule: 'unreachable-task',
      severity: 'warning',
      pointer: child(child(pointer, index), task.name),
      message: `no way leads to \`${task.name}\``,
      hint: 'Go to it with `then`, or remove it.',
    });
  });
}
