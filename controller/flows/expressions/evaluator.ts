import type { Json, JsonObject } from '../../../schemas/json.js';
import { ExpressionError, type Program } from '../../expressions/index.js';
import { standardError } from '../errors.js';
import type { Scope } from '../execution/scope.js';
import { resolver } from './variables.js';

/** A value computed from the data at hand. @throws FlowError expression */
export type Evaluator = (input: Json, scope: Scope) => Json;

const none: Readonly<Record<string, Json>> = Object.freeze({});

/**
 * Evaluates to the first output, null where there is none. What is not deterministic goes through the host, so that
 * a replay sees the same value.
 * @param label where the expression stands in its task; with the offset in its string, part of the step key.
 */
export function evaluator(
  program: Program,
  locals: readonly string[],
  label: string,
  offset: number,
): Evaluator {
  const bindings = [...program.variables].map((name) => ({ name, resolve: resolver(name, locals) }));
  const variables =
    bindings.length === 0
      ? () => none
      : (scope: Scope) => {
          const values: Record<string, Json> = {};
          for (const { name, resolve } of bindings) values[name] = resolve(scope);
          return values;
        };
  const evaluate: Evaluator = (input, scope) => {
    try {
      return program.first(input, variables(scope)) ?? null;
    } catch (error) {
      throw expressionFailed(error, label, scope);
    }
  };
  return program.deterministic ? evaluate : recorded(evaluate, `${label}+${offset}`);
}

/** The outcome, error included, is the host's to remember. */
function recorded(evaluate: Evaluator, label: string): Evaluator {
  return (input, scope) => {
    let failure: unknown;
    const outcome = scope.frame.run.host.value(`${scope.key}:${label}`, () => {
      try {
        return { value: evaluate(input, scope) };
      } catch (error) {
        failure = error;
        return { error: error instanceof Error ? error.message : 'failed' };
      }
    }) as JsonObject;
    if (failure !== undefined) throw failure;
    if (typeof outcome['error'] === 'string') {
      throw standardError('expression', { detail: outcome['error'], instance: scope.task.reference });
    }
    return outcome['value'] ?? null;
  };
}

function expressionFailed(error: unknown, label: string, scope: Scope): unknown {
  // A stack overflow inside an expression is the expression's fault, not the engine's.
  if (!(error instanceof ExpressionError || error instanceof RangeError)) return error;
  return standardError('expression', {
    detail: `\`${label}\`: ${error.message}`,
    instance: scope.task.reference,
    cause: error,
  });
}
