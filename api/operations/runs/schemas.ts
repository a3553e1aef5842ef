import { answerOf, choice, described, integer, objectOrNull, text, textOrNull } from '../shared/schemas.js';

const numberOrNull = { type: ['number', 'null'] };
const time = described(text, 'RFC 3339, with milliseconds.');

/** Problem details of the flow itself, as the Open Workflow DSL has them. */
const flowErrorShape = {
  title: 'FlowError',
  type: ['object', 'null'],
  properties: {
    type: text,
    title: text,
    status: { type: 'number' },
    detail: text,
    instance: described(text, 'JSON-pointer reference of the task, such as `/do/0/getPet`.'),
    retryAfter: { type: 'number', description: 'The seconds that the server asked to wait.' },
    code: described(text, 'The code of an exceeded limit; `GET /api/v1/platform/errors/{code}` explains it.'),
  },
};

export const runStatus = choice(
  'pending',
  'running',
  'waiting',
  'suspended',
  'completed',
  'faulted',
  'cancelled',
);
export const trigger = choice('api', 'flow', 'schedule', 'event', 'webhook');

export const runShape = answerOf(
  'Run',
  {
    id: described(text, 'UUIDv7.'),
    flow: text,
    branch: text,
    revision: described(text, 'The commit whose content the run executes.'),
    status: runStatus,
    trigger,
    principal: text,
    createdAt: time,
  },
  {
    branchRevision: described(
      textOrNull,
      'The newest commit of the branch, if its version of the flow was not ready: the run executes the last good one.',
    ),
    warning: described(textOrNull, 'The sentence about `branchRevision`.'),
    environment: textOrNull,
    input: {},
    output: {},
    error: flowErrorShape,
    startedAt: textOrNull,
    endedAt: textOrNull,
    durationMs: numberOrNull,
    parentRunId: textOrNull,
    waitingFor: textOrNull,
  },
);

export const taskShape = answerOf(
  'TaskExecution',
  {
    key: described(text, 'Identifies one execution of one task: reference, loop iterations and attempts.'),
    reference: text,
    name: text,
    task: described(text, 'The task type.'),
    attempt: integer,
    status: choice('running', 'waiting', 'completed', 'faulted', 'skipped', 'cancelled', 'retried'),
    startedAt: time,
  },
  {
    endedAt: textOrNull,
    durationMs: numberOrNull,
    inputDigest: textOrNull,
    outputDigest: textOrNull,
    error: flowErrorShape,
  },
);

export const logEntryShape = answerOf(
  undefined,
  { seq: integer, at: time, level: choice('debug', 'info', 'warn', 'error'), message: text },
  { reference: textOrNull, data: objectOrNull },
);
