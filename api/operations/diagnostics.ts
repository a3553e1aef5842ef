import {
  type ServiceLogEntry,
  type ServiceLogFilter,
  serviceLogLevels,
} from '../../controller/service-log/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { type Operation, reads, type StreamItem } from './operation.js';

const status: JsonObject = { type: 'string', enum: ['ok', 'warn', 'fail'] };

const readDiagnostics: Operation = {
  name: 'read-diagnostics',
  title: 'Diagnose the installation',
  description:
    'Looks at the database, the disk, the clock, the master key, the audit log, the Git remote, the overlay and the queue: what was seen, and what to do about it.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'diagnostics' }),
  input: { properties: {} },
  output: {
    title: 'Diagnostics',
    type: 'object',
    required: ['status', 'checks', 'version', 'node', 'platform', 'schema', 'startedAt'],
    properties: {
      status: { ...status, description: 'The worst of all checks.' },
      checks: {
        type: 'array',
        items: {
          title: 'Check',
          type: 'object',
          required: ['name', 'status', 'detail', 'durationMs'],
          properties: {
            name: { type: 'string' },
            status,
            detail: { type: 'string' },
            hint: { type: 'string' },
            durationMs: { type: 'integer' },
          },
        },
      },
      version: { type: 'string' },
      node: { type: 'string' },
      platform: { type: 'string' },
      schema: { type: 'string', description: 'The newest migration of the database.' },
      startedAt: { type: 'string' },
    },
  },
  async run({ controller }) {
    const health = await controller.health();
    return { value: controller.vault.maskJson(health as unknown as JsonObject) };
  },
};

interface LogsInput extends ServiceLogFilter {
  limit: number;
  follow?: boolean;
}

const readServiceLogs: Operation<LogsInput> = {
  name: 'read-service-logs',
  title: 'Read the log of the service',
  description:
    'The newest entries of the service’s own log, oldest first. With `follow`, entries arrive as they are written.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'log' }),
  input: {
    properties: {
      level: {
        type: 'string',
        enum: [...serviceLogLevels],
        description: 'The least severe level that counts.',
      },
      since: { type: 'string', format: 'date-time', description: 'At this time or later.' },
      text: { type: 'string', minLength: 1, maxLength: 512, description: 'Must stand in the entry.' },
      after: { type: 'integer', minimum: 0, description: 'The `seq` of the last entry already seen.' },
      limit: { type: 'integer', minimum: 1, maximum: 2000, default: 200 },
      follow: { type: 'boolean', default: false },
    },
  },
  output: {
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        items: {
          title: 'ServiceLogEntry',
          type: 'object',
          required: ['seq', 'at', 'level', 'message', 'data'],
          properties: {
            seq: { type: 'integer' },
            at: { type: 'string' },
            level: { type: 'string', enum: [...serviceLogLevels] },
            message: { type: 'string' },
            data: { type: 'object', additionalProperties: true },
          },
        },
      },
    },
  },
  async run(context, { limit, follow, ...filter }) {
    const { logs } = context.controller;
    if (!follow) return { value: { items: logs.list(filter, limit) } };
    return { stream: tail(logs.follow(filter, context.listening)) };
  },
};

async function* tail(entries: AsyncIterable<ServiceLogEntry>): AsyncGenerator<StreamItem> {
  for await (const entry of entries) yield { event: 'log', id: entry.seq, data: entry };
}

export const diagnosticOperations: readonly Operation[] = [readDiagnostics, readServiceLogs];
