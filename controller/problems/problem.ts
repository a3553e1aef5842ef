import type { Json } from '../../schemas/json/types.js';
import { type Hint, type HintBody, toHintBody } from './catalog/hint.js';
import { catalog, type ProblemCode } from './catalog/index.js';
import type { RetryClass } from './catalog/kind.js';
import { withoutDoubleStops } from './sentence.js';

/** One fault in the input: a JSON pointer (RFC 6901), a place in a file, or both. */
export interface ProblemDetail {
  pointer?: string;
  file?: string;
  /** 1-based. */
  line?: number;
  /** 1-based. */
  column?: number;
  message: string;
  /** The base and both sides of a conflict; null for a missing value. */
  sides?: { base: Json; ours: Json; theirs: Json };
}

export interface ProblemOptions {
  /** Replace the hint of the catalog. */
  hints?: readonly Hint[];
  errors?: readonly ProblemDetail[];
  /** Replaces the status of the catalog, to pass on the status of another server. */
  status?: number;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** Additional members that a protocol asks for. */
  members?: Readonly<Record<string, Json>>;
  cause?: unknown;
}

/** `application/problem+json` (RFC 9457) with the extension members of svc. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  hints: readonly HintBody[];
  errors?: readonly ProblemDetail[];
}

/** The call of an operation that a problem ended. */
export interface FailedCall {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The only error that may reach a caller. Its text contains no secret and no stack. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly retry: RetryClass;
  readonly hints: readonly Hint[];
  readonly errors: readonly ProblemDetail[] | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly members: Readonly<Record<string, Json>> | undefined;
  /** Undefined before an operation was called; calls of hints take names from its input. */
  call: FailedCall | undefined;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    // Many details quote a message of another library, which may end with a full stop or not.
    super(withoutDoubleStops(detail), options.cause === undefined ? undefined : { cause: options.cause });
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

  /**
   * @param baseUrl without a slash at the end; `''` for a relative reference
   * @param hints as the surface has them; left out, they name operations
   */
  toBody(
    baseUrl: string,
    instance: string,
    hints: readonly HintBody[] = this.hints.map((hint) => toHintBody(hint)),
  ): ProblemBody {
    return {
      type: `${baseUrl}/api/v1/platform/errors/${this.code}`,
      title: this.title,
      status: this.status,
      detail: this.message,
      instance,
      code: this.code,
      hints,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.members,
    };
  }
}
