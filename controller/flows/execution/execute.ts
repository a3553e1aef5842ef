import type { Json } from '../../../schemas/json/types.js';
import { whenReady } from '../../concurrency/computing.js';
import { isTurnOver } from '../../concurrency/loop-turn.js';
import { untilAborted } from '../../concurrency/signals.js';
import type { Accepted } from '../../json-schema/index.js';
import { Cancelled, FlowError, type FlowErrorBody, taskError, withInstance } from '../plan/errors.js';
import type { FlowDescription, FlowPlan } from '../plan/flow-plan.js';
import type { FlowHost, TaskEvent } from '../plan/host.js';
import { replayLoss } from '../plan/losses.js';
import {
  type Block,
  CONTINUE,
  type DurationOf,
  END,
  type Frame,
  type Gate,
  RunState,
  Scope,
  type TaskNode,
} from '../plan/node.js';
import { runAfter, runBefore } from './extensions.js';
import { inner } from './frames.js';
import { getNow } from './host-calls.js';
import { withTimeout } from './timeout.js';

/** Turns after which an execution no longer counts as short. */
const shortTurns = 3;
/** An execution that has had less of its turn continues, in ms, so that many short runs start and end in one turn. */
const shortStretch = 1;

/**
 * Performs the tasks of a block from the first, each with the output of the one before, and resolves with the output of
 * the last. `frame.next` is END when the flow has to end, EXIT when a task ended the block, CONTINUE otherwise.
 */
