import type { JsonObject } from '../../schemas/json.js';

const text: JsonObject = { type: 'string' };
const textOrNull: JsonObject = { type: ['string', 'null'] };
const numberOrNull: JsonObject = { type: ['number', 'null'] };
const time: JsonObject = { type: 'string', description: 'RFC 3339, with milliseconds.' };
const timeOrNull: JsonObject = { type: ['string', 'null'] };

/** Problem details of the flow itself, as the Open Workflow DSL has them. */
export const flowErrorShape: JsonObject = {
  title: 'FlowError',
  type: ['object', 'null'],
  properties: {
    type: text,
    title: text,
    status: { type: 'number' },
    detail: text,
    instance: { type: 'string', description: 'JSON-pointer reference of the task, such as `/do/0/getPet`.' },
    code: {
      type: 'string',
      description:
        'Of a limit that was crossed: the code that `GET /api/v1/platform/errors/{code}` explains.',
    },
  },
};

export const runStatuses = [
  'pending',
  'running',
  'waiting',
  'suspended',
  'completed',
  'faulted',
  'cancelled',
] as const;

export const runShape: JsonObject = {
  title: 'Run',
  type: 'object',
  required: ['id', 'flow', 'branch', 'revision', 'status', 'trigger', 'principal', 'createdAt'],
  properties: {
    id: { type: 'string', description: 'UUIDv7.' },
    flow: text,
    branch: text,
    revision: { type: 'string', description: 'The commit the run is pinned to.' },
    environment: textOrNull,
    status: { type: 'string', enum: [...runStatuses] },
    trigger: { type: 'string', enum: ['api', 'flow', 'schedule', 'event'] },
    principal: text,
    input: {},
    output: {},
    error: flowErrorShape,
    createdAt: time,
    startedAt: timeOrNull,
    endedAt: timeOrNull,
    durationMs: numberOrNull,
    parentRunId: textOrNull,
    waitingFor: textOrNull,
  },
};

export const taskShape: JsonObject = {
  title: 'TaskExecution',
  type: 'object',
  required: ['key', 'reference', 'name', 'task', 'attempt', 'status', 'startedAt'],
  properties: {
    key: {
      type: 'string',
      description: 'Reference, loop iterations and attempts: one execution of one task.',
    },
    reference: text,
    name: text,
    task: { type: 'string', description: 'The task type.' },
    attempt: { type: 'integer' },
    status: {
      type: 'string',
      enum: ['running', 'waiting', 'completed', 'faulted', 'skipped', 'cancelled', 'retried'],
    },
    startedAt: time,
    endedAt: timeOrNull,
    durationMs: numberOrNull,
    inputDigest: textOrNull,
    outputDigest: textOrNull,
    error: flowErrorShape,
  },
};

export const logEntryShape: JsonObject = {
  type: 'object',
  required: ['seq', 'at', 'level', 'message'],
  properties: {
    seq: { type: 'integer' },
    at: time,
    level: { type: 'string', enum: ['debug', 'info', 'warn', 'error'] },
    message: text,
    reference: textOrNull,
    data: { type: ['object', 'null'], additionalProperties: true },
  },
};
