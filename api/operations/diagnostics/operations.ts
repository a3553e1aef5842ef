import type { ServiceLogFilter, serviceLogLevels } from '../../../controller/observability/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
import { hintCallField, toHintFields } from '../shared/hints.js';
import { type Operation, type OperationContext, reads, type StreamItem } from '../shared/operation.js';
import {
  choice,
  described,
  flag,
  getAnswer,
  getArray,
  integer,
  moment,
  openObject,
  text,
  textOrNull,
  toList,
} from '../shared/schemas.js';

const status = described(
  choice({ ok: 'No fault.', warn: 'Something may need attention.', fail: 'A fault.' }),
  'The outcome.',
);
const levels: Readonly<Record<(typeof serviceLogLevels)[number], string>> = {
  trace: 'Every step.',
  debug: 'Details for developers.',
  info: 'An ordinary event.',
  warn: 'Something that may need attention.',
  error: 'A failure.',
  fatal: 'A failure that ends the service.',
};
const level = described(choice(levels), 'The severity.');
const checkShape = described(
  getAnswer(
    'Check',
    {
      name: described(text, 'The name of the check.'),
      status,
      detail: described(text, 'What was found.'),
      durationMs: described(integer, 'The milliseconds that the check took.'),
    },
    { hint: described(text, 'What to do about the fault.'), hintCall: hintCallField },
  ),
  'One check of the installation.',
);

const nodeShape = described(
  getAnswer('Node', {
    id: described(text, 'The id of the data directory of the node.'),
    role: described(
      choice({
        leader: 'It serves all requests.',
        member: 'It executes runs, and passes all other requests on to the leader.',
      }),
      'The part of the node.',
    ),
    version: described(text, 'The version of svc.'),
    url: described(
      { ...textOrNull, examples: ['http://10.0.3.17:7420'] },
      'The address at which other nodes reach it; null before it listens.',
    ),
    leaseSeconds: described(
      integer,
      'The seconds until its lease ends, unless it renews it; 0 for a node that has ended.',
    ),
  }),
  'A node, of those of the last day.',
);

export const readDiagnostics: Operation = {
  name: 'read-diagnostics',
  title: 'Diagnose the installation',
  description:
    'Checks the database, the disk, the clock, the master key, the providers of secrets, the audit log, the Git remote and its branch protection, the overlay and the queue, and says what to do about each fault.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'diagnostics' }),
  input: { properties: {} },
  output: getAnswer(
    { title: 'Diagnostics', description: 'The state of the installation.' },
    {
      status: described(status, 'The worst status of all checks.'),
      checks: described(getArray(checkShape), 'The checks, in their order.'),
      version: described(text, 'The version of svc.'),
      node: described(text, 'The version of Node.'),
      platform: described(text, 'The operating system and the processor.'),
      schema: described(text, 'The newest migration of the database.'),
      startedAt: described(text, 'The start of the service (RFC 3339).'),
      nodes: described(
        getArray(nodeShape),
        'The nodes that share the database, the leader first; empty for one in SQLite.',
      ),
    },
  ),
  async run({ controller, writeCall }) {
    const [{ checks, ...health }, nodes] = await Promise.all([controller.health(), controller.nodes()]);
    const shown = nodes.map(({ id, role, version, url = null, seconds }) => ({
      id,
      role,
      version,
      url,
      leaseSeconds: Math.max(0, seconds),
    }));
    const answered = checks.map(({ hint, ...check }) =>
      hint === undefined ? check : { ...check, ...toHintFields(hint, writeCall) },
    );
    const value = { ...health, checks: answered, nodes: shown };
    return { value: controller.vault.maskJson(value as unknown as JsonObject) };
  },
};

export const testNotices: Operation = {
  name: 'test-notices',
  title: 'Send a test message',
  description:
    'Sends a message to the receiver of `Notify` that only shows that messages about failures arrive. If the receiver does not take it, the answer is `ok: false` and no error; 409 `notify_not_set` without a receiver.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: () => ({ type: 'diagnostics' }),
  input: { properties: {} },
  output: getAnswer(
    { title: 'NoticeTest', description: 'The outcome of a test message.' },
    {
      ok: described(flag, 'Whether the receiver took the message.'),
      receiver: described(text, 'The receiver that the settings name.'),
      message: described(textOrNull, 'The reason for which it did not; null when it did.'),
    },
  ),
  async run({ controller, signal }) {
    return { value: { ...(await controller.testNotices(signal)) } };
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
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 2000,
        default: 200,
        description: 'The most entries of one answer.',
      },
      follow: {
        type: 'boolean',
        default: false,
        description: 'Stream the entries, also later ones.',
      },
    },
  },
  output: toList(
    described(
      getAnswer('ServiceLogEntry', {
        seq: described(integer, 'The number of the entry since the start of the service.'),
        at: described(text, 'The time of the entry (RFC 3339).'),
        level,
        message: described(text, 'The text of the entry.'),
        data: described(openObject, 'Further values of the entry.'),
      }),
      'An entry of the service log.',
    ),
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
