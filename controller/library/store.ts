import type { Json, JsonObject } from '../../schemas/json.js';
import type { Compilation, CompiledCachePolicy, CompiledStore, LibraryFinding } from './contract.js';
import { parseDuration } from './duration.js';
import { compileSchema } from './embedded-schema.js';
import { compileExpression, evaluate } from './expression.js';

/** Compiles a store that fits its schema. */
export function compileStore(definition: JsonObject): Compilation<CompiledStore> {
  const findings: LibraryFinding[] = [];
  const ttl = duration(definition['ttl'], '/ttl', findings);
  const schema = compileSchema(definition['schema'], '/schema', findings);
  if (findings.length > 0) return { compiled: undefined, findings };
  return {
    compiled: {
      ttl,
      maxEntries: number(definition['maxEntries']),
      check: (value) => schema?.findings(value) ?? [],
    },
    findings,
  };
}

/** Compiles a cache policy that fits its schema. */
export function compileCachePolicy(definition: JsonObject): Compilation<CompiledCachePolicy> {
  const findings: LibraryFinding[] = [];
  const ttl = duration(definition['ttl'], '/ttl', findings) ?? 0;
  const stale = duration(definition['staleWhileRevalidate'], '/staleWhileRevalidate', findings) ?? 0;
  const { key } = definition;
  const program = typeof key === 'string' ? compileExpression(key, '/key', findings) : undefined;
  if (findings.length > 0) return { compiled: undefined, findings };
  return {
    compiled: {
      ttl,
      staleWhileRevalidate: stale,
      maxEntries: number(definition['maxEntries']),
      keyOf: (input) => (program ? evaluate(program, input) : input),
    },
    findings,
  };
}

function duration(value: Json | undefined, pointer: string, findings: LibraryFinding[]): number | undefined {
  if (value === undefined) return undefined;
  const ms = parseDuration(value);
  if (typeof ms === 'number') return ms;
  const hint = 'Write `PT1M30S`, or `minutes: 1` and `seconds: 30`.';
  const message = `the duration ${ms.problem}`;
  findings.push({ rule: 'duration-syntax', severity: 'error', pointer, message, hint });
  return undefined;
}

function number(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
