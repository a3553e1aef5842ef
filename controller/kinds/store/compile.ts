import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Accepted } from '../../json-schema/index.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { compileSchema } from '../compile/embedded-schema.js';
import { durationField, numberField } from '../compile/fields.js';

/** The steps of the check of one number. */
const sumSteps = 75_000;

/** The rules of a store; its data lives in the database. */
export interface CompiledStore {
  /** In milliseconds. */
  readonly ttl: number | undefined;
  readonly maxEntries: number | undefined;
  /** Returns the value with the defaults of the store's schema, and its faults; a promise when a thread checks it. */
  accept(value: Json): Accepted | Promise<Accepted>;
  /** Does the same for a number at once, for a sum that is made inside a transaction: there is little of it to check. */
  acceptSum(sum: number): Accepted;
}

/** Compiles a store that fits its schema. */
export function compileStore(definition: JsonObject): Compilation<CompiledStore> {
  const findings: CompileFinding[] = [];
  const ttl = durationField(definition['ttl'], '/ttl', findings);
  const schema = compileSchema(definition['schema'], '/schema', findings);
  if (hasErrors(findings)) return { compiled: undefined, findings };
  const maxEntries = numberField(definition['maxEntries']);
  const accept = (value: Json) => schema?.acceptInSlices(value) ?? { value, findings: [] };
  const acceptSum = (sum: number) => schema?.accept<Json>(sum, sumSteps) ?? { value: sum, findings: [] };
  return { compiled: { ttl, maxEntries, accept, acceptSum }, findings };
}
