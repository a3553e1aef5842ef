import { hash } from 'node:crypto';
import type { Snapshot } from '../../catalog/index.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { FlowPlan, TriggerPlan } from '../../flows/index.js';

/** A trigger of a branch: an entity, or the schedule of a flow. */
export interface TriggerDefinition {
  /** The name of the entity, or `flow.<name>` for the schedule of a flow; no name of an entity has a dot. */
  readonly id: string;
  readonly plan: TriggerPlan;
  /** Changes with the times. */
  readonly digest: string;
}

const ofFlow = 'flow.';

/**
 * The texts of flows that may have a schedule, perhaps with escapes that hide a letter or the end of a line inside the word.
 * The plans of a large branch do not fit into memory, and to compile each again for every commit would take long.
 */
const mayHaveSchedule = /schedule|\\[xuU\r\n]/;

/** Kept per plan, which is immutable. */
const known = new WeakMap<object, TriggerDefinition | typeof none>();
const none = 'none';

/** Returns the triggers of a branch that are entities; those that are not ready are left out. */
export function entitiesOf(snapshot: Snapshot): TriggerDefinition[] {
  const all = snapshot.list('trigger').map(({ name, compiled }) => fromEntity(name, compiled));
  return all.filter((definition) => definition !== undefined);
}

/** The triggers of a branch that are ready. */
export interface Definitions {
  /** By id, in the order of the ids. */
  readonly all: ReadonlyMap<string, TriggerDefinition>;
  /** By id, the defects over which triggers cannot be read. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/** By snapshot, which is immutable. */
const ofSnapshots = new WeakMap<Snapshot, Promise<Definitions>>();

/** Reads the triggers of a branch; lets others take turns meanwhile. */
export function orderedDefinitions(snapshot: Snapshot): Promise<Definitions> {
  const known = ofSnapshots.get(snapshot) ?? readDefinitions(snapshot);
  ofSnapshots.set(snapshot, known);
  return known;
}

async function readDefinitions(snapshot: Snapshot): Promise<Definitions> {
  const found: [string, TriggerDefinition][] = [];
  const failed = new Map<string, unknown>();
  for (const [kind, read] of [
    ['trigger', fromEntity],
    ['flow', fromFlow],
  ] as const) {
    for (const record of snapshot.list(kind)) {
      if (isTurnOver()) await nextTurn();
      if (kind === 'flow' && !mayHaveSchedule.test(record.text)) continue;
      try {
        const definition = read(record.name, record.compiled);
        if (definition) found.push([definition.id, definition]);
      } catch (error) {
        failed.set(kind === 'flow' ? `${ofFlow}${record.name}` : record.name, error);
      }
    }
  }
  return { all: new Map(found.sort(([a], [b]) => (a < b ? -1 : 1))), failed };
}

export function definitionOf(snapshot: Snapshot, id: string): TriggerDefinition | undefined {
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
      inputOf: undefined,
    };
    return definition(`${ofFlow}${name}`, { ...plan, timetable });
  });
}

function definition(id: string, plan: TriggerPlan): TriggerDefinition {
  const { timetable } = plan;
  return { id, plan, digest: timetable ? hash('sha256', JSON.stringify(timetable.rules)).slice(0, 16) : '' };
}

function keep(compiled: object, make: () => TriggerDefinition | undefined): TriggerDefinition | undefined {
  const found = known.get(compiled) ?? make() ?? none;
  known.set(compiled, found);
  return found === none ? undefined : found;
}
