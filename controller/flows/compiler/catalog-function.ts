import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, member, pointerTo } from '../../../schemas/json/values.js';
import type { FlowFinding } from '../plan/flow-plan.js';
import type { TaskNode } from '../plan/node.js';
import type { TaskPlace } from './block.js';
import { DocumentContext } from './document.js';

type CompileTask = (document: DocumentContext, value: Json, place: TaskPlace) => TaskNode;

/** Returns the task of a function in a catalog, compiled once for all of its calls; undefined without a text that is one. */
export function findFunction(
  document: DocumentContext,
  call: string,
  compileTask: CompileTask,
): TaskNode | undefined {
  const { compiled, texts } = document;
  if (!compiled.has(call)) {
    const text = member(texts, call);
    const task = typeof text === 'string' ? readTask(text) : undefined;
    compiled.set(call, task && compileFunction(call, task, compileTask).node);
  }
  return compiled.get(call);
}

/** The text was checked before; one that an upgrade tolerates may be no task. */
function readTask(text: string): JsonObject | undefined {
  try {
    const value = parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compiles the task of a function in a catalog, which uses nothing but what the call passes: no component of `use`, no
 * secret and no entity of the branch. Pointers of findings begin at the task.
 */
export function compileFunction(
  call: string,
  task: JsonObject,
  compileTask: CompileTask,
): { node: TaskNode | undefined; findings: readonly FlowFinding[] } {
  const document = new DocumentContext({}, {}, true);
  const reference = pointerTo('', call);
  const place = { pointer: '', reference, segment: reference, name: call, siblings: [], locals: [] };
  const node = compileTask(document, task, { ...place, depth: 1, concurrent: false, quiet: true });
  const { connections, subflows, entities, files, findings, listens } = document;
  const needs = [...connections, ...subflows, ...entities, ...files][0];
  if (needs !== undefined || listens.length > 0) {
    const message =
      'a function in a catalog cannot use connections, entities, files or flows, nor wait for events';
    document.unsupported(
      needs?.pointer ?? '',
      message,
      'Use them in the flow, and pass the values in `with`.',
    );
  }
  const isFaulty = findings.some(({ severity }) => severity === 'error');
  return { node: isFaulty ? undefined : node, findings };
}
