import type { Json, JsonObject } from '../../schemas/json.js';
import type { CachePolicy } from '../caches/index.js';
import { digest } from '../caches/index.js';
import type { EntityRecord, Snapshot } from '../catalog/contract.js';
import type { CompiledCachePolicy } from '../library/index.js';

/** What a cache policy applies to: all actions of a connection, one of them, or a flow. */
interface Target {
  connection?: string;
  action?: string;
  flow?: string;
}

/** Where the policies' documents are. */
interface Documents {
  names(kind: string): string[];
  definition(kind: string, name: string): JsonObject | undefined;
  compiled(kind: string, name: string): unknown;
}

/** The policies that apply to anything among `records`, by name. Policies name flows and connections, not the reverse. */
export function policiesFor(snapshot: Snapshot, records: readonly EntityRecord[]): EntityRecord[] {
  const known = new Set(records.map(({ kind, name }) => `${kind}/${name}`));
  return snapshot
    .list('cache-policy')
    .filter(({ definition }) =>
      targetsOf(definition).some(({ connection, flow }) =>
        known.has(flow === undefined ? `connection/${connection}` : `flow/${flow}`),
      ),
    );
}

/** Which policy a call falls under: one for the action goes before one for the connection, then by name. */
export class Policies {
  readonly #documents: Documents;
  readonly #found = new Map<string, CachePolicy | undefined>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  forCall(connection: string, action: string): CachePolicy | undefined {
    return this.#find(`call ${connection}.${action}`, [
      (target) => target.connection === connection && target.action === action,
      (target) => target.connection === connection && target.action === undefined,
    ]);
  }

  forFlow(flow: string): CachePolicy | undefined {
    return this.#find(`flow ${flow}`, [(target) => target.flow === flow]);
  }

  #find(id: string, tests: readonly ((target: Target) => boolean)[]): CachePolicy | undefined {
    if (!this.#found.has(id)) this.#found.set(id, this.#search(tests));
    return this.#found.get(id);
  }

  #search(tests: readonly ((target: Target) => boolean)[]): CachePolicy | undefined {
    const names = this.#documents.names('cache-policy').sort();
    for (const test of tests) {
      for (const name of names) {
        const definition = this.#documents.definition('cache-policy', name) ?? {};
        const rules = this.#documents.compiled('cache-policy', name) as CompiledCachePolicy | undefined;
        if (rules && targetsOf(definition).some(test))
          return { name, identity: `${name} ${digest(definition)}`, rules };
      }
    }
    return undefined;
  }
}

function targetsOf(definition: JsonObject): Target[] {
  const targets: Json = definition['appliesTo'] ?? [];
  return Array.isArray(targets) ? (targets as Target[]) : [];
}
