import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { getKind } from '../data/values.js';
import { isTruthy, runBlock } from '../execution/execute.js';
import { type FrameChange, inner, innerScope } from '../execution/frames.js';
import { taskError } from '../plan/errors.js';
import {
  type Block,
  END,
  type Evaluator,
  type Frame,
  type Locals,
  type Scope,
  type TaskBody,
} from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';
import { fill, type Template } from '../plan/template.js';
import { variable } from '../plan/variable.js';
import { runSideBySide } from './side-by-side.js';

/** The most iterations of one loop at a time. */
const maxConcurrent = 256;

/** A compiled loop. */
interface Loop {
  /** Names of the variables that hold the item and the index. */
  readonly each: string;
  readonly at: string;
  readonly items: Evaluator;
  readonly proceed: Evaluator | undefined;
  readonly block: Block;
}

/**
 * Performs its tasks once for each item. In order, the input of an iteration is the output of the one before, and the
 * output of the task is that of the last iteration, or the task's input when there are no items. With
 * `metadata.concurrency`, iterations run side by side: each gets the input of the task, and the output of the task is the
 * list of their outputs in the order of the items.
 */
export const forTask: TaskType = {
  key: 'for',
  compile(definition, context) {
    const concurrency = readConcurrency(definition, context);
    const loop = objectOr(definition['for']);
    const each = variable(loop['each'], 'item', 'for/each', context);
    const at = variable(loop['at'], 'index', 'for/at', context);
    const items = readItems(loop['in'], context);
    const loops = concurrency === undefined ? context : context.sideBySide();
    const inside = loops.withLocals([each, at]);
    const proceed = inside.condition(definition['while'], `${context.pointer}/while`);
    const block = inside.block(definition['do'], `${context.pointer}/do`);
    const compiled: Loop = { each, at, items, proceed, block };
    return concurrency === undefined ? inOrder(compiled) : sideBySide(compiled, concurrency);
  },
};

function inOrder(loop: Loop): TaskBody {
  const { items, proceed, block } = loop;
  return {
    async perform(scope, input) {
      let data = input;
      let index = 0;
      for (const item of collection(await items(input, scope), scope)) {
        const frame = iteration(loop, scope, { index, item });
        if (proceed !== undefined && !isTruthy(await proceed(data, innerScope(scope, frame)))) break;
        data = await runBlock(block, frame, data);
        if (frame.next === END) {
          scope.directive = END;
          break;
        }
        index++;
      }
      return data;
    },
  };
}

function sideBySide(loop: Loop, concurrency: number): TaskBody {
  return {
    async perform(scope, input) {
      const items = collection(await loop.items(input, scope), scope);
      const { value } = scope.frame.context;
      return runSideBySide(scope, { count: items.length, concurrency }, async (index, signal) => {
        const own = { narrowed: signal, context: { value } };
        const frame = iteration(loop, scope, { index, item: items[index] ?? null }, own);
        const output = await runBlock(loop.block, frame, input);
        return { output, ends: frame.next === END };
      });
    },
  };
}

/** Returns the frame of one iteration, in which expressions see the item and its index. */
function iteration(
  { each, at }: Loop,
  scope: Scope,
  { index, item }: { index: number; item: Json },
  { narrowed, context }: Pick<FrameChange, 'narrowed' | 'context'> = {},
): Frame {
  const counter: Locals = { name: at, value: index, up: scope.frame.locals };
  const locals: Locals = { name: each, value: item, up: counter };
  return inner(scope, { prefix: `${scope.key}@${index}`, locals, narrowed, context });
}

/** Returns `metadata.concurrency`: the most iterations at a time; undefined for a loop in order. */
function readConcurrency(definition: JsonObject, context: TaskContext): number | undefined {
  const { concurrency } = objectOr(definition['metadata']);
  if (concurrency === undefined) return undefined;
  const pointer = `${context.pointer}/metadata/concurrency`;
  if (!Number.isInteger(concurrency) || Number(concurrency) < 1 || Number(concurrency) > maxConcurrent) {
    const message = `\`metadata.concurrency\` of a loop must be a whole number from 1 to ${maxConcurrent}`;
    context.report({ rule: 'flow-structure', pointer, replaces: pointer, message });
    return undefined;
  }
  if (definition['while'] !== undefined) {
    const message = `\`while\` cannot decide about iterations that run side by side (\`${pointer}\`)`;
    const hint = 'Remove `metadata.concurrency`, or select the items in `for.in`.';
    context.fault(`${context.pointer}/while`, message, hint);
  }
  return Number(concurrency);
}

/** Compiles an expression, or a list of items. */
function readItems(value: Json | undefined, context: TaskContext): Evaluator {
  const pointer = `${context.pointer}/for/in`;
  if (typeof value === 'string') return context.expression(value, pointer) ?? (() => []);
  if (Array.isArray(value)) {
    const template: Template = context.template(value, pointer);
    return (input, scope) => fill(template, input, scope);
  }
  context.fault(pointer, `must be an expression or a list, not ${getKind(value)}`);
  return () => [];
}

function collection(value: Json, scope: Scope): Json[] {
  if (Array.isArray(value)) return value;
  throw taskError('expression', scope, `\`for.in\` must give an array, not ${getKind(value)}`);
}
