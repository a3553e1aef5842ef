import { createHash } from 'node:crypto';

/** Where a span stands (W3C Trace Context): 32 and 16 hexadecimal digits. */
export interface TraceContext {
  traceId: string;
  spanId: string;
}

/**
 * The span of a run or of one of its tasks: the same in every process that makes it out of the journal. The trace is
 * named by the run that began it.
 */
export function runContext(firstRunId: string, ...parts: string[]): TraceContext {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return { traceId: firstRunId.replaceAll('-', ''), spanId: digest.slice(0, 16) };
}
