import type { Json } from '../../schemas/json.js';
import { catalog, type ProblemCode, type RetryClass } from './catalog.js';

/** One fault inside what was sent: a JSON pointer (RFC 6901), a place in a file, or both. */
export interface ProblemDetail {
  pointer?: string;
  file?: string;
  /** 1-based. */
  line?: number;
  /** 1-based. */
  column?: number;
  message: string;
  /** Of a conflict: what was there, and what each side made of it; null where there is nothing. */
  sides?: { base: Json; ours: Json; theirs: Json };
}

export interface ProblemOptions {
  /** More exact than the catalog's hint; replaces it. */
  hints?: readonly string[];
  errors?: readonly ProblemDetail[];
  /** In place of the catalog's, where that of somebody else is handed on. */
  status?: number;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** Members besides the standard ones, for protocols that look for them. */
  members?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** `application/problem+json` (RFC 9457) with our extension members. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  hints: readonly string[];
  errors?: readonly ProblemDetail[];
}

/** The only error that may reach a caller. Its text is safe to show: no secret, no stack. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly retry: RetryClass;
  readonly hints: readonly string[];
  readonly errors: readonly ProblemDetail[] | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly members: Readonly<Record<string, string>> | undefined;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    const kind = catalog[code];
    this.name = 'Problem';
    this.code = code;
    this.status = options.status ?? kind.status;
    this.title = kind.title;
    this.retry = kind.retry;
    this.hints = options.hints?.length ? options.hints : [kind.hint];
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.members = options.members;
  }

  /** @param baseUrl without a slash at the end; `''` gives a relative reference. */
  toBody(baseUrl: string, instance: string): ProblemBody {
    return {
      type: `${baseUrl}/api/v1/platform/errors/${this.code}`,
      title: this.title,
      status: this.status,
      detail: this.message,
      instance,
      code: this.code,
      hints: this.hints,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.members,
    };
  }
}
