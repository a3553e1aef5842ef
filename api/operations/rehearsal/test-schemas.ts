import type { JsonObject } from '../../../schemas/json/types.js';
import { choice, described, findingShape, getAnswer, getArray, integer, text } from '../shared/schemas.js';

const failureShape = getAnswer(
  { title: 'FlowTestFailure', description: 'A respect in which the run was not as its test expects.' },
  {
    kind: described(
      choice({
        unanswered:
          'A call, or a wait for an event or a person, has no answer: `entry` is one that `given` lacks.',
        open: 'The run did not come to its end.',
        input: 'The flow does not take the input.',
        answer: 'An answer of `given` cannot be used.',
        status: 'The run completes, and a fault was expected, or the other way round.',
        output: 'The output differs.',
        fault: 'The fault differs.',
        calls: 'The calls differ.',
        stores: 'The entries of a store differ.',
      }),
      'The kind of the failure.',
    ),
    message: described(text, 'The failure in words.'),
    pointer: described(text, 'JSON pointer into the test.'),
    line: described(integer, 'The line in the file of the test.'),
    column: described(integer, 'The column.'),
  },
  {
    hint: described(text, 'The way to repair it.'),
    path: described(text, 'JSON pointer of the place in the value that differs.'),
    expected: { description: 'The expected value; left out where none was.' },
    actual: { description: 'The value of the run; of a call without an answer its arguments.' },
    task: described(text, 'JSON-pointer reference of the task.'),
    flow: described(text, 'The flow of the task.'),
    entry: {
      type: 'object',
      description: 'An entry that `given` lacks, with an answer made of the schema of the action.',
    },
  },
);

const result = described(
  choice({
    passed: 'The run was as the test expects.',
    failed: 'It was not: see `failures`.',
    invalid: 'The test, or its flow, is not valid: see `findings`.',
  }),
  'The result in one word.',
);

const resultFields: Record<string, JsonObject> = {
  name: described(text, 'The name of the test.'),
  flow: described(text, 'The flow that it is about.'),
  file: described(text, 'The file of the test.'),
  line: described(integer, 'The line of its name.'),
  result,
  failures: described(getArray(failureShape), 'The failures, the first 50.'),
  findings: described(getArray(findingShape), 'Findings that keep the test from running.'),
};

export const plannedTestShape = getAnswer(
  { title: 'PlannedFlowTest', description: 'A test of a flow that the change concerns, with the change.' },
  resultFields,
);

const unusedShape = getAnswer(
  { title: 'UnusedAnswer', description: 'An entry of `given` that answered nothing.' },
  { pointer: described(text, 'JSON pointer into the test.'), line: described(integer, 'Its line.') },
);

const testedCallShape = getAnswer(
  { title: 'TestedCall', description: 'A call that the run made.' },
  {
    call: described(text, 'What was called, such as `shop.get`.'),
    flow: described(text, 'The flow that called.'),
    task: described(text, 'JSON-pointer reference of the task.'),
    arguments: { description: 'The arguments.' },
  },
);

const testResultShape = getAnswer(
  { title: 'FlowTestResult', description: 'The result of one test.' },
  {
    ...resultFields,
    unused: described(getArray(unusedShape), 'Answers that were not asked for.'),
    calls: described(getArray(testedCallShape), 'The calls of the run, the first 100, in their order.'),
    elapsedMs: described(integer, 'The time that passed in the test, in ms.'),
    durationMs: described(integer, 'The time of the computation, in ms.'),
  },
);

const coverageShape = getAnswer(
  { title: 'FlowTestCoverage', description: 'The tasks of a flow that ran in tests.' },
  {
    flow: described(text, 'The name of the flow.'),
    tasks: described(integer, 'The number of its tasks.'),
    missing: described(
      getArray({ ...text, examples: ['/do/2/ask'] }),
      'References of the tasks that did not run.',
    ),
  },
);

export const testReportShape = getAnswer(
  { title: 'FlowTestReport', description: 'The results of flow tests.' },
  {
    passed: described(integer, 'The number of tests that passed.'),
    failed: described(integer, 'The number of the others.'),
    results: described(getArray(testResultShape), 'The results, by name.'),
    coverage: described(getArray(coverageShape), 'What the tests ran, by flow.'),
    missing: described(
      getArray({ ...text, examples: ['3 tests: the time is up'] }),
      'Tests that were not run, and why; empty where all were.',
    ),
  },
);
