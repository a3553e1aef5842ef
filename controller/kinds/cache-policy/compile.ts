import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Eventual } from '../../concurrency/computing.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { compileExpression, evaluate } from '../compile/expression.js';
import { durationField, numberField } from '../compile/fields.js';

/** The rules of a cache policy. Durations in milliseconds. */
export interface CompiledCachePolicy {
  readonly ttl: number;
  /** How long after `ttl` an old answer may still be given during the fetch of a new one. */
  readonly staleWhileRevalidate: number;
  readonly maxEntries: number | undefined;
  /** Returns the value that tells two calls apart: the input unless `key` is set. @throws TransformError (expression) */
  getKey(input: Json): Eventual<Json>;
}

/** Compiles a cache policy that fits its schema. */
export function compileCachePolicy(definition: JsonObject): Compilation<CompiledCachePolicy> {
  const findings: CompileFinding[] = [];
  const ttl = durationField(definition['ttl'], '/ttl', findings) ?? 0;
  const staleWhileRevalidate =
    durationField(definition['staleWhileRevalidate'], '/staleWhileRevalidate', findings) ?? 0;
  const { key } = definition;
  const program = typeof key === 'string' ? compileExpression(key, '/key', findings) : undefined;
  if (hasErrors(findings)) return { compiled: undefined, findings };
  const maxEntries = numberField(definition['maxEntries']);
  const getKey = (input: Json) => (program ? evaluate(program, input) : input);
  return { compiled: { ttl, staleWhileRevalidate, maxEntries, getKey }, findings };
}
