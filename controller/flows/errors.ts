import { STATUS_CODES } from 'node:http';
import type { ConnectorError } from '../connectors/contract.js';
import type { ProblemCode } from '../problems/index.js';
import { FlowError, type FlowErrorBody } from './contract.js';

/** Standard error types (DSL reference, "Standard Error Types") with their default status. */
export const standardErrors = {
  configuration: 400,
  validation: 400,
  expression: 400,
  authentication: 401,
  authorization: 403,
  timeout: 408,
  communication: 500,
  runtime: 500,
} as const;

export type StandardError = keyof typeof standardErrors;

const base = 'https://open-workflow-specification.org/spec/1.0.0/errors/';
/** The bases that documents use for the same types; errors are raised with the first. */
const bases = [
  base,
  'https://open-workflow-specification.org/dsl/errors/types/',
  'https://serverlessworkflow.io/spec/1.0.0/errors/',
  'https://serverlessworkflow.io/dsl/errors/types/',
];

/** The standard type that a type URI names under any of its bases, or undefined. */
export function standardType(uri: string): StandardError | undefined {
  for (const prefix of bases) {
    if (!uri.startsWith(prefix)) continue;
    const name = uri.slice(prefix.length);
    if (Object.hasOwn(standardErrors, name)) return name as StandardError;
  }
  return undefined;
}

/** Whether two type URIs mean the same type, whichever base they use. */
export function sameType(left: string, right: string): boolean {
  if (left === right) return true;
  const standard = standardType(left);
  return standard !== undefined && standard === standardType(right);
}

export interface StandardErrorOptions {
  status?: number;
  title?: string;
  detail: string;
  code?: ProblemCode;
  /** Reference of the task that raises it; left out by who cannot know it, and added by the plan. */
  instance?: string;
  cause?: unknown;
}

export function standardError(kind: StandardError, options: StandardErrorOptions): FlowError {
  const status = options.status ?? standardErrors[kind];
  const body: FlowErrorBody = {
    type: base + kind,
    title: options.title ?? STATUS_CODES[status] ?? 'Error',
    status,
    detail: options.detail,
    ...(options.instance === undefined ? {} : { instance: options.instance }),
    ...(options.code === undefined ? {} : { code: options.code }),
  };
  return new FlowError(body, options.cause === undefined ? undefined : { cause: options.cause });
}

/** What a failed action or request becomes in the flow. */
export function fromConnectorError(error: ConnectorError, instance: string): FlowError {
  return standardError(error.kind, {
    status: error.status,
    title: error.title,
    detail: error.message,
    instance,
    cause: error,
  });
}

/** A flow error that names no task, with the one given; any other error as it is. */
export function located(error: unknown, instance: string): unknown {
  return error instanceof FlowError && error.body.instance === undefined ? relocated(error, instance) : error;
}

/** A flow error moved to the task given: its own reference belongs to another document. */
export function relocated(error: unknown, instance: string): unknown {
  return error instanceof FlowError ? new FlowError({ ...error.body, instance }, { cause: error }) : error;
}
