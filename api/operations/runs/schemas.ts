import type { JsonObject } from '../../../schemas/json/types.js';
import { hintShape } from '../shared/hints.js';
import {
  answerOrNull,
  choice,
  described,
  flag,
  getAnswer,
  getArray,
  integer,
  named,
  objectOrNull,
  text,
  textOrNull,
} from '../shared/schemas.js';

const numberOrNull = { type: ['number', 'null'] };
const time = described(text, 'RFC 3339, with milliseconds.');

/** Problem details of the flow itself, as the Open Workflow DSL has them. */
const flowErrorShape = {
  title: 'FlowError',
  description: 'The error that ended the run or the task; null if there was none.',
  type: ['object', 'null'],
  properties: {
    type: described(text, 'The type of the error, as a URI.'),
    title: described(text, 'The error in a few words.'),
    status: { type: 'number', description: 'The status of the error, as HTTP counts them.' },
    detail: described(text, 'What happened.'),
    instance: described(text, 'JSON-pointer reference of the task, such as `/do/0/getPet`.'),
    retryAfter: { type: 'number', description: 'The seconds that the server asked to wait.' },
    code: described(text, 'The code of an exceeded limit; `GET /api/v1/platform/errors/{code}` explains it.'),
  },
};

const runStates = choice({
  pending: 'Accepted, but not started yet.',
  running: 'Executing tasks.',
  waiting: 'Waiting for a time, an event, a person or another run.',
  suspended: 'Stopped until it is resumed.',
  completed: 'Ended well.',
  faulted: 'Ended by an error.',
  cancelled: 'Ended by a call.',
});
export const runStatus = described(runStates, 'The state of the run.');
export const trigger = described(
  choice({
    api: 'A call.',
    flow: 'A task of another run.',
    schedule: 'A time.',
    event: 'An event.',
    webhook: 'A request of another system.',
  }),
  'The cause of the run.',
);

const iterations = described(
  getArray(
    getAnswer(
      { description: 'An iteration of a loop.' },
      {
        task: described(text, 'JSON-pointer reference of the loop.'),
        index: described(integer, 'The number of the iteration, from 0.'),
      },
    ),
  ),
  'The iterations of the loops around the task, the outermost first.',
);

/** The failure of a faulted run, wherever one run is read. */
const failedShape: JsonObject = answerOrNull(
  {
    title: 'RunFailure',
    description: 'The failure of a faulted run, where one run is read; left out of lists and of other runs.',
  },
  {
    task: described(textOrNull, 'JSON-pointer reference of the task that failed.'),
    key: described(textOrNull, 'The key of the execution that failed, as the timeline has it.'),
    iteration: iterations,
    likelyFix: described(text, 'The usual remedy.'),
    next: described(getArray(hintShape), 'Calls that go on.'),
  },
  {
    childRun: described(
      objectOrNull,
      'The run of a subflow in which it failed: its id, flow, branch, task and iteration, and the run inside it.',
    ),
    definition: { description: 'The task, as the flow has it now.' },
    taskInput: { description: 'What the task worked on, with secrets masked.' },
    missing: described(text, 'The reason why `taskInput` is not shown, where the settings hide it.'),
    runInput: { description: 'The parameters of the run.' },
  },
);

export const runShape = getAnswer(
  { title: 'Run', description: 'One execution of a flow.' },
  {
    id: described(text, 'UUIDv7.'),
    flow: named.flow,
    branch: named.branch,
    revision: described(text, 'The commit whose content the run executes.'),
    status: runStatus,
    trigger,
    principal: described(text, 'The caller, or the trigger, that started the run.'),
    createdAt: time,
  },
  {
    branchRevision: described(
      textOrNull,
      'The newest commit of the branch, if its version of the flow was not ready: the run executes the last good one.',
    ),
    warning: described(
      textOrNull,
      'The sentence about `branchRevision`; in the answer to a start also that about a default environment which the branch may not use.',
    ),
    environment: named.environment,
    input: { description: 'The parameters of the run.' },
    output: { description: 'The output of the flow; null before the run has completed.' },
    error: flowErrorShape,
    startedAt: described(textOrNull, 'The time of the first task; null before it.'),
    endedAt: named.endedAt,
    durationMs: { ...numberOrNull, description: 'The milliseconds from start to end; null before the end.' },
    parentRunId: described(textOrNull, 'The run that started this one as a subflow.'),
    retryOf: described(textOrNull, 'The run that this one retries or replays.'),
    waitingFor: described(textOrNull, 'What a waiting run waits for.'),
    path: described(
      textOrNull,
      'The signature of the path: equal for runs of a flow that took the same tasks and ended alike. Null before the end, and for a run of an earlier version.',
    ),
    failed: failedShape,
  },
);

