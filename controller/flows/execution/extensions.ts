import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { isTurnOver } from '../../concurrency/loop-turn.js';
import {
  type Block,
  dateTime,
  END,
  EXIT,
  type Extension,
  type Frame,
  type Locals,
  type Scope,
} from '../plan/node.js';
import { inner } from './frames.js';
import { getNow } from './host-calls.js';

/** Performs a block; `frame.next` is how it ended. */
type RunBlock = (block: Block, frame: Frame, input: Json) => Promise<Json>;

/** The outcome of the tasks before a task. */
export interface OpenedExtensions {
  /** The extensions whose `after` follows the task, innermost first. */
  readonly open: readonly Extension[];
  /** The raw output of the task, when a task before it ended with `exit` or `end` so that it is not performed. */
  readonly instead: Json | undefined;
}

/** Performs the tasks before the task of `scope`; their outputs do not change its input. */
export async function runBefore(
  extensions: readonly Extension[],
  scope: Scope,
  runBlock: RunBlock,
): Promise<OpenedExtensions> {
  const open: Extension[] = [];
  const run = runner(scope, runBlock);
  for (const extension of extensions) {
    if (isTurnOver()) await scope.frame.run.host.yieldTurn(false);
    if (!(await extension.applies(scope.input, scope))) continue;
    if (extension.before !== undefined) {
      const { output, next } = await run(extension.before, scope.input);
      if (next === END) scope.directive = END;
      if (next === END) return { open: [], instead: output };
      if (next === EXIT) return { open, instead: output };
    }
    open.unshift(extension);
  }
  return { open, instead: undefined };
}

/** Performs the tasks after the task of `scope`; only `end` changes what follows. */
export async function runAfter({ open }: OpenedExtensions, scope: Scope, runBlock: RunBlock): Promise<void> {
  const run = runner(scope, runBlock);
  for (const { after } of open) {
    if (after === undefined) continue;
    const { next } = await run(after, scope.output);
    if (next !== END) continue;
    scope.directive = END;
    return;
  }
}

function runner(scope: Scope, runBlock: RunBlock) {
  return async (block: Block, input: Json): Promise<{ output: Json; next: number }> => {
    const frame = inner(scope, { locals: extendedTask(scope) });
    const output = await runBlock(block, frame, input);
    return { output, next: frame.next };
  };
}

/** `$task` of an extension: the fields of the extended task, with those of the DSL's task descriptor. */
export function extendedTask(scope: Scope): Locals {
  let value: JsonObject | undefined;
  return {
    name: 'task',
    up: undefined,
    get value() {
      value ??= describe(scope);
      return value;
    },
  };
}

function describe({ task, frame, key, rawInput, rawOutput }: Scope): JsonObject {
  const { name, reference, definition } = task;
  const startedAt = frame.run.host.value(`${key}:startedAt`, () => getNow(frame.run.host)) as number;
  const facts = { name, reference, definition, startedAt: dateTime(startedAt) };
  return { ...objectOr(definition), ...facts, input: rawInput, output: rawOutput };
}
