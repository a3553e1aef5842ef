import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Eventual } from '../../concurrency/computing.js';
import type { FlowHost, FlowPlan, StepKey } from '../../flows/index.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { RunState } from '../journal/run-state.js';
import { loadDocuments } from './recovery.js';
import type { RunServices } from './run-context.js';

/** Everything that a run has recorded, with its secrets: nothing of it leaves the process unmasked. */
export interface RunRecord {
  readonly state: RunState;
  /** The plan of the version that the run executed. */
  readonly plan: FlowPlan;
  /** For `$runtime.metadata`: the variables of the environment as they were. */
  readonly metadata: JsonObject;
  /** The journal, in its order. */
  readonly entries: AsyncIterable<JournalEntry>;
  /** Applies a mapping or renders a template, as the version that the run executed has it. See `FlowHost.transform`. */
  transform(
    key: StepKey,
    entity: { kind: 'mapping' | 'template'; name: string; input: Json },
    recorder: Pick<FlowHost, 'value' | 'whileComputing'>,
  ): Eventual<Json>;
}

/** Reads what a run has recorded, for one that is computed again. @throws Problem run_not_found */
export async function readRecord(services: RunServices, id: string): Promise<RunRecord> {
  const { reader, store, entities } = services;
  const state = store.reveal({ ...(await reader.state(id)) });
  const { documents, plan } = await loadDocuments(services, state);
  return {
    state,
    plan,
    metadata: documents.metadata,
    entries: reader.entries(id),
    transform: (key, entity, recorder) => entities.transform({ state, documents }, key, entity, recorder),
  };
}
