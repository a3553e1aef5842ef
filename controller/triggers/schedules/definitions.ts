import { hash } from 'node:crypto';
import type { Snapshot } from '../../catalog/index.js';
import type { FlowPlan, TriggerPlan } from '../../flows/index.js';
import { type Items, ofFlow, TriggerItems } from '../items/trigger-items.js';

/** A trigger of a branch: an entity, or the schedule of a flow. */
export interface TriggerDefinition {
  /** The name of the entity, or `flow.<name>` for the schedule of a flow; no name of an entity has a dot. */
  readonly id: string;
  readonly plan: TriggerPlan;
  /** Changes with the times. */
  readonly digest: string;
}

/**
 * The texts of flows that may have a schedule, perhaps with escapes that hide a letter or the end of a line inside the word.
 * The plans of a large branch do not fit into memory, and to compile each again for every commit would take long.
 */
const mayHaveSchedule = /schedule|\\[xuU\r\n]/;

/** Kept per plan, which is immutable. */
const cache = new WeakMap<object, TriggerDefinition | typeof none>();
const none = 'none';

/** Returns the triggers of a branch that are entities; those that are not ready are left out. */
export function getEntities(snapshot: Snapshot): TriggerDefinition[] {
  const all = snapshot.list('trigger').map(({ name, compiled }) => fromEntity(name, compiled));
  return all.filter((definition) => definition !== undefined);
}

const definitions = new TriggerItems((kind, record) => {
  if (kind === 'trigger') return fromEntity(record.name, record.compiled);
  return mayHaveSchedule.test(record.text) ? fromFlow(record.name, record.compiled) : undefined;
});

/** Reads the triggers of a branch that are ready; lets others take turns meanwhile. */
export function orderedDefinitions(snapshot: Snapshot): Promise<Items<TriggerDefinition>> {
  return definitions.of(snapshot);
}

/** Returns the ids of the triggers that are in the second snapshot and not, or otherwise, in the first. */
export async function changedTriggers(before: Snapshot, after: Snapshot): Promise<string[]> {
  const [was, is] = [await orderedDefinitions(before), await orderedDefinitions(after)];
  return was === is ? [] : [...is.all].filter(([id, each]) => was.all.get(id) !== each).map(([id]) => id);
}

export function findDefinition(snapshot: Snapshot, id: string): TriggerDefinition | undefined {
  if (!id.startsWith(ofFlow)) return fromEntity(id, snapshot.get('trigger', id)?.compiled);
  const flow = id.slice(ofFlow.length);
  return fromFlow(flow, snapshot.get('flow', flow)?.compiled);
}

function fromEntity(name: string, compiled: unknown): TriggerDefinition | undefined {
  return compiled ? keep(compiled, () => definition(name, compiled as TriggerPlan)) : undefined;
}

function fromFlow(name: string, compiled: unknown): TriggerDefinition | undefined {
  if (!compiled) return undefined;
  return keep(compiled, () => {
    const { timetable, trigger } = compiled as FlowPlan;
    if (!timetable && !trigger) return undefined;
    const plan = {
      flow: name,
      environment: undefined,
      enabled: true,
      webhook: undefined,
      event: undefined,
      toInput: undefined,
    };
    return definition(`${ofFlow}${name}`, { ...plan, timetable });
  });
}

function definition(id: string, plan: TriggerPlan): TriggerDefinition {
  const { timetable } = plan;
  return { id, plan, digest: timetable ? hash('sha256', JSON.stringify(timetable.rules)).slice(0, 16) : '' };
}

function keep(compiled: object, make: () => TriggerDefinition | undefined): TriggerDefinition | undefined {
  const definition = cache.get(compiled) ?? make() ?? none;
  cache.set(compiled, definition);
  return definition === none ? undefined : definition;
}
