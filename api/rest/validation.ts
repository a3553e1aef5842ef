import { Ajv2020 as Ajv, type AnySchema } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { nearest, Problem, type ProblemDetail } from '../../controller/problems/index.js';
import { findFaults, type Json, type JsonObject } from '../../schemas/index.js';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Query and path are text: a number is read from it. A body says what it means. */
const fromText = createAjv({ coerceTypes: true });
const fromJson = createAjv({ coerceTypes: false });

/**
 * Checks each part of a request against its route's schema. A body that does not fit is `body_invalid` with a JSON
 * pointer per error, anything else `request_invalid`.
 */
export function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const isBody = httpPart === 'body';
    const validate = (isBody ? fromJson : fromText).compile(schema as AnySchema);
    const mayBeLeftOut = isBody && !hasRequired(schema as JsonObject);
    return (data: unknown) => {
      // Fastify hands in null for a request without a body.
      const value = data === null && mayBeLeftOut ? {} : data;
      if (validate(value)) return { value };
      const errors = faultsOf(schema as JsonObject, value as Json);
      const details = errors.length > 0 ? errors : (validate.errors ?? []).map(toDetail);
      return { error: isBody ? bodyProblem(data, details) : requestProblem(httpPart ?? 'request', details) };
    };
  });
}

function createAjv(options: { coerceTypes: boolean }): Ajv {
  const ajv = new Ajv({ ...options, useDefaults: true, allErrors: true, allowUnionTypes: true });
  ajv.addFormat('date-time', (text) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv;
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
    hints: ['Look at `errors[]`: each `pointer` names a parameter.'],
  });
}

function summary(subject: string, errors: readonly ProblemDetail[]): string {
  const [first] = errors;
  if (!first) return `${subject} does not fit the operation`;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  return `${subject} does not fit the operation: \`${first.pointer || '/'}\` ${first.message}${more}`;
}

function faultsOf(schema: JsonObject, value: Json): ProblemDetail[] {
  return findFaults(schema, value).map(({ pointer, message, known }) => {
    const meant = known && nearest(pointer.slice(pointer.lastIndexOf('/') + 1), known);
    return { pointer, message: meant === undefined ? message : `${message}; did you mean \`${meant}\`?` };
  });
}

function toDetail(error: { instancePath: string; message?: string }): ProblemDetail {
  return { pointer: error.instancePath, message: error.message ?? 'is not allowed' };
}
