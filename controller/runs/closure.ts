import { createHash } from 'node:crypto';
import type { JsonObject } from '../../schemas/json.js';
import type { EntityRecord, Snapshot } from '../catalog/contract.js';
import type { FlowPlan } from '../flows/contract.js';

/** How a stored document becomes a plan again. */
export type CompileFlow = (definition: JsonObject) => FlowPlan | undefined;

interface Document {
  kind: string;
  name: string;
  definition: JsonObject;
}

/**
 * The documents a run is pinned to: its flow with all subflows, their connections, its environment. Stored once by
 * content, so that a run goes on with what it started with, whatever has happened to the repository since.
 */
export class Closure {
  readonly #documents = new Map<string, Document>();
  readonly #plans = new Map<string, FlowPlan | undefined>();
  #content: string | undefined;

  constructor(
    readonly id: string,
    documents: readonly Document[],
    readonly environment: string | null,
    private readonly compile: CompileFlow,
    content: string | undefined,
  ) {
    for (const document of documents) this.#documents.set(`${document.kind}/${document.name}`, document);
    this.#content = content;
  }

  /** From the snapshot a run starts from. */
  static of(
    snapshot: Snapshot,
    flow: EntityRecord,
    environment: EntityRecord | undefined,
    compile: CompileFlow,
  ): Closure {
    const records = reach(snapshot, environment ? [flow, environment] : [flow]);
    const documents = records.map(({ kind, name, definition }) => ({ kind, name, definition }));
    const content = JSON.stringify({ documents, environment: environment?.name ?? null });
    const id = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const closure = new Closure(id, documents, environment?.name ?? null, compile, content);
    for (const record of records) {
      if (record.kind === 'flow') closure.#plans.set(record.name, record.compiled as FlowPlan);
    }
    return closure;
  }

  static parse(id: string, content: string, compile: CompileFlow): Closure {
    const { documents, environment } = JSON.parse(content) as {
      documents: Document[];
      environment: string | null;
    };
    return new Closure(id, documents, environment, compile, undefined);
  }

  /** What must be written with the run; undefined once it is on disk. */
  toStore(): { id: string; content: string } | undefined {
    return this.#content === undefined ? undefined : { id: this.id, content: this.#content };
  }

  markStored(): void {
    this.#content = undefined;
  }

  flow(name: string): FlowPlan | undefined {
    if (!this.#plans.has(name)) {
      const document = this.#documents.get(`flow/${name}`);
      this.#plans.set(name, document && this.compile(document.definition));
    }
    return this.#plans.get(name);
  }

  names(kind: string): string[] {
    return [...this.#documents.values()].filter((document) => document.kind === kind).map(({ name }) => name);
  }

  definition(kind: string, name: string): JsonObject | undefined {
    return this.#documents.get(`${kind}/${name}`)?.definition;
  }

  /** What `$runtime.metadata` shows. */
  get metadata(): JsonObject {
    if (this.environment === null) return {};
    const definition = this.definition('environment', this.environment);
    return { environment: { name: this.environment, variables: definition?.['variables'] ?? {} } };
  }
}

/** Everything that can be reached from `roots` over references, roots included. */
function reach(snapshot: Snapshot, roots: readonly EntityRecord[]): EntityRecord[] {
  const found = new Map<string, EntityRecord>();
  const waiting = [...roots];
  for (let record = waiting.pop(); record; record = waiting.pop()) {
    const key = `${record.kind}/${record.name}`;
    if (found.has(key)) continue;
    found.set(key, record);
    for (const { kind, name } of record.references) {
      const target = snapshot.get(kind, name);
      if (target) waiting.push(target);
    }
  }
  return [...found.values()].sort((a, b) => `${a.kind}/${a.name}`.localeCompare(`${b.kind}/${b.name}`));
}
