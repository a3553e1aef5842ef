import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Eventual, whenReady } from '../../concurrency/computing.js';
import {
  type EffectContext,
  FlowError,
  type FlowErrorBody,
  type FlowHost,
  type StepKey,
  type StoreAction,
  standardError,
} from '../../flows/index.js';
import { TransformError } from '../../kinds/compile/compilation.js';
import type { CompiledMapping } from '../../kinds/mapping/compile.js';
import type { CompiledStore } from '../../kinds/store/compile.js';
import type { CompiledTemplate } from '../../kinds/template/compile.js';
import type { RunDocuments } from '../journal/run-documents.js';
import type { RunState } from '../journal/run-state.js';
import { StoreError } from './stores/store-changes.js';
import type { Stores } from './stores/stores.js';

/** The part of a run that its calls of entities depend on. */
interface EntityUser {
  readonly state: Pick<RunState, 'id' | 'branch'>;
  readonly documents: RunDocuments;
}

/** The recorded outcome of a transformation that may differ between evaluations. */
type Outcome = { output: Json } | { error: FlowErrorBody };

const types = { input: 'configuration', output: 'validation', expression: 'expression' } as const;
const titles = {
  input: 'Input invalid',
  output: 'Output invalid',
  expression: 'Expression failed',
} as const;

/** Calls mappings, templates and stores, as the documents of the run define them. */
export class EntityCalls {
  constructor(private readonly stores: Stores) {}

  /** See `FlowHost.transform`. @param recorder records the outcome if it may differ between evaluations */
  transform(
    { documents }: Pick<EntityUser, 'documents'>,
    key: StepKey,
    entity: { kind: 'mapping' | 'template'; name: string; input: Json },
    recorder: Pick<FlowHost, 'value' | 'whileComputing'>,
  ): Eventual<Json> {
    return transformEntity(documents, key, entity, recorder);
  }

  /** See `FlowHost.store`. */
  async store(
    { state, documents }: EntityUser,
    { name, action, input }: { name: string; action: StoreAction; input: JsonObject },
    { idempotencyKey }: EffectContext,
  ): Promise<Json> {
    const { branch, id: runId } = state;
    return performStore(documents, { name, action }, (rules) =>
      this.stores.perform({ branch, store: name, rules, action, input, runId, idempotencyKey }),
    );
  }
}

/** Performs a step of a store by the rules that the documents have. @throws FlowError */
export async function performStore(
  documents: RunDocuments,
  { name, action }: { name: string; action: StoreAction },
  perform: (rules: CompiledStore) => Promise<Json>,
): Promise<Json> {
  const rules = documents.compiled('store', name) ?? missing(documents, 'store', name);
  try {
    return await perform(rules);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const detail = `\`store/${name}.${action}\`: ${error.message}`;
    throw standardError(error.type, { title: 'Store refused the step', detail, cause: error });
  }
}

/** See `FlowHost.transform`. @param recorder records the outcome if it may differ between evaluations */
export function transformEntity(
  documents: RunDocuments,
  key: StepKey,
  { kind, name, input }: { kind: 'mapping' | 'template'; name: string; input: Json },
  recorder: Pick<FlowHost, 'value' | 'whileComputing'>,
): Eventual<Json> {
  const compiled = documents.compiled(kind, name) ?? missing(documents, kind, name);
  const perform = (): Eventual<Json> => {
    const output = apply(compiled, kind, name, input);
    return output instanceof Promise ? recorder.whileComputing(() => output) : output;
  };
  if (compiled.deterministic) return perform();
  return whenReady(
    recorder.value(key, () => getOutcome(perform)),
    (recorded) => {
      const outcome = recorded as unknown as Outcome;
      if ('error' in outcome) throw new FlowError({ ...outcome.error });
      return outcome.output;
    },
  );
}

function apply(
  compiled: CompiledMapping | CompiledTemplate,
  kind: string,
  name: string,
  input: Json,
): Eventual<Json> {
  const fail = (error: unknown): never => {
    throw error instanceof TransformError ? refused(error, `${kind}/${name}`) : error;
  };
  try {
    const output: Eventual<Json> = 'apply' in compiled ? compiled.apply(input) : compiled.render(input);
    return output instanceof Promise ? output.catch(fail) : output;
  } catch (error) {
    return fail(error);
  }
}

function refused(error: TransformError, entity: string): FlowError {
  const { failure, findings } = error;
  const list = findings.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
  const detail = `\`${entity}\`: ${list === '' ? error.message : `the ${failure} does not fit: ${list}`}`;
  const type = types[failure];
  return standardError(type, { title: titles[failure], detail, cause: error });
}

function getOutcome(perform: () => Eventual<Json>): Eventual<Json> {
  const succeeded = (output: Json) => ({ output }) satisfies Outcome as Json;
  const failed = (error: unknown): Json => {
    if (error instanceof FlowError) return { error: error.body } satisfies Outcome as unknown as Json;
    throw error;
  };
  try {
    const output = perform();
    return output instanceof Promise ? output.then(succeeded, failed) : succeeded(output);
  } catch (error) {
    return failed(error);
  }
}

function missing(documents: RunDocuments, kind: string, name: string): never {
  throw standardError('configuration', { title: 'Entity not found', detail: documents.missing(kind, name) });
}
