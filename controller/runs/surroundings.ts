import type { Json, JsonObject } from '../../schemas/json.js';
import type {
  EffectContext,
  FlowHost,
  FlowReference,
  ScriptRequest,
  ScriptResult,
  StepKey,
  StoreAction,
} from '../flows/contract.js';
import type { Closure } from './closure.js';
import type { LedgerOptions } from './ledger.js';
import type { RunState } from './state.js';

export interface RunInMemory {
  readonly state: RunState;
  readonly closure: Closure;
}

/** A run that begins. */
export interface BeginningRun extends RunInMemory, Pick<FlowHost, 'signal' | 'log'> {
  /** Resolves when the run has ended or was put away. */
  readonly released: Promise<void>;
}

/** What executions share. */
export interface Surroundings extends LedgerOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Whether runs have spans of their own, also where whoever started them names none. */
  readonly isTraced: boolean;
  readonly limits: { flowInput: number; taskOutput: number; flowDurationMs: number };
  /** A run that sleeps longer than this gives its memory back and is woken from the database. */
  readonly parkAfterMs: number;
  invoke(
    run: RunInMemory,
    call: { connection: string; action: string; input: JsonObject },
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json>;
  runFlow(
    run: RunInMemory,
    call: { key: StepKey; flow: FlowReference; input: Json; wait: boolean },
    signal: AbortSignal,
  ): Promise<Json>;
  /** Executes a run for the first time, or gives an output that is known already. */
  begin(run: BeginningRun, execute: () => Promise<Json>): Promise<Json>;
  transform(
    run: RunInMemory & Pick<FlowHost, 'value'>,
    call: { key: StepKey; kind: 'mapping' | 'template'; name: string; input: Json },
  ): Json;
  inStore(
    run: RunInMemory,
    call: { name: string; action: StoreAction; input: JsonObject },
    context: EffectContext,
  ): Promise<Json>;
  script(
    run: RunInMemory,
    request: ScriptRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult>;
  secret(run: RunInMemory, name: string): Promise<Json>;
  /** Called once: the run's final state is durable, or it was put away to go on later. */
  released(run: RunInMemory): void;
  /** A defect of svc itself, not of the flow. */
  defect(run: RunInMemory, error: unknown): void;
}
