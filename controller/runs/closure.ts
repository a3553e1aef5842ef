import { createHash } from 'node:crypto';
import type { JsonObject } from '../../schemas/json.js';
import type { EntityRecord, Snapshot } from '../catalog/contract.js';
import { completeDefinition } from '../catalog/index.js';
import type { FlowPlan } from '../flows/contract.js';
import {
  type CompiledMapping,
  type CompiledScript,
  type CompiledStore,
  type CompiledTemplate,
  compileCachePolicy,
  compileMapping,
  compileScript,
  compileStore,
  compileTemplate,
} from '../library/index.js';
import { mergePatch } from './merge-patch.js';
import { Policies, policiesFor } from './policies.js';

/** How a stored document becomes a plan again. */
export type CompileFlow = (definition: JsonObject) => FlowPlan | undefined;

interface Document {
  kind: string;
  name: string;
  definition: JsonObject;
}

const compilers: Readonly<Record<string, (definition: JsonObject) => { compiled: unknown }>> = {
  mapping: compileMapping,
  script: compileScript,
  template: compileTemplate,
  store: compileStore,
  'cache-policy': compileCachePolicy,
};

/**
 * The documents a run is pinned to: its flow with all that it refers to, its environment, and the cache policies for
 * its calls. Stored once by content, so that a run goes on with what it started with, whatever has happened to the
 * repository since.
 */
export class Closure {
  readonly #documents = new Map<string, Document>();
  readonly #compiled = new Map<string, unknown>();
  /** Undefined when there are none. */
  readonly policies: Policies | undefined;
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
    if (documents.some(({ kind }) => kind === 'cache-policy')) this.policies = new Policies(this);
  }

  /** From the snapshot a run starts from. */
  static of(
    snapshot: Snapshot,
    flow: EntityRecord,
    environment: EntityRecord | undefined,
    compile: CompileFlow,
  ): Closure {
    const reached = reach(snapshot, environment ? [flow, environment] : [flow]);
    const records = [...reached, ...policiesFor(snapshot, reached)];
    const documents = records.map((record) => ({
      kind: record.kind,
      name: record.name,
      definition: completeDefinition(record),
    }));
    const content = JSON.stringify({ documents, environment: environment?.name ?? null });
    const id = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const closure = new Closure(id, documents, environment?.name ?? null, compile, content);
    for (const { kind, name, compiled } of records) {
      if (compiled !== undefined) closure.#compiled.set(`${kind}/${name}`, compiled);
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
    return this.compiled('flow', name) as FlowPlan | undefined;
  }

  mapping(name: string): CompiledMapping | undefined {
    return this.compiled('mapping', name) as CompiledMapping | undefined;
  }

  template(name: string): CompiledTemplate | undefined {
    return this.compiled('template', name) as CompiledTemplate | undefined;
  }

  script(name: string): CompiledScript | undefined {
    return this.compiled('script', name) as CompiledScript | undefined;
  }

  store(name: string): CompiledStore | undefined {
    return this.compiled('store', name) as CompiledStore | undefined;
  }

  /** What the document compiles to; undefined when there is none, or none that compiles. */
  compiled(kind: string, name: string): unknown {
    const id = `${kind}/${name}`;
    if (!this.#compiled.has(id)) {
      const definition = this.definition(kind, name);
      const compile = kind === 'flow' ? this.compile : (of: JsonObject) => compilers[kind]?.(of).compiled;
      this.#compiled.set(id, definition && compile(definition));
    }
    return this.#compiled.get(id);
  }

  names(kind: string): string[] {
    return [...this.#documents.values()].filter((document) => document.kind === kind).map(({ name }) => name);
  }

  definition(kind: string, name: string): JsonObject | undefined {
    return this.#documents.get(`${kind}/${name}`)?.definition;
  }

  /** The definition of a connection with what the run's environment changes of it. */
  connection(name: string): JsonObject | undefined {
    const definition = this.definition('connection', name);
    const overrides = this.#environment?.['connections'] as JsonObject | undefined;
    if (!definition || !overrides || !Object.hasOwn(overrides, name)) return definition;
    return mergePatch(definition, overrides[name] ?? null) as JsonObject;
  }

  /** The prefix under which the run's environment has paths of secrets looked up first. */
  get secretsPrefix(): string | undefined {
    const prefix = this.#environment?.['secrets'];
    return typeof prefix === 'string' ? prefix : undefined;
  }

  /** What `$runtime.metadata` shows. */
  get metadata(): JsonObject {
    if (this.environment === null) return {};
    return { environment: { name: this.environment, variables: this.#environment?.['variables'] ?? {} } };
  }

  get #environment(): JsonObject | undefined {
    return this.environment === null ? undefined : this.definition('environment', this.environment);
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
