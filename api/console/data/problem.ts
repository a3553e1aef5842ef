export interface ValueFault {
  pointer: string;
  message: string;
}

/** An answer of the service that is no success (RFC 9457), or no answer: `code` is `unreachable` then. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';

  constructor(
    readonly code: string,
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly hints: readonly string[] = [],
    readonly requestId: string | undefined = undefined,
    options?: ErrorOptions,
    /** The values of a request that do not fit, by their JSON pointers (RFC 6901). */
    readonly faults: readonly ValueFault[] = [],
  ) {
    super(detail || title, options);
  }
}

interface ProblemBody {
  code?: unknown;
  title?: unknown;
  detail?: unknown;
  instance?: unknown;
  hints?: unknown;
  errors?: unknown;
}

/** Reads a problem from an answer, whatever its body is. */
export async function readProblem(answer: Response): Promise<ServiceProblem> {
  const text = await answer.text().catch(() => '');
  const body = parseBody(text);
  const hints = Array.isArray(body.hints) ? body.hints.map(getHintText).filter((hint) => hint !== '') : [];
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  return new ServiceProblem(
    toText(body.code) || `http_${answer.status}`,
    answer.status,
    toText(body.title) || answer.statusText || `HTTP ${answer.status}`,
    toText(body.detail),
    hints,
    requestId,
    undefined,
    Array.isArray(body.errors) ? body.errors.flatMap(readFault) : [],
  );
}

function readFault(fault: unknown): ValueFault[] {
  if (typeof fault !== 'object' || fault === null || !('pointer' in fault) || !('message' in fault))
    return [];
  return [{ pointer: toText(fault.pointer), message: toText(fault.message) }];
}

function parseBody(text: string): ProblemBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Returns the sentence of a hint, which some answers have with the call as data. */
export function getHintText(hint: unknown): string {
  if (typeof hint === 'string') return hint;
  return typeof hint === 'object' && hint !== null && 'text' in hint ? toText(hint.text) : '';
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
