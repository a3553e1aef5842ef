export { OtlpExporter, type OtlpOptions, type Span } from './otlp-exporter.js';
