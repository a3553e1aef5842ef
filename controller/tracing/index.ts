export { OtlpExporter, type OtlpOptions, type Span } from './otlp-exporter.js';
export { runContext, type TraceContext } from './trace-context.js';
