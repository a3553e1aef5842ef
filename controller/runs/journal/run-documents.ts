import { createHash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { mergePatch, objectOr } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import {
  completeDefinition,
  type EntityRecord,
  problemDetail,
  type Snapshot,
  unknownEntity,
} from '../../catalog/index.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { FlowPlan } from '../../flows/index.js';
import { type CompiledCachePolicy, compileCachePolicy } from '../../kinds/cache-policy/compile.js';
import { type CompiledMapping, compileMapping } from '../../kinds/mapping/compile.js';
import { type CompiledScript, compileScript } from '../../kinds/script/compile.js';
import { type CompiledStore, compileStore } from '../../kinds/store/compile.js';
import { type CompiledTemplate, compileTemplate } from '../../kinds/template/compile.js';
import { Problem } from '../../problems/index.js';
import { namesSecret } from '../../security/policy/secret-reference.js';
import { CachePolicies, policiesFor } from './cache-policies.js';
import type { RunStore } from './run-store.js';

/** Compiles the stored document of a flow, with the texts of the files that it names. */
export type CompileFlow = (definition: JsonObject, texts: Document['texts']) => FlowPlan | undefined;

interface Document extends Pick<EntityRecord, 'kind' | 'name' | 'definition'> {
  /** The texts of the files that a flow or a connection names, by what they hold: outside of the author's definition. */
  texts?: Readonly<Record<string, string>>;
}

interface Content {
  documents: readonly Document[];
  /** The name of the environment. */
  environment: string | null;
}

interface CompiledKinds {
  flow: FlowPlan;
  mapping: CompiledMapping;
  template: CompiledTemplate;
  script: CompiledScript;
  store: CompiledStore;
  'cache-policy': CompiledCachePolicy;
}

const compilers: Readonly<Record<string, (definition: JsonObject) => { compiled: unknown }>> = {
  mapping: compileMapping,
  script: compileScript,
  template: compileTemplate,
  store: compileStore,
  'cache-policy': compileCachePolicy,
};

/**
 * The documents that a run is pinned to: its flow with everything the flow refers to, its environment, and the cache
 * policies for its calls. They are stored once by content, so that a run continues with the documents it started with
 * after the repository has changed.
 */
export class RunDocuments {
  /** The name of the environment. */
  readonly environment: string | null;
  /** Undefined when no policy applies. */
  readonly policies: CachePolicies | undefined;
  readonly #documents = new Map<string, Document>();
  readonly #compiled = new Map<string, unknown>();
  /** The JSON text of the content, until it is stored. */
  #text: string | undefined;
  #readsSecrets: boolean | undefined;
  #usesSecrets: boolean | undefined;

  private constructor(
    readonly id: string,
    { documents, environment }: Content,
    private readonly compile: CompileFlow,
  ) {
    this.environment = environment;
    for (const document of documents) this.#documents.set(`${document.kind}/${document.name}`, document);
    if (documents.some(({ kind }) => kind === 'cache-policy')) this.policies = new CachePolicies(this);
  }

  /** Collects the documents of a flow or a connection from a snapshot. */
  static of(
    snapshot: Snapshot,
    root: EntityRecord,
    environment: EntityRecord | undefined,
    compile: CompileFlow,
  ): RunDocuments {
    const reached = collectReferenced(snapshot, environment ? [root, environment] : [root]);
    const records = [...reached, ...policiesFor(snapshot, reached)];
    const documents = records.map(getDocument);
    const content: Content = { documents, environment: environment?.name ?? null };
    const text = toJsonText(content);
    const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const collected = new RunDocuments(id, content, compile);
    collected.#text = text;
    for (const { kind, name, compiled, attachments } of records) {
      // A flow is compiled again with the functions that its files hold.
      const isWhole = kind !== 'flow' || attachments.size === 0;
      if (compiled !== undefined && isWhole) collected.#compiled.set(`${kind}/${name}`, compiled);
    }
    return collected;
  }

  /** Reads documents that were stored with a run. */
  static parse(id: string, content: string, compile: CompileFlow): RunDocuments {
    return new RunDocuments(id, parseJsonText(content) as Content, compile);
  }

  /** The content as it is stored: `id` is its digest. */
  get text(): string {
    if (this.#text !== undefined) return this.#text;
    const content: Content = { documents: [...this.#documents.values()], environment: this.environment };
    return toJsonText(content);
  }

  /** Releases the text, which is seldom needed once it is on disk. */
  releaseText(): void {
    this.#text = undefined;
  }

  flow(name: string): FlowPlan | undefined {
    return this.compiled('flow', name);
  }

  /** The compiled document; undefined when the document is missing or does not compile. */
  compiled<Kind extends keyof CompiledKinds>(kind: Kind, name: string): CompiledKinds[Kind] | undefined {
    const id = `${kind}/${name}`;
    if (!this.#compiled.has(id)) {
      const { definition, texts } = this.#documents.get(id) ?? {};
      const compile = kind === 'flow' ? this.compile : (of: JsonObject) => compilers[kind]?.(of).compiled;
      this.#compiled.set(id, definition && compile(definition, texts));
    }
    return this.#compiled.get(id) as CompiledKinds[Kind] | undefined;
  }

  names(kind: string): string[] {
    return [...this.#documents.values()].filter((document) => document.kind === kind).map(({ name }) => name);
  }

  /** The error text for a document that is missing; suggests the nearest name. */
  missing(kind: string, name: string): string {
    const near = nearest(name, this.names(kind));
    return `There is no ${kind} \`${name}\`${near ? `; did you mean \`${near}\`?` : ''}`;
  }

  definition(kind: string, name: string): JsonObject | undefined {
    return this.#documents.get(`${kind}/${name}`)?.definition;
  }

  /** The definition of a connection with the changes that the run's environment makes to it. */
  connection(name: string): JsonObject | undefined {
    const definition = this.definition('connection', name);
    return definition && overriddenConnection(definition, name, this.#environment);
  }

  /** The texts of the files that a flow or a connection names, by what they hold. */
  texts(kind: 'flow' | 'connection', name: string): Readonly<Record<string, string>> {
    return this.#documents.get(`${kind}/${name}`)?.texts ?? {};
  }

  /** The prefix under which the run's environment looks up the paths of secrets first. */
  get secretsPrefix(): string | undefined {
    const prefix = this.#environment?.['secrets'];
    return typeof prefix === 'string' ? prefix : undefined;
  }

  /**
   * True when a flow of these documents reads `$secrets`: each run with these documents counts as one that has read a secret.
   * The runs that a run starts have its documents, and their outputs come back to it.
   */
  get readsSecrets(): boolean {
    this.#readsSecrets ??= [...this.#documents.values()].some(({ kind, definition }) => {
      const { secrets } = objectOr(definition['use']);
      return kind === 'flow' && Array.isArray(secrets) && secrets.length > 0;
    });
    return this.#readsSecrets;
  }

  /** True when a flow or a connection of these documents uses a secret. */
  get usesSecrets(): boolean {
    this.#usesSecrets ??=
      this.readsSecrets ||
      this.names('connection').some((name) => namesSecret(this.connection(name) ?? null));
    return this.#usesSecrets;
  }

  /** The value of `$runtime.metadata`. */
  get metadata(): JsonObject {
    if (this.environment === null) return {};
    return { environment: { name: this.environment, variables: this.#environment?.['variables'] ?? {} } };
  }

  get #environment(): JsonObject | undefined {
    return this.environment === null ? undefined : this.definition('environment', this.environment);
  }
}

/** Returns the definition of a connection with the changes that an environment makes to it. */
export function overriddenConnection(
  definition: JsonObject,
  name: string,
  environment: JsonObject | undefined,
): JsonObject {
  const overrides = environment?.['connections'] as JsonObject | undefined;
  if (!overrides || !Object.hasOwn(overrides, name)) return definition;
  return mergePatch(definition, overrides[name] ?? null) as JsonObject;
}

function getDocument(record: EntityRecord): Document {
  const { kind, name, definition, attachments } = record;
  if ((kind !== 'flow' && kind !== 'connection') || attachments.size === 0)
    return { kind, name, definition: completeDefinition(record) };
  const texts = Object.fromEntries([...attachments].map(([holds, { text }]) => [holds, text]));
  return { kind, name, definition, texts };
}

/** Collects everything that can be reached from `roots` over references, including the roots. */
function collectReferenced(snapshot: Snapshot, roots: readonly EntityRecord[]): EntityRecord[] {
  const records = new Map<string, EntityRecord>();
  const waiting = [...roots];
  for (let record = waiting.pop(); record; record = waiting.pop()) {
    const key = `${record.kind}/${record.name}`;
    if (records.has(key)) continue;
    records.set(key, record);
    for (const { kind, name } of record.references) {
      // The teams of the moment decide, not those of the start.
      if (kind === 'team') continue;
      const target = snapshot.get(kind, name);
      if (target) waiting.push(target);
    }
  }
  return [...records.values()].sort((a, b) => `${a.kind}/${a.name}`.localeCompare(`${b.kind}/${b.name}`));
}

/** Documents in memory: found by snapshot for runs that start, by id for runs that continue. */
export class DocumentCache {
  readonly #ofSnapshot = new WeakMap<Snapshot, Map<string, RunDocuments>>();
  readonly #byId = new BoundedMap<string, RunDocuments>(256);

  constructor(
    private readonly store: Pick<RunStore, 'documents'>,
    private readonly compile: CompileFlow,
  ) {}

  /** The documents of a flow or a connection in one environment of the snapshot. */
  of(snapshot: Snapshot, root: EntityRecord, environment: EntityRecord | undefined): RunDocuments {
    let cachedDocuments = this.#ofSnapshot.get(snapshot);
    if (!cachedDocuments) {
      cachedDocuments = new Map();
      this.#ofSnapshot.set(snapshot, cachedDocuments);
    }
    const key = `${root.kind}/${root.name} ${environment?.name ?? ''}`;
    let documents = cachedDocuments.get(key);
    if (!documents) {
      const collected = RunDocuments.of(snapshot, root, environment, this.compile);
      // The next snapshot usually has the same documents, which are then stored already.
      documents = this.#byId.get(collected.id) ?? collected;
      cachedDocuments.set(key, documents);
      this.#keep(documents);
    }
    return documents;
  }

  async load(id: string): Promise<RunDocuments> {
    const cachedById = this.#byId.get(id);
    if (cachedById) return cachedById;
    const content = await this.store.documents(id);
    if (content === undefined) throw new Error(`The documents ${id} of a run are not in the database`);
    const documents = RunDocuments.parse(id, content, this.compile);
    this.#keep(documents);
    return documents;
  }

  #keep(documents: RunDocuments): void {
    this.#byId.delete(documents.id);
    this.#byId.set(documents.id, documents);
  }
}

/**
 * The named environment, or else the one marked as default, or else none; null asks for none.
 * @throws Problem environment_not_found
 */
export function findEnvironment(
  snapshot: Snapshot,
  name: string | null | undefined,
): EntityRecord | undefined {
  if (name === null) return undefined;
  const environments = snapshot.list('environment');
  if (name === undefined)
    return environments.find((environment) => environment.definition['default'] === true);
  const environment = snapshot.get('environment', name);
  if (environment) return environment;
  throw unknownEntity(snapshot, 'environment', name);
}

/** @throws Problem flow_disabled */
export function refuseDisabled({ name, disabled }: FlowPlan): void {
  if (disabled !== undefined)
    throw new Problem('flow_disabled', `The flow \`${name}\` is disabled: ${disabled}`);
}

/** The problem of a flow that is not there, or never had a valid version. */
export function flowMissing(snapshot: Snapshot, name: string): Problem {
  const status = snapshot.status('flow', name);
  if (status) {
    const ready = status.conditions.find((condition) => condition.type === 'Ready');
    const detail = `The flow \`${name}\` cannot run: ${ready?.message ?? 'it is not valid'}`;
    return new Problem('entity_invalid', detail, { errors: status.findings.map(problemDetail) });
  }
  return unknownEntity(snapshot, 'flow', name);
}