export async function runBlock(block: Block, frame: Frame, input: Json): Promise<Json> {
  const { tasks } = block;
  const visits = block.revisits ? new Map<number, number>() : undefined;
  let data = input;
  let index = 0;
  frame.next = CONTINUE;
  for (let task = tasks[0]; task !== undefined; task = tasks[index]) {
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
  return data;
}

async function yieldTurn(run: RunState): Promise<void> {
  await run.host.yieldTurn(++run.turns <= shortTurns);
  run.resumedAt = performance.now();
}

/** Performs a block inside the task of `scope`; an END inside ends the flow after this task. */
export async function runInner(block: Block, scope: Scope, frame: Frame, input: Json): Promise<Json> {
  const output = await runBlock(block, frame, input);
  if (frame.next === END) scope.directive = END;
  return output;
}

/**
 * Executes a task once: the stages of the DSL's "Data Flow" in order. Resolves with the transformed output;
 * `frame.next` is the next step. Every error except an interruption leaves with the task as its `instance`.
 * @param visit counts how often the block has come to this task, from 1.
 * @throws FlowError | Interrupted
 */
export async function runTask(node: TaskNode, frame: Frame, raw: Json, visit: number): Promise<Json> {
  const { run } = frame;
  if (++run.steps > run.maxSteps) throw run.host.tooManyTasks();
  // Lets timers, requests and cancellation proceed.
  while (performance.now() - run.resumedAt > shortStretch && isTurnOver()) await yieldTurn(run);
  if (frame.narrowed === undefined) run.host.throwIfAborted();
  else frame.narrowed.throwIfAborted();
  const path = frame.prefix === '' ? node.segment : frame.prefix + node.segment;
  const key = visit === 1 ? path : `${path}~${visit}`;
  const scope = new Scope(node, frame, key, raw);
  let started = false;
  try {
    if (node.usesSecrets && run.secrets === undefined) await untilAborted(run.loadSecrets(), scope.ending);
    if (node.usesTask) scope.startedAt = run.host.value(`${key}:startedAt`, () => getNow(run.host)) as number;
    if (node.condition !== undefined) {
      const condition = node.condition(raw, scope);
      if (!isTruthy(condition instanceof Promise ? await condition : condition)) {
        noteTask(scope, 'skipped');
        frame.next = CONTINUE;
        return raw;
      }
    }
    started = true;
    noteTask(scope, 'started', raw);
    const output = await perform(node, scope);
    frame.next = scope.directive ?? node.next;
    noteTask(scope, 'completed', output);
    return output;
  } catch (error) {
    if (!started) noteTask(scope, 'started', raw);
    throw ended(node, scope, error);
  }
}

async function perform(node: TaskNode, scope: Scope): Promise<Json> {
  let input = passGate(node.input, 'input', scope.rawInput, scope);
  if (input instanceof Promise) input = await input;
  scope.input = input;
  if (node.input !== undefined) scope.frame.run.host.observe?.(scope.key, 'transformedInput', input);
  const opened = node.extensions && (await runBefore(node.extensions, scope, runBlock));
  let output = opened?.instead === undefined ? performBody(node, scope) : opened.instead;
  if (output instanceof Promise) output = await output;
  scope.rawOutput = output;
  if (node.output !== undefined) {
    scope.frame.run.host.observe?.(scope.key, 'rawOutput', output);
    output = passGate(node.output, 'output', output, scope);
  }
  if (output instanceof Promise) output = await output;
  scope.output = output;
  if (node.export !== undefined) {
    const from = node.export.transform === undefined ? scope.frame.context.value : output;
    const exported = passGate(node.export, 'export', from, scope);
    scope.frame.context.value = exported instanceof Promise ? await exported : exported;
  }
  if (opened !== undefined) await runAfter(opened, scope, runBlock);
  return output;
}

function performBody({ timeout, body }: TaskNode, scope: Scope): Json | Promise<Json> {
  const { input } = scope;
  return timeout === undefined
    ? body.perform(scope, input)
    : whenReady(timeout(input, scope), (ms) => withTimeout(scope, ms, () => body.perform(scope, input)));
}

/**
 * Validates an input and then transforms it; transforms an output or export and then validates it. Adds the defaults of the
 * schema before the validation. Gives a promise only when a thread checks or transforms the value; callers await no other result, as a
 * run would then wait for a turn before its first task begins. @throws FlowError
 */
export function passGate(
  gate: Gate | undefined,
  name: 'input' | 'output' | 'export',
  value: Json,
  scope: Scope,
): Json | Promise<Json> {
  if (gate === undefined) return value;
  const transform = (input: Json): Json | Promise<Json> =>
    gate.transform === undefined ? input : gate.transform(input, scope);
  if (name === 'input') {
    const acceptedInput = accept(gate, name, value, scope);
    return acceptedInput instanceof Promise ? acceptedInput.then(transform) : transform(acceptedInput);
  }
  const transformed = transform(value);
  if (transformed instanceof Promise) return transformed.then((output) => accept(gate, name, output, scope));
  return accept(gate, name, transformed, scope);
}

/** Returns the value with the defaults of the schema; a promise when a thread checks it. @throws FlowError */
function accept(gate: Gate, name: string, input: Json, scope: Scope): Json | Promise<Json> {
  const { check } = gate;
  if (check === undefined) return input;
  return replayLoss(scope, `${name}.schema`, () => {
    const accepted = check.acceptInSlices(input);
    return accepted instanceof Promise
      ? scope.frame.run.host
          .whileComputing(() => untilAborted(accepted, scope.ending))
          .then((outcome) => requireFit(outcome, name, scope))
      : requireFit(accepted, name, scope);
  });
}

/** @throws FlowError */
function requireFit({ value, findings, loss }: Accepted, name: string, scope: Scope): Json {
  if (findings.length === 0) return value;
  const list = findings.map(({ pointer, message }) => `${pointer || 'the value'} ${message}`).join('; ');
  throw taskError('validation', scope, `\`${name}.schema\`: ${list}`, loss);
}

/** Adds what happened to the task of `scope` to the timeline. */
export function noteTask(scope: Scope, type: TaskEvent['type'], data?: Json, error?: FlowErrorBody): void {
  const { task, frame } = scope;
  if (task.quiet) return;
  const event: TaskEvent = {
    type,
    key: scope.key,
    reference: task.reference,
    name: task.name,
    task: task.type,
    attempt: frame.attempt,
  };
  if (data !== undefined) event.data = data;
  if (error !== undefined) event.error = error;
  frame.run.host.note(event);
}

function ended(node: TaskNode, scope: Scope, error: unknown): unknown {
  if (error instanceof Cancelled) noteTask(scope, 'cancelled');
  const located = withInstance(error, node.reference);
  if (located instanceof FlowError) {
    // The tasks around it have the same error; what they worked on does not explain it.
    const isOwn = located.body.instance === node.reference;
    noteTask(scope, 'faulted', isOwn ? scope.input : undefined, located.body);
  }
  return located;
}

/** Tests a value as the expression language does. */
export function isTruthy(value: Json): boolean {
  return value !== null && value !== false;
}

/** The compiled parts of a flow that its execution needs. */
export interface FlowProgram {
  readonly block: Block;
  readonly input: Gate | undefined;
  readonly output: Gate | undefined;
  readonly timeout: DurationOf | undefined;
  /** True when the flow's own expressions use `$secrets`. */
  readonly usesSecrets: boolean;
}

export function executablePlan(description: FlowDescription, program: FlowProgram): FlowPlan {
  return {
    ...description,
    acceptInput: (input) => program.input?.check?.accept(input) ?? { value: input, findings: [] },
    acceptInputInSlices: (input) =>
      program.input?.check?.acceptInSlices(input) ?? { value: input, findings: [] },
    execute: (input, host) => execute(description, program, input, host),
  };
}

async function execute(
  flow: FlowDescription,
  program: FlowProgram,
  input: Json,
  host: FlowHost,
): Promise<Json> {
  host.throwIfAborted();
  const run = new RunState(flow, host, input);
  const frame: Frame = {
    run,
    prefix: '',
    attempt: 1,
    narrowed: undefined,
    deadline: Number.POSITIVE_INFINITY,
    locals: undefined,
    context: { value: null },
    next: CONTINUE,
  };
  if (program.usesSecrets) await run.loadSecrets();
  let start = passGate(program.input, 'input', input, flowScope(flow, '/input', frame));
  if (start instanceof Promise) start = await start;
  frame.context.value = start;
  let output: Json;
  if (program.timeout === undefined) output = await runBlock(program.block, frame, start);
  else {
    const scope = flowScope(flow, '/timeout', frame);
    const timed = () => runBlock(program.block, inner(scope, { prefix: '' }), start);
    output = await withTimeout(scope, await program.timeout(start, scope), timed);
  }
  return passGate(program.output, 'output', output, flowScope(flow, '/output', frame));
}

/** Returns a scope for the flow itself, in the position of a task. */
function flowScope({ name, definition }: FlowDescription, reference: string, frame: Frame): Scope {
  const facts = { reference, name, type: 'flow', quiet: true, definition };
  return new Scope(facts, frame, reference, frame.run.input);
}
