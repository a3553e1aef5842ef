import type { AuditFilter } from '../../controller/audit/contract.js';
import type { JsonObject } from '../../schemas/json.js';
import { cursorField, limitField, nameText, pageOf, requirePageSize } from './fields.js';
import { type Operation, reads } from './operation.js';
import { notACursor } from './pages.js';

const recordShape: JsonObject = {
  type: 'object',
  required: ['seq', 'at', 'action', 'principal', 'target', 'outcome'],
  properties: {
    seq: { type: 'integer' },
    at: { type: 'string' },
    action: { type: 'string' },
    principal: { type: 'string' },
    target: { type: ['string', 'null'] },
    address: { type: ['string', 'null'] },
    requestId: { type: ['string', 'null'] },
    via: { type: 'string' },
    outcome: {
      type: 'string',
      description: '`ok`, the code of the problem, or `begun` where the end is not known.',
    },
    begunAs: { type: 'integer', description: 'The number of the record of the beginning.' },
    detail: { type: 'object', additionalProperties: true },
  },
};

const text: JsonObject = nameText;
const moment: JsonObject = { type: 'string', format: 'date-time' };

interface ListInput extends Omit<AuditFilter, 'before'> {
  cursor?: string;
}

const listAudit: Operation<ListInput> = {
  name: 'list-audit',
  title: 'Read the audit log',
  description:
    'Who did what, from where and with what outcome, newest first. A page may hold fewer records than asked for; go on while there is a `nextCursor`.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'audit' }),
  input: {
    properties: {
      principal: { ...text, examples: ['user:ada'] },
      action: { ...text, examples: ['create-user'] },
      target: { ...text, examples: ['flow/refund @ main'] },
      outcome: { ...text, examples: ['forbidden'] },
      since: { ...moment, description: 'At this time or later.' },
      until: { ...moment, description: 'Before this time.' },
      limit: limitField,
      cursor: cursorField,
    },
  },
  output: pageOf(recordShape),
  async run({ controller }, { cursor, ...filter }) {
    const limit = requirePageSize(controller.settings, filter.limit);
    const before = cursor === undefined ? {} : { before: requireSeq(cursor) };
    const { items, next } = await controller.audit.list({ ...filter, limit, ...before });
    return { value: { items, nextCursor: next === null ? null : String(next) } };
  },
};

function requireSeq(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw notACursor();
}

const verifyAudit: Operation = {
  name: 'verify-audit',
  title: 'Verify the audit log',
  description:
    'Follows the chain of hashes through the whole log, and names the first record that was tampered with.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'audit' }),
  input: { properties: {} },
  output: {
    type: 'object',
    required: ['ok', 'records', 'head'],
    properties: {
      ok: { type: 'boolean' },
      records: { type: 'integer' },
      head: {
        type: 'object',
        description: 'The newest record: keep this elsewhere, and a shortened log can be told.',
        properties: { seq: { type: 'integer' }, hash: { type: 'string' } },
      },
      broken: {
        type: 'object',
        properties: { seq: { type: 'integer' }, reason: { type: 'string' } },
      },
    },
  },
  async run({ controller }) {
    return { value: await controller.audit.verify() };
  },
};

export const auditOperations: readonly Operation[] = [listAudit, verifyAudit];
