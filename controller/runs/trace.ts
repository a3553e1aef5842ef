import { createHash } from 'node:crypto';
import type { StepKey } from '../flows/contract.js';

/** Where a span stands (W3C Trace Context, level 1). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Whether whoever began the trace records it. */
  sampled: boolean;
  /** `tracestate`, handed on as it is. */
  state?: string;
}

export interface Traceable {
  id: string;
  parentRunId: string | null;
  /** The span that the run was started in. */
  trace: TraceContext | null;
}

/**
 * The span of a run, or of one of its tasks: the same in every process that makes it out of the journal. The trace is that
 * of whoever started the run, or named by the run itself.
 */
export function spanOf({ id, parentRunId, trace }: Traceable, key?: StepKey): TraceContext {
  const parts = key === undefined ? [id] : [id, key];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return {
    traceId: trace?.traceId ?? (parentRunId ?? id).replaceAll('-', ''),
    spanId: digest.slice(0, 16),
    sampled: trace?.sampled ?? true,
    ...(trace?.state === undefined ? {} : { state: trace.state }),
  };
}

/** What is sent along with a call that is made in this span. */
export function traceHeaders({
  traceId,
  spanId,
  sampled,
  state,
}: TraceContext): Readonly<Record<string, string>> {
  const traceparent = `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}
