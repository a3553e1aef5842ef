import { createHash } from 'node:crypto';
import type { StepKey } from '../../flows/index.js';

/** The position of a span in a trace (W3C Trace Context, level 1). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** True when the system that began the trace records it. */
  sampled: boolean;
  /** `tracestate`, passed on unchanged. */
  state?: string;
}

interface Traceable {
  id: string;
  parentRunId: string | null;
  /** The span that the run was started in. */
  trace: TraceContext | null;
}

/**
 * The span of a run, or of the step `key` of it. Every process computes the same span from the journal. The trace is the
 * one that the run was started in; a run that was started in none makes a trace id from its own id.
 */
export function createSpan({ id, parentRunId, trace }: Traceable, key?: StepKey): TraceContext {
  const parts = key === undefined ? [id] : [id, key];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return {
    traceId: trace?.traceId ?? (parentRunId ?? id).replaceAll('-', ''),
    spanId: digest.slice(0, 16),
    sampled: trace?.sampled ?? true,
    ...(trace?.state === undefined ? {} : { state: trace.state }),
  };
}

/** The headers of a request that is sent in this span. */
export function traceHeaders(span: TraceContext): Readonly<Record<string, string>> {
  const traceparent = `00-${span.traceId}-${span.spanId}-${span.sampled ? '01' : '00'}`;
  return span.state === undefined ? { traceparent } : { traceparent, tracestate: span.state };
}
