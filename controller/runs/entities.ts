import type { Json, JsonObject } from '../../schemas/json.js';
import {
  type EffectContext,
  FlowError,
  type FlowErrorBody,
  type FlowHost,
  type StepKey,
  type StoreAction,
} from '../flows/contract.js';
import { type CompiledMapping, type CompiledTemplate, TransformError } from '../library/index.js';
import { nearest } from '../problems/index.js';
import { StoreError, type Stores } from '../stores/index.js';
import type { Closure } from './closure.js';
import { flowError } from './errors.js';
import type { RunInMemory } from './surroundings.js';

interface TransformCall {
  key: StepKey;
  kind: 'mapping' | 'template';
  name: string;
  input: Json;
}

/** What can be recorded of a transformation that might come out differently another time. */
type Outcome = { output: Json } | { error: FlowErrorBody };

/** Mappings, templates and stores as the run's documents have them. */
export class Entities {
  constructor(private readonly stores: Stores) {}

  /** See `FlowHost.transform`. */
  transform(run: RunInMemory & Pick<FlowHost, 'value'>, call: TransformCall): Json {
    const { kind, name, input } = call;
    const compiled = run.closure[kind](name) ?? missing(run.closure, kind, name);
    if (compiled.deterministic) return apply(compiled, kind, name, input);
    const compute = (): Json => outcomeOf(() => apply(compiled, kind, name, input)) as unknown as Json;
    const outcome = run.value(call.key, compute) as unknown as Outcome;
    if ('error' in outcome) throw new FlowError({ ...outcome.error });
    return outcome.output;
  }

  /** See `FlowHost.store`. */
  async store(
    run: RunInMemory,
    call: { name: string; action: StoreAction; input: JsonObject },
    context: EffectContext,
  ): Promise<Json> {
    const { name, action, input } = call;
    const rules = run.closure.store(name) ?? missing(run.closure, 'store', name);
    const { branch, id } = run.state;
    const { idempotencyKey } = context;
    try {
      return await this.stores.perform({
        branch,
        store: name,
        rules,
        action,
        input,
        runId: id,
        idempotencyKey,
      });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const detail = `\`store/${name}.${action}\`: ${error.message}`;
      throw flowError('validation', 400, 'Store refused the step', detail, { cause: error });
    }
  }
}

function apply(compiled: CompiledMapping | CompiledTemplate, kind: string, name: string, input: Json): Json {
  try {
    return 'apply' in compiled ? compiled.apply(input) : compiled.render(input);
  } catch (error) {
    if (error instanceof TransformError) throw refused(error, `${kind}/${name}`);
    throw error;
  }
}

const titles = {
  input: 'Input invalid',
  output: 'Output invalid',
  expression: 'Expression failed',
} as const;

function refused(error: TransformError, what: string): FlowError {
  const { failure, findings } = error;
  const list = findings.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
  const detail = `\`${what}\`: ${list === '' ? error.message : `the ${failure} does not fit: ${list}`}`;
  const type = failure === 'expression' ? 'expression' : 'validation';
  return flowError(type, 400, titles[failure], detail, { cause: error });
}

function outcomeOf(perform: () => Json): Outcome {
  try {
    return { output: perform() };
  } catch (error) {
    if (error instanceof FlowError) return { error: error.body };
    throw error;
  }
}

function missing(closure: Closure, kind: string, name: string): never {
  const near = nearest(name, closure.names(kind));
  const detail = `There is no ${kind} \`${name}\`${near ? `; did you mean \`${near}\`?` : ''}`;
  throw flowError('configuration', 400, 'Entity not found', detail);
}
