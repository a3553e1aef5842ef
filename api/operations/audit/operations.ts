import type { AuditFilter } from '../../../controller/security/audit/contract.js';
import { nameText, pageFields, requirePageSize } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { notACursor } from '../shared/pages.js';
import {
  answerOf,
  described,
  flag,
  integer,
  moment,
  openObject,
  pageOf,
  text,
  textOrNull,
} from '../shared/schemas.js';

const recordShape = answerOf(
  undefined,
  {
    seq: integer,
    at: text,
    action: text,
    principal: text,
    target: textOrNull,
    outcome: described(text, '`ok`, the code of the problem, or `begun` if the outcome is not known.'),
  },
  {
    address: textOrNull,
    requestId: textOrNull,
    via: text,
    begunAs: described(integer, 'The `seq` of the record that was written at the start.'),
    detail: openObject,
  },
);

export const listAudit: Operation<Omit<AuditFilter, 'before'> & { cursor?: string }> = {
  name: 'list-audit',
  title: 'Read the audit log',
  description:
    'The records of all calls that change something: principal, action, target, address and outcome, newest first. A page may have fewer records than `limit`; continue while there is a `nextCursor`.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'audit' }),
  input: {
    properties: {
      principal: { ...nameText, examples: ['user:ada'] },
      action: { ...nameText, examples: ['create-user'] },
      target: { ...nameText, examples: ['flow/refund @ main'] },
      outcome: { ...nameText, examples: ['forbidden'] },
      since: { ...moment, description: 'At this time or later.' },
      until: { ...moment, description: 'Before this time.' },
      ...pageFields,
    },
  },
  output: pageOf(recordShape),
  async run({ controller }, { cursor, ...filter }) {
    const limit = requirePageSize(controller.config.current(), filter.limit);
    const before = cursor === undefined ? {} : { before: requireSeq(cursor) };
    const { items, next } = await controller.audit.list({ ...filter, limit, ...before });
    return { value: { items, nextCursor: next === null ? null : String(next) } };
  },
};

function requireSeq(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw notACursor();
}

export const verifyAudit: Operation = {
  name: 'verify-audit',
  title: 'Verify the audit log',
  description: 'Verifies the chain of hashes through the whole log, and names the first changed record.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'audit' }),
  input: { properties: {} },
  output: answerOf(
    undefined,
    {
      ok: flag,
      records: integer,
      head: {
        type: 'object',
        description: 'The newest record. Store it elsewhere to detect a log that was shortened.',
        properties: { seq: integer, hash: text },
      },
    },
    { broken: { type: 'object', properties: { seq: integer, reason: text } } },
  ),
  async run({ controller }) {
    return { value: await controller.audit.verify() };
  },
};
