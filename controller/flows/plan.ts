import type { Json, JsonObject, JsonSchema } from '../../schemas/json.js';
import type { FlowHost, FlowPlan, SchemaFinding } from './contract.js';
import { CONTINUE } from './execution/directive.js';
import type { Block, DurationOf, Gate } from './execution/node.js';
import { inner, runBlock } from './execution/run-block.js';
import { pass } from './execution/run-task.js';
import { type Frame, RunState, Scope, type TaskFacts } from './execution/scope.js';
import { withTimeout } from './execution/timeout.js';

/** What the compiler found out about a flow. */
export interface PlanParts
  extends Pick<
    FlowPlan,
    | 'namespace'
    | 'name'
    | 'version'
    | 'title'
    | 'summary'
    | 'definition'
    | 'inputSchema'
    | 'connections'
    | 'subflows'
    | 'entities'
    | 'secrets'
    | 'concurrency'
    | 'trigger'
  > {
  readonly block: Block;
  readonly input: Gate | undefined;
  readonly output: Gate | undefined;
  readonly timeout: DurationOf | undefined;
  /** The flow's own expressions use `$secrets`. */
  readonly usesSecrets: boolean;
}

/** A compiled flow. */
export class Plan implements FlowPlan {
  readonly namespace: string;
  readonly name: string;
  readonly version: string;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly definition: JsonObject;
  readonly inputSchema: JsonSchema | undefined;
  readonly connections: FlowPlan['connections'];
  readonly subflows: FlowPlan['subflows'];
  readonly entities: FlowPlan['entities'];
  readonly secrets: readonly string[];
  readonly concurrency: number | undefined;
  readonly trigger: FlowPlan['trigger'];

  constructor(private readonly parts: PlanParts) {
    this.namespace = parts.namespace;
    this.name = parts.name;
    this.version = parts.version;
    this.title = parts.title;
    this.summary = parts.summary;
    this.definition = parts.definition;
    this.inputSchema = parts.inputSchema;
    this.connections = parts.connections;
    this.subflows = parts.subflows;
    this.entities = parts.entities;
    this.secrets = parts.secrets;
    this.concurrency = parts.concurrency;
    this.trigger = parts.trigger;
  }

  checkInput(input: Json): SchemaFinding[] {
    return this.parts.input?.check?.findings(input) ?? [];
  }

  async execute(input: Json, host: FlowHost): Promise<Json> {
    if (host.signal.aborted) throw host.signal.reason;
    const { parts } = this;
    const run = new RunState(this, host, input);
    const frame: Frame = {
      run,
      prefix: '',
      attempt: 1,
      signal: host.signal,
      deadline: Number.POSITIVE_INFINITY,
      locals: undefined,
      context: { value: null },
      next: CONTINUE,
    };
    if (parts.usesSecrets) await run.loadSecrets();
    const start =
      parts.input === undefined ? input : pass(parts.input, 'input', input, this.scope('/input', frame));
    frame.context.value = start;
    const output =
      parts.timeout === undefined
        ? await runBlock(parts.block, frame, start)
        : await this.executeTimed(parts.timeout, frame, start);
    return parts.output === undefined
      ? output
      : pass(parts.output, 'output', output, this.scope('/output', frame));
  }

  private executeTimed(timeout: DurationOf, frame: Frame, input: Json): Promise<Json> {
    const scope = this.scope('/timeout', frame);
    return withTimeout(scope, timeout(input, scope), () =>
      runBlock(this.parts.block, inner(scope, { prefix: '' }), input),
    );
  }

  /** Stands for the flow itself where a task would stand. */
  private scope(reference: string, frame: Frame): Scope {
    const { name, definition } = this;
    const facts: TaskFacts = { reference, name, type: 'flow', quiet: true, definition };
    return new Scope(facts, frame, reference, frame.run.input);
  }
}
