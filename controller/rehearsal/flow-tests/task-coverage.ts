import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, pointerTo } from '../../../schemas/json/values.js';
import { findTaskType } from '../../flows/index.js';
import type { TestCoverage } from './contract.js';

/** The members of a task that hold other tasks, or a block of them. */
const inner = ['do', 'try', 'catch', 'fork', 'branches', 'foreach', 'subscription', 'with'];

/** Lists the references of the tasks of a flow. */
function listTasks(definition: JsonObject): string[] {
  const references: string[] = [];
  visit(definition, '', references);
  return references;
}

function visit(value: JsonObject, pointer: string, references: string[]): void {
  for (const name of inner) {
    const member = value[name];
    const at = pointerTo(pointer, name);
    if (Array.isArray(member)) visitList(member, at, references);
    else if (isObject(member)) visit(member, at, references);
  }
}

function visitList(list: readonly Json[], pointer: string, references: string[]): void {
  for (const [index, item] of list.entries()) {
    if (!isObject(item)) continue;
    const [entry, ...others] = Object.entries(item);
    if (entry === undefined || others.length > 0) continue;
    const [name, task] = entry;
    if (!isObject(task) || findTaskType(task) === undefined) continue;
    const reference = pointerTo(pointerTo(pointer, index), name);
    references.push(reference);
    visit(task, reference, references);
  }
}

/** The tasks of flows that ran in several tests. */
export class TaskCoverage {
  readonly #flows = new Map<string, { readonly all: readonly string[]; readonly ran: Set<string> }>();

  add(flow: string, definition: JsonObject, ran: Iterable<string>): void {
    const covered = this.#flows.get(flow) ?? { all: listTasks(definition), ran: new Set<string>() };
    this.#flows.set(flow, covered);
    for (const reference of ran) covered.ran.add(reference);
  }

  list(): TestCoverage[] {
    return [...this.#flows]
      .map(([flow, { all, ran }]) => ({
        flow,
        tasks: all.length,
        missing: all.filter((reference) => !ran.has(reference)),
      }))
      .sort((a, b) => (a.flow < b.flow ? -1 : 1));
  }
}
