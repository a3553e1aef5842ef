import { STATUS_CODES } from 'node:http';
import { nearest } from '../../../schemas/nearest.js';
import type { ConnectorError } from '../../connectors/contract/connector.js';
import type { ProblemCode } from '../../problems/index.js';

/** An error of the flow itself: problem details as the Open Workflow DSL describes them (RFC 7807). */
export interface FlowErrorBody {
  /** URI of the error type. */
  type: string;
  title?: string;
  status: number;
  detail?: string;
  /** JSON-pointer reference of the task that raised it, such as `/do/0/getPet`. */
  instance?: string;
  /** The code in the error catalog when svc itself refuses, such as for an exceeded limit. */
  code?: ProblemCode;
  /** The seconds that the server asked to wait before another attempt (`Retry-After`). */
  retryAfter?: number;
}

export class FlowError extends Error {
  constructor(
    readonly body: FlowErrorBody,
    options?: { cause?: unknown },
  ) {
    super(body.detail ?? body.title ?? body.type, options);
    this.name = 'FlowError';
  }
}

/** The reason of the host's signal when it aborts; passes through the plan and is never caught by `try`. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** The reason that stops a part of the flow from inside: a branch that lost, a task that ran out of time. */
export class Cancelled extends Interrupted {
  override name = 'Cancelled';
}

/** Standard error types (DSL reference, "Standard Error Types") with their default status. */
const standardErrors = {
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

/** Returns the standard type that a type URI names under any of its bases. */
export function standardType(uri: string): StandardError | undefined {
  for (const prefix of bases) {
    if (!uri.startsWith(prefix)) continue;
    const name = uri.slice(prefix.length);
    if (Object.hasOwn(standardErrors, name)) return name as StandardError;
  }
  return undefined;
}

/** True for a URI under one of the bases of the standard types. */
export function isOfStandardBase(uri: string): boolean {
  return bases.some((prefix) => uri.startsWith(prefix));
}

/** Returns the standard type that a short or misspelt name means; undefined for no such name. */
export function nearestStandardType(name: string): StandardError | undefined {
  const names = Object.keys(standardErrors);
  const meant = name.toLowerCase().replace(/[_\s-]?(?:error|exception)s?$/, '');
  return (names.find((one) => one === meant) ?? nearest(meant, names)) as StandardError | undefined;
}

/** Returns the URI with which errors of a standard type are raised. */
export function standardTypeUri(type: StandardError): string {
  return base + type;
}

/** Compares two type URIs; the bases of a standard type count as equal. */
export function sameType(left: string, right: string): boolean {
  if (left === right) return true;
  const standard = standardType(left);
  return standard !== undefined && standard === standardType(right);
}

interface StandardErrorOptions {
  status?: number;
  title?: string;
  detail: string;
  code?: ProblemCode | undefined;
  retryAfter?: number | undefined;
  /** Reference of the task that raises it; the plan adds it when it is missing. */
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
    ...(options.retryAfter === undefined ? {} : { retryAfter: options.retryAfter }),
  };
  return new FlowError(body, options.cause === undefined ? undefined : { cause: options.cause });
}

/** Returns a standard error that the task of `scope` raises. */
export function taskError(
  kind: StandardError,
  { task }: { readonly task: { readonly reference: string } },
  detail: string,
  cause?: unknown,
): FlowError {
  return standardError(kind, { detail, instance: task.reference, cause });
}

/** Converts the failure of an action or request. */
export function fromConnectorError(error: ConnectorError, instance: string): FlowError {
  return standardError(error.kind, {
    status: error.status,
    title: error.title,
    detail: error.message,
    instance,
    cause: error,
    code: error.code,
    retryAfter: error.retryAfter,
  });
}

/** Adds the task to a flow error that names none; returns any other error unchanged. */
export function withInstance(error: unknown, instance: string): unknown {
  return error instanceof FlowError && error.body.instance === undefined
    ? atInstance(error, instance)
    : error;
}

/** Replaces the task of a flow error, whose own reference belongs to another document. */
export function atInstance(error: unknown, instance: string): unknown {
  return error instanceof FlowError ? new FlowError({ ...error.body, instance }, { cause: error }) : error;
}
