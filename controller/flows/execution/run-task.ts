import type { Json } from '../../../schemas/json.js';
import { untilAborted } from '../../signals/index.js';
import { FlowError } from '../contract.js';
import { located, standardError } from '../errors.js';
import { CONTINUE } from './directive.js';
import { Cancelled } from './interruption.js';
import type { Gate, TaskNode } from './node.js';
import { noteTask } from './note.js';
import { type Frame, Scope } from './scope.js';
import { withTimeout } from './timeout.js';

/**
 * One execution of one task: the stages of the DSL's "Data Flow" in order. Resolves with the transformed output;
 * `frame.next` says where to go. Every error but an interruption leaves with the task as its `instance`.
 * @param visit how often the block has come to this task, from 1.
 * @throws FlowError | Interrupted
 */
export async function runTask(node: TaskNode, frame: Frame, raw: Json, visit: number): Promise<Json> {
  if (frame.signal.aborted) throw frame.signal.reason;
  const { run } = frame;
  const path = frame.prefix === '' ? node.segment : frame.prefix + node.segment;
  const key = visit === 1 ? path : `${path}~${visit}`;
  const scope = new Scope(node, frame, key, raw);
  let started = false;
  try {
    if (node.usesSecrets && run.secrets === undefined) await untilAborted(run.loadSecrets(), frame.signal);
    if (node.usesTask) scope.startedAt = run.host.value(`${key}:startedAt`, Date.now) as number;
    if (node.condition !== undefined && !truthy(node.condition(raw, scope))) {
      noteTask(scope, 'skipped');
      frame.next = CONTINUE;
      return raw;
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
  const input = pass(node.input, 'input', scope.rawInput, scope);
  scope.input = input;
  let output =
    node.timeout === undefined
      ? node.body.perform(scope, input)
      : withTimeout(scope, node.timeout(input, scope), () => node.body.perform(scope, input));
  if (output instanceof Promise) output = await output;
  scope.rawOutput = output;
  if (node.output !== undefined) output = pass(node.output, 'output', output, scope);
  scope.output = output;
  if (node.export !== undefined) {
    const from = node.export.transform === undefined ? scope.frame.context.value : output;
    scope.frame.context.value = pass(node.export, 'export', from, scope);
  }
  return output;
}

/** Validates and transforms; input in this order, output and exports the other way round. @throws FlowError */
export function pass(
  gate: Gate | undefined,
  name: 'input' | 'output' | 'export',
  value: Json,
  scope: Scope,
): Json {
  if (gate === undefined) return value;
  if (name === 'input') validate(gate, name, value, scope);
  const transformed = gate.transform === undefined ? value : gate.transform(value, scope);
  if (name !== 'input') validate(gate, name, transformed, scope);
  return transformed;
}

function validate(gate: Gate, name: string, value: Json, scope: Scope): void {
  if (gate.check === undefined) return;
  const findings = gate.check.findings(value);
  if (findings.length === 0) return;
  const list = findings.map(({ pointer, message }) => `${pointer || 'the value'} ${message}`).join('; ');
  throw standardError('validation', {
    detail: `\`${name}.schema\`: ${list}`,
    instance: scope.task.reference,
  });
}

function ended(node: TaskNode, scope: Scope, error: unknown): unknown {
  if (error instanceof Cancelled) noteTask(scope, 'cancelled');
  const known = located(error, node.reference);
  if (known instanceof FlowError) noteTask(scope, 'faulted', undefined, known.body);
  return known;
}

/** The expression language's truth. */
export function truthy(value: Json): boolean {
  return value !== null && value !== false;
}
