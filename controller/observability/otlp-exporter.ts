import type { JsonObject } from '../../schemas/json/types.js';
import { getAttributes, type OtlpOptions, OtlpSender } from './otlp-sender.js';

/** A finished span. Times are ms since the epoch. */
export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** `internal` by default. */
  kind?: 'internal' | 'server' | 'client';
  start: number;
  end: number;
  attributes: Readonly<Record<string, string | number>>;
  /** Set when the operation failed. */
  error?: string;
}

/** Sends the spans of runs, tasks and requests. */
export class OtlpExporter extends OtlpSender<Span> {
  constructor(options: OtlpOptions) {
    super(options, {
      path: '/v1/traces',
      encode: (spans, { resource, scope }) => ({
        resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(encode) }] }],
      }),
    });
  }
}

/** SPAN_KIND_… */
const kinds = { internal: 1, server: 2, client: 3 } as const;

function encode(span: Span): JsonObject {
  const { traceId, spanId, parentSpanId, name, kind = 'internal', start, end, attributes, error } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: `${Math.round(start * 1_000)}000`,
    endTimeUnixNano: `${Math.round(end * 1_000)}000`,
    attributes: getAttributes(attributes),
    status: error === undefined ? {} : { code: 2, message: error },
  };
}
