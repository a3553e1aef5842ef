import { createHttpClient } from '../../controller/connectors/index.js';
import {
  compileFlow,
  FlowError,
  type FlowErrorBody,
  type FlowPlan,
  type FlowReference,
  Interrupted,
  type TaskEvent,
} from '../../controller/flows/index.js';
import { Scripts } from '../../controller/runs/effects/scripts.js';
import { RunDocuments } from '../../controller/runs/journal/run-documents.js';
import { createSandbox } from '../../controller/sandbox/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { MemoryHost } from '../controller/flows/memory-host.js';
import { Stub } from './stub.js';

export type Outcome =
  | { status: 'completed'; output: Json }
  | { status: 'faulted'; error: FlowErrorBody }
  | { status: 'cancelled' };

/** Catalog without entities: scenarios define only flows. */
const noDocuments = RunDocuments.parse('none', '{"documents":[],"environment":null}', () => undefined);

/** State of one scenario: its definitions and its outcome. */
export class World {
  readonly stub = new Stub();
  readonly events: TaskEvent[] = [];
  /** Other flows that the scenario defines, by name. */
  readonly others = new Map<string, FlowPlan>();
  plan: FlowPlan | undefined;
  input: Json = {};
  /** Events that arrive while the workflow is executed. */
  arriving: readonly JsonObject[] = [];
  /** Events that the workflow sent. */
  sent: () => JsonObject[] = () => [];
  outcome: Outcome | undefined;
  private readonly client = createHttpClient({ allowPrivateNetworks: true });
  private readonly sandbox = createSandbox({ allowProcesses: true });
  private readonly scripts = new Scripts(this.sandbox, (text) => text);
  private readonly controller = new AbortController();

  private constructor(
    readonly stubAddress: string,
    /** Replacements of addresses. */
    private readonly rewrites: ReadonlyMap<string, string>,
  ) {}

  static async create(rewrites: ReadonlyMap<string, string> = new Map()): Promise<World> {
    const world = new World('', rewrites);
    return Object.assign(world, { stubAddress: await world.stub.start() });
  }

  async dispose(): Promise<void> {
    await Promise.all([this.client.close(), this.sandbox.close()]);
    await this.stub.stop();
  }

  /** Returns a text of the feature with the addresses replaced. */
  text(block: string): string {
    let text = block.replaceAll('{stub}', this.stubAddress);
    for (const [from, to] of this.rewrites) text = text.replaceAll(from, to);
    return text;
  }

  /** @throws Error that names the findings */
  compile(document: JsonObject): FlowPlan {
    const { plan, findings } = compileFlow(document);
    if (plan !== undefined) return plan;
    const list = findings.map(({ pointer, message, hint }) => `${pointer} ${message} ${hint ?? ''}`);
    throw new Error(`the definition does not compile: ${list.join('; ')}`);
  }

  /** @param cancelAt the task at whose start the run is cancelled */
  async execute(cancelAt?: string): Promise<void> {
    if (this.plan === undefined) throw new Error('no workflow is defined');
    const host = this.host(this.events);
    this.sent = () => [...host.journal.emitted.values()];
    if (cancelAt !== undefined) {
      const { note } = host;
      host.note = (event) => {
        note.call(host, event);
        if (event.name !== cancelAt || event.type !== 'started') return;
        setImmediate(() => this.controller.abort(new Interrupted('cancelled')));
      };
    }
    this.outcome = await this.settle(this.plan.execute(this.input, host));
  }

  private host(events: TaskEvent[]): MemoryHost {
    const host = new MemoryHost({
      signal: this.controller.signal,
      fetch: this.client.fetch,
      events: this.arriving,
      runFlow: (flow, input) => this.runOther(flow, input),
      script: (request, context, signal) => this.scripts.run(noDocuments, request, context, signal),
    });
    host.note = (event) => events.push(event);
    return host;
  }

  private async runOther(flow: FlowReference, input: Json): Promise<Json> {
    const plan = this.others.get(`${flow.namespace}/${flow.name}`);
    if (plan === undefined) throw new Error(`no workflow \`${flow.namespace}/${flow.name}\` is defined`);
    return plan.execute(input, this.host([]));
  }

  private async settle(run: Promise<Json>): Promise<Outcome> {
    try {
      return { status: 'completed', output: await run };
    } catch (error) {
      if (error instanceof FlowError) return { status: 'faulted', error: error.body };
      if (error instanceof Interrupted) return { status: 'cancelled' };
      throw error;
    }
  }
}
