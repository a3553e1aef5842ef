import { type ServiceLogFilter, serviceLogLevels } from '../../../controller/observability/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads, type StreamItem } from '../shared/operation.js';
import {
  answerOf,
  arrayOf,
  choice,
  described,
  integer,
  listOf,
  moment,
  openObject,
  text,
} from '../shared/schemas.js';

const status = choice('ok', 'warn', 'fail');
const level = choice(...serviceLogLevels);

export const readDiagnostics: Operation = {
  name: 'read-diagnostics',
  title: 'Diagnose the installation',
  description:
    'Checks the database, the disk, the clock, the master key, the providers of secrets, the audit log, the Git remote and its branch protection, the overlay and the queue, and says what to do about each fault.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'diagnostics' }),
  input: { properties: {} },
  output: answerOf('Diagnostics', {
    status: described(status, 'The worst status of all checks.'),
    checks: arrayOf(
      answerOf('Check', { name: text, status, detail: text, durationMs: integer }, { hint: text }),
    ),
    version: text,
    node: text,
    platform: text,
    schema: described(text, 'The newest migration of the database.'),
    startedAt: text,
  }),
  async run({ controller }) {
    const health = await controller.health();
    return { value: controller.vault.maskJson(health as unknown as JsonObject) };
  },
};

export const readServiceLogs: Operation<ServiceLogFilter & { limit: number; follow?: boolean }> = {
  name: 'read-service-logs',
  title: 'Read the service log',
  description: 'The newest entries of the service log, oldest first; with `follow`, also those to come.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'log' }),
  input: {
    properties: {
      level: described(level, 'The least severe level to include.'),
      since: { ...moment, description: 'At this time or later.' },
      text: textField('Text that the entry must contain.', 512),
      after: { type: 'integer', minimum: 0, description: 'The `seq` of the last entry already seen.' },
      limit: { type: 'integer', minimum: 1, maximum: 2000, default: 200 },
      follow: { type: 'boolean', default: false },
    },
  },
  output: listOf(
    answerOf('ServiceLogEntry', { seq: integer, at: text, level, message: text, data: openObject }),
  ),
  async run(context, { limit, follow, ...filter }) {
    if (follow) return { stream: followLog(context, filter) };
    return { value: { items: context.controller.logs.list(filter, limit) } };
  },
};

async function* followLog(
  { controller, listening }: OperationContext,
  filter: ServiceLogFilter,
): AsyncGenerator<StreamItem> {
  for await (const entry of controller.logs.follow(filter, listening))
    yield { event: 'log', id: entry.seq, data: entry };
}