const taskFacts = {
  key: described(text, 'Identifies one execution of one task: reference, loop iterations and attempts.'),
  reference: described(text, 'The place of the task in the flow, such as `/do/0/getPet`.'),
  name: described(text, 'The name of the task.'),
  task: described(text, 'The task type.'),
  attempt: described(integer, 'The number of the attempt, from 1.'),
  status: described(
    choice({
      running: 'The task is executing.',
      waiting: 'The task waits for a time, an event, a person or another run.',
      completed: 'The task ended well.',
      faulted: 'The task ended by an error.',
      skipped: 'The condition of the task did not hold.',
      cancelled: 'The task was stopped.',
      retried: 'The attempt failed, and another one followed.',
    }),
    'The state of the execution.',
  ),
  startedAt: time,
};

const taskEnd = {
  endedAt: named.endedAt,
  durationMs: { ...numberOrNull, description: 'The milliseconds from start to end; null before the end.' },
  error: flowErrorShape,
  childRun: described(textOrNull, 'The run of the subflow that the task started.'),
};

export const taskShape = getAnswer(
  { title: 'TaskExecution', description: 'One execution of one task of a run.' },
  taskFacts,
  {
    ...taskEnd,
    inputDigest: described(textOrNull, 'The SHA-256 digest of the input.'),
    outputDigest: described(textOrNull, 'The SHA-256 digest of the output.'),
    input: {
      description: 'What the task worked on, with secrets masked, where it raised the error; null elsewhere.',
    },
    missing: described(textOrNull, 'The reason why `input` is not shown, where the settings hide it.'),
    inside: described(integer, 'The number of the executions inside of this one; only with `parent`.'),
    executions: described(integer, 'The number of the executions of the task; only with `latest`.'),
  },
);

export const inspectedTaskShape = getAnswer(
  {
    title: 'InspectedTask',
    description: 'One execution of one task of a run, with its data. Secrets are masked.',
  },
  {
    ...taskFacts,
    iteration: iterations,
    cut: described(
      getArray(text),
      'The names of the members that are cut at 65,536 characters, with `whole` at 4,194,304: each is the beginning of the JSON of its value, as a text.',
    ),
    hasSecret: described(
      flag,
      'True if data of the execution depends on a secret: where the flow read it, `***` stands for it.',
    ),
  },
  {
    ...taskEnd,
    input: { description: 'The data that came to the task.' },
    transformedInput: {
      description: 'What the task worked on, where its `input` made that of the data; null elsewhere.',
    },
    rawOutput: {
      description: 'The result of the task before its `output` shaped it; null for a task without.',
    },
    output: { description: 'The output of the task; null before its end, and of one that failed.' },
    missing: described(textOrNull, 'The reason why data is not shown; null if all of it is.'),
  },
);

export const logEntryShape = getAnswer(
  undefined,
  {
    seq: described(integer, 'The number of the entry within the run.'),
    at: time,
    level: described(
      choice({
        debug: 'For the author of the flow.',
        info: 'An ordinary event.',
        warn: 'Something that may need attention.',
        error: 'A failure.',
      }),
      'The severity.',
    ),
    message: described(text, 'The text of the entry.'),
  },
  {
    reference: described(textOrNull, 'The task that wrote the entry.'),
    data: described(objectOrNull, 'Further values of the entry.'),
  },
);
