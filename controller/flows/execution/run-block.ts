import type { Json } from '../../../schemas/json.js';
import { CONTINUE, END } from './directive.js';
import type { Block } from './node.js';
import { runTask } from './run-task.js';
import type { Frame, Locals, RunState, Scope } from './scope.js';

/** How long a flow may keep the event loop to itself, in ms. */
const turnLength = 10;

/**
 * Performs the tasks of a block from the first, each with the output of the one before, and resolves with the last
 * one's. `frame.next` is END when the flow has to end, CONTINUE otherwise.
 */
export async function runBlock(block: Block, frame: Frame, input: Json): Promise<Json> {
  const { tasks } = block;
  const visits = block.revisits ? new Map<number, number>() : undefined;
  let data = input;
  let index = 0;
  frame.next = CONTINUE;
  for (let task = tasks[0]; task !== undefined; task = tasks[index]) {
    if ((++frame.run.steps & 63) === 0) await yieldTurn(frame.run);
    let visit = 1;
    if (visits !== undefined) {
      visit = (visits.get(index) ?? 0) + 1;
      visits.set(index, visit);
    }
    data = await runTask(task, frame, data, visit);
    const { next } = frame;
    if (next === CONTINUE) index++;
    else if (next >= 0) index = next;
    else break;
  }
  if (frame.next !== END) frame.next = CONTINUE;
  return data;
}

/** Lets timers, requests and cancellation have their turn when this flow has had its share. */
async function yieldTurn(run: RunState): Promise<void> {
  if (performance.now() - run.turn < turnLength) return;
  await run.host.yieldTurn();
  run.turn = performance.now();
}

/** A frame for a block inside the task of `scope`. */
export function inner(
  scope: Scope,
  change: { prefix?: string; attempt?: number; locals?: Locals | undefined } = {},
): Frame {
  const { frame } = scope;
  return {
    run: frame.run,
    prefix: change.prefix ?? scope.key,
    attempt: change.attempt ?? frame.attempt,
    signal: scope.signal,
    deadline: scope.deadline,
    locals: change.locals ?? frame.locals,
    context: frame.context,
    next: CONTINUE,
  };
}

/** Performs a block inside the task of `scope`; an END inside ends the flow after this task. */
export async function runInner(block: Block, scope: Scope, frame: Frame, input: Json): Promise<Json> {
  const output = await runBlock(block, frame, input);
  if (frame.next === END) scope.directive = END;
  return output;
}
