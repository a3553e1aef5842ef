import type { AuditFilter } from '../../../controller/security/audit/contract.js';
import { nameText, pageFields, requirePageSize } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { notACursor } from '../shared/pages.js';
import {
  described,
  flag,
  getAnswer,
  getPage,
  integer,
  moment,
  openObject,
  text,
  textOrNull,
} from '../shared/schemas.js';

const recordShape = getAnswer(
  undefined,
  {
    seq: described(integer, 'The number of the record.'),
    at: described(text, 'The time of the call (RFC 3339).'),
    action: described(text, 'The name of the operation.'),
    principal: described(text, 'The caller.'),
    target: described(textOrNull, 'What the call was about, as `type/name @ branch`.'),
    outcome: described(text, '`ok`, the code of the problem, or `begun` if the outcome is not known.'),
  },
  {
    address: described(textOrNull, 'The network address of the caller.'),
    requestId: described(textOrNull, 'The id of the request.'),
    via: described(text, 'The surface: `rest`, `graphql`, `mcp`.'),
    begunAs: described(integer, 'The `seq` of the record that was written at the start.'),
    detail: described(openObject, 'What the operation has noted.'),
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
      principal: { ...nameText, description: 'Only calls of this principal.', examples: ['user:ada'] },
      action: { ...nameText, description: 'Only calls of this operation.', examples: ['create-user'] },
      target: { ...nameText, description: 'Only calls about this target.', examples: ['flow/refund @ main'] },
      outcome: { ...nameText, description: 'Only calls with this outcome.', examples: ['forbidden'] },
      since: { ...moment, description: 'At this time or later.' },
      until: { ...moment, description: 'Before this time.' },
      ...pageFields,
    },
  },
  output: getPage(recordShape),
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
  output: getAnswer(
    undefined,
    {
      ok: described(flag, 'True if no record was changed.'),
      records: described(integer, 'Number of records.'),
      head: {
        type: 'object',
        description: 'The newest record. Store it elsewhere to detect a log that was shortened.',
        properties: {
          seq: described(integer, 'The number of the record.'),
          hash: described(text, 'The hash of the chain up to it.'),
        },
      },
    },
    {
      broken: {
        type: 'object',
        description: 'The first changed record; left out if there is none.',
        properties: {
          seq: described(integer, 'The number of the record.'),
          reason: described(text, 'What does not fit.'),
        },
      },
    },
  ),
  async run({ controller }) {
    return { value: await controller.audit.verify() };
  },
};
