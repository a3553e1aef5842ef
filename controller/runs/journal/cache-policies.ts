import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical } from '../../../schemas/json/values.js';
import type { EntityRecord, Snapshot } from '../../catalog/index.js';
import type { FlowPlan } from '../../flows/index.js';
import type { CompiledCachePolicy } from '../../kinds/cache-policy/compile.js';

/** A cache policy of one branch, as one version of its file states it. */
export interface CachePolicy {
  name: string;
  /** Differs between versions of the policy; a new version starts with an empty cache. */
  identity: string;
  rules: CompiledCachePolicy;
}

/** The subject of a cache policy: all actions of a connection, one action of it, or a flow. */
interface Target {
  connection?: string;
  action?: string;
  flow?: string;
}

/** The part of `RunDocuments` that policies are read from. */
interface Documents {
  names(kind: string): string[];
  definition(kind: string, name: string): JsonObject | undefined;
  compiled(kind: string, name: string): unknown;
  connection(name: string): JsonObject | undefined;
  readonly metadata: JsonObject;
  readonly secretsPrefix: string | undefined;
}

/**
 * The policies that apply to any of `records`, by name. They have to be searched, as policies name flows and connections
 * and not the reverse.
 */
export function policiesFor(snapshot: Snapshot, records: readonly EntityRecord[]): EntityRecord[] {
  const ids = new Set(records.map(({ kind, name }) => `${kind}/${name}`));
  return snapshot
    .list('cache-policy')
    .filter(({ definition }) =>
      getTargets(definition).some(({ connection, flow }) =>
        ids.has(flow === undefined ? `connection/${connection}` : `flow/${flow}`),
      ),
    );
}

/** The cache policies of a run's documents, and fingerprints of everything that the answers depend on. */
export class CachePolicies {
  readonly #found = new Map<string, CachePolicy | undefined>();
  readonly #fingerprints = new Map<string, string>();

  constructor(private readonly documents: Documents) {}

  /** A policy for the action wins over one for the connection, then the first name wins. */
  forCall(connection: string, action: string): CachePolicy | undefined {
    return this.#find(`call ${connection}.${action}`, [
      (target) => target.connection === connection && target.action === action,
      (target) => target.connection === connection && target.action === undefined,
    ]);
  }

  forFlow(flow: string): CachePolicy | undefined {
    return this.#find(`flow ${flow}`, [(target) => target.flow === flow]);
  }

  /** A digest of everything in the run's environment that the answers of a connection depend on. */
  connectionFingerprint(name: string): string {
    const { documents } = this;
    return this.#remember(`connection ${name}`, () =>
      digest(documents.connection(name) ?? null, documents.secretsPrefix ?? null),
    );
  }

  /** A digest of everything in the run's environment that the output of a flow depends on, besides its input. */
  flowFingerprint(name: string): string {
    const { documents } = this;
    return this.#remember(`flow ${name}`, () => {
      const used = this.#usedBy(name);
      return digest(documents.metadata, documents.secretsPrefix ?? null, Object.fromEntries(used));
    });
  }

  /** The definitions of a flow and of everything that it uses. */
  #usedBy(name: string): Map<string, Json> {
    const { documents } = this;
    const used = new Map<string, Json>();
    const waiting = [name];
    for (let flow = waiting.pop(); flow !== undefined; flow = waiting.pop()) {
      if (used.has(`flow/${flow}`)) continue;
      used.set(`flow/${flow}`, documents.definition('flow', flow) ?? null);
      const plan = documents.compiled('flow', flow) as FlowPlan | undefined;
      if (!plan) continue;
      waiting.push(...plan.subflows.map((subflow) => subflow.name));
      for (const { connection } of plan.connections) {
        used.set(`connection/${connection}`, this.connectionFingerprint(connection));
      }
      for (const { kind, name: entity } of plan.entities) {
        used.set(`${kind}/${entity}`, documents.definition(kind, entity) ?? null);
      }
    }
    return used;
  }

  #remember(id: string, compute: () => string): string {
    const fingerprint = this.#fingerprints.get(id) ?? compute();
    this.#fingerprints.set(id, fingerprint);
    return fingerprint;
  }

  #find(id: string, tests: readonly ((target: Target) => boolean)[]): CachePolicy | undefined {
    if (!this.#found.has(id)) this.#found.set(id, this.#search(tests));
    return this.#found.get(id);
  }

  #search(tests: readonly ((target: Target) => boolean)[]): CachePolicy | undefined {
    const names = this.documents.names('cache-policy').sort();
    for (const test of tests) {
      for (const name of names) {
        const definition = this.documents.definition('cache-policy', name) ?? {};
        const rules = this.documents.compiled('cache-policy', name) as CompiledCachePolicy | undefined;
        if (rules && getTargets(definition).some(test))
          return { name, identity: `${name} ${digest(definition)}`, rules };
      }
    }
    return undefined;
  }
}

/** SHA-256 over the values, independent of the order of members. The values cannot be read from it. */
export function digest(...values: readonly Json[]): string {
  return hash('sha256', canonical([...values]));
}

function getTargets(definition: JsonObject): Target[] {
  const targets: Json = definition['appliesTo'] ?? [];
  return Array.isArray(targets) ? (targets as Target[]) : [];
}
