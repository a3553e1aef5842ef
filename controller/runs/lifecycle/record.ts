import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Snapshot } from '../../catalog/index.js';
import type { Eventual } from '../../concurrency/computing.js';
import type {
  ContainerRequest,
  EffectContext,
  FlowHost,
  FlowPlan,
  ScriptRequest,
  ScriptResult,
  StepKey,
  StoreAction,
  SubflowCall,
} from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { performStore, transformEntity } from '../effects/entity-calls.js';
import { Scripts, startsProcess } from '../effects/scripts.js';
import type { MemoryStores } from '../effects/stores/memory-stores.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import { type CompileFlow, DocumentCache, type RunDocuments } from '../journal/run-documents.js';
import type { RunState } from '../journal/run-state.js';
import { acceptCall } from './child-runs.js';
import { loadDocuments } from './recovery.js';
import type { RunServices } from './run-context.js';

/** A version of a flow, with everything that it uses. */
export interface RunVersion {
  /** Stands for the documents: equal for equal ones. */
  readonly id: string;
  /** For `$runtime.metadata`: the variables of the environment. */
  readonly metadata: JsonObject;
  /** Returns a flow of the version; undefined for one that is missing or does not compile. */
  flow(name: string): FlowPlan | undefined;
  definition(kind: string, name: string): JsonObject | undefined;
  /** The definition of a connection with the changes that the environment makes to it. */
  connection(name: string): JsonObject | undefined;
  /** The texts of the files that a flow or a connection names, by what they hold. */
  texts(kind: 'flow' | 'connection', name: string): Readonly<Record<string, string>>;
  /** Returns the flow of a call, and its input with defaults. @throws FlowError when it is missing or does not take the input */
  subflow(call: SubflowCall): Promise<{ plan: FlowPlan; input: Json }>;
  /** Applies a mapping or renders a template. See `FlowHost.transform`. */
  transform(
    key: StepKey,
    entity: { kind: 'mapping' | 'template'; name: string; input: Json },
    recorder: Pick<FlowHost, 'value' | 'whileComputing'>,
  ): Eventual<Json>;
  /** Reads or changes a store in memory. @throws FlowError */
  store(stores: MemoryStores, call: { name: string; action: StoreAction; input: JsonObject }): Promise<Json>;
  /** True for code that a rehearsal can run: JavaScript, which has the sandbox only. */
  isSandboxed(request: ScriptRequest | ContainerRequest): boolean;
  /** Runs JavaScript in the sandbox. @throws FlowError; Error for any other code */
  script(
    request: ScriptRequest | ContainerRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult>;
}

/** Everything that a run has recorded, with its secrets: nothing of it leaves the process unmasked. */
export interface RunRecord extends RunVersion {
  readonly state: RunState;
  /** The plan of the version that the run executed. */
  readonly plan: FlowPlan;
  /** The journal, in its order. */
  readonly entries: AsyncIterable<JournalEntry>;
}

/** Reads what a run has recorded, for one that is computed again. @throws Problem run_not_found */
export async function readRecord(services: RunServices, id: string): Promise<RunRecord> {
  const { reader, store } = services;
  const state = store.reveal({ ...(await reader.state(id)) });
  const { documents, plan } = await loadDocuments(services, state);
  return Object.assign(toVersion(services, documents), { state, plan, entries: reader.entries(id) });
}

/**
 * Returns a version that has not run: the flow of a snapshot with what it uses.
 * @throws Problem flow_not_found, environment_not_found
 */
export function readVersion(
  services: Pick<RunServices, 'scripts' | 'documents'>,
  snapshot: Snapshot,
  { flow, environment }: { flow: string; environment: string | null },
): RunVersion {
  const root = snapshot.get('flow', flow);
  if (!root) throw new Problem('flow_not_found', `There is no flow \`${flow}\` on this version`);
  const record = environment === null ? undefined : snapshot.get('environment', environment);
  if (environment !== null && !record)
    throw new Problem('environment_not_found', `There is no environment \`${environment}\` on this version`);
  return toVersion(services, services.documents.of(snapshot, root, record));
}

/** Returns what `readVersion` does, where there is no run engine: of files alone. */
export function createVersionReader(
  sandbox: Sandbox,
  compile: CompileFlow,
): (snapshot: Snapshot, request: { flow: string; environment: string | null }) => RunVersion {
  const scripts = new Scripts(sandbox, (text) => text);
  const documents = new DocumentCache({ documents: async () => undefined }, compile);
  return (snapshot, request) => readVersion({ scripts, documents }, snapshot, request);
}

function toVersion({ scripts }: Pick<RunServices, 'scripts'>, documents: RunDocuments): RunVersion {
  return {
    id: documents.id,
    metadata: documents.metadata,
    flow: (name) => documents.flow(name),
    definition: (kind, name) => documents.definition(kind, name),
    connection: (name) => documents.connection(name),
    texts: (kind, name) => documents.texts(kind, name),
    subflow: (call) => acceptCall(documents, call),
    transform: (key, entity, recorder) => transformEntity(documents, key, entity, recorder),
    store: (stores, { name, action, input }) =>
      performStore(documents, { name, action }, (rules) =>
        stores.perform({ store: name, rules, action, input }),
      ),
    isSandboxed: (request) => !startsProcess(documents, request),
    async script(request, context, signal) {
      if (startsProcess(documents, request)) throw new Error('A rehearsal starts no process');
      return scripts.run(documents, request, context, signal);
    },
  };
}
