import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { Problem, type ProblemDetail } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/index.js';
import { createInputAjv, explainFaults, readPointers } from '../operations/prepare-input.js';

/** Query and path are text: a number is read from it. A body says what it means. */
const fromText = createInputAjv({ coerceTypes: true });
const fromJson = createInputAjv({ coerceTypes: false });

/**
 * Checks each part of a request against its route's schema. A body that does not fit is `body_invalid` with a JSON
 * pointer per error, anything else `request_invalid`.
 */
export function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const isBody = httpPart === 'body';
    // Compiled with the first request: most of a start would be spent on routes nobody asks for.
    const ajv = isBody ? fromJson : fromText;
    let validate: ValidateFunction | undefined;
    const mayBeLeftOut = isBody && !hasRequired(schema as JsonObject);
    return (data: unknown) => {
      // Fastify hands in null for a request without a body.
      const value = data === null && mayBeLeftOut ? {} : data;
      validate ??= ajv.compile(schema as AnySchema);
      if (validate(value)) return { value };
      const errors = explainFaults(schema as JsonObject, value as Json);
      const details = errors.length > 0 ? errors : (validate.errors ?? []).map(toDetail);
      return { error: isBody ? bodyProblem(data, details) : requestProblem(httpPart ?? 'request', details) };
    };
  });
}

function hasRequired(schema: JsonObject): boolean {
  return Array.isArray(schema['required']) && schema['required'].length > 0;
}

function bodyProblem(data: unknown, errors: ProblemDetail[]): Problem {
  if (data === null)
    return new Problem('body_invalid', 'The operation needs a JSON object as its body', { errors });
  return new Problem('body_invalid', summary('The body', errors), { errors });
}

function requestProblem(part: string, errors: ProblemDetail[]): Problem {
  const names: Record<string, string> = { querystring: 'The query', params: 'The path' };
  return new Problem('request_invalid', summary(names[part] ?? 'The request', errors), {
    errors,
    hints: [readPointers],
  });
}

function summary(subject: string, errors: readonly ProblemDetail[]): string {
  const [first] = errors;
  if (!first) return `${subject} does not fit the operation`;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  return `${subject} does not fit the operation: \`${first.pointer || '/'}\` ${first.message}${more}`;
}

function toDetail(error: { instancePath: string; message?: string }): ProblemDetail {
  return { pointer: error.instancePath, message: error.message ?? 'is not allowed' };
}
