import type { JsonObject } from '../../schemas/json/types.js';
import type { ServiceLogEntry } from './log-contract.js';
import { getAttributes, type OtlpOptions, OtlpSender } from './otlp-sender.js';

/** The numbers of levels (OpenTelemetry, "Severity Fields"). */
const severities = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 } as const;

/** Sends the lines of the service's own log. */
export class OtlpLogs extends OtlpSender<ServiceLogEntry> {
  constructor(options: OtlpOptions) {
    super(options, {
      path: '/v1/logs',
      encode: (entries, { resource, scope }) => ({
        resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: entries.map(encode) }] }],
      }),
    });
  }
}

function encode({ at, level, message, data }: ServiceLogEntry): JsonObject {
  const attributes = Object.entries(data).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value),
  ]);
  return {
    timeUnixNano: `${Date.parse(at)}000000`,
    severityNumber: severities[level],
    severityText: level.toUpperCase(),
    body: { stringValue: message },
    attributes: getAttributes(Object.fromEntries(attributes)),
  };
}
