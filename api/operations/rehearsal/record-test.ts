import type { RecordedTest } from '../../../controller/rehearsal/index.js';
import { getRun } from '../runs/operations.js';
import { changedSnapshot } from '../shared/changed-snapshot.js';
import { branchField, namedField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { described, getAnswer, getArray, integer, text } from '../shared/schemas.js';
import { plannedTestShape } from './test-schemas.js';

interface RecordInput {
  branch: string;
  run: string;
  name?: string;
}

const valueShape = getAnswer(
  { title: 'RecordedValue', description: 'A value of the run in the file.' },
  { pointer: described(text, 'JSON pointer into the test.'), value: { description: 'The value, masked.' } },
);

const recordedTestShape = getAnswer(
  { title: 'RecordedFlowTest', description: 'A flow test that was made of a run. Nothing is written.' },
  {
    run: described(text, 'The id of the run.'),
    flow: described(text, 'The flow that the test is about.'),
    name: described(text, 'The name of the test.'),
    path: described(text, 'The path of its file, from the root of the branch.'),
    text: described(
      { ...text, examples: ['kind: flow-test\nname: refund-3a1b5c7d\n'] },
      'The file, as YAML.',
    ),
    values: described(
      getArray(valueShape),
      'The values of the run that the file has, the first 500: look at them before you keep it.',
    ),
    valueCount: described(integer, 'The number of all these values.'),
    notes: described(
      getArray({ ...text, examples: ['Secrets are in no record'] }),
      'What the test does not show, in words.',
    ),
    results: described(
      getArray(plannedTestShape),
      'The result of the test on the branch as it is now; empty where the time was up.',
    ),
  },
);

export const recordFlowTest: Operation<RecordInput> = {
  name: 'record-flow-test',
  title: 'Make a flow test of a run',
  description:
    'A flow test with the input of a run, the answers that it got and what it did, as the text of a file; nothing is written. Secrets are masked, members that the flow does not read are left out, and `results` say whether the branch passes it. ' +
    '409 `not_replayable` for a run that was not recorded whole, and where `Flows.TaskData` hides data. Needs the role `operator` on the flow.',
  hints: reads,
  permission: 'operator',
  target: ({ branch }) => ({ branch, some: true }),
  input: {
    properties: {
      branch: described(branchField, 'The branch of the run.'),
      run: namedField('The id of the run.', '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11'),
      name: {
        type: 'string',
        pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
        maxLength: 63,
        description: 'The name of the test; by default the flow and the end of the id of the run.',
        examples: ['refund-needs-approval'],
      },
    },
    required: ['branch', 'run'],
  },
  output: recordedTestShape,
  async run(context, input) {
    return { value: await record(context, input) };
  },
};

async function record(
  context: OperationContext,
  { branch, run: id, name }: RecordInput,
): Promise<RecordedTest & { results: unknown[] }> {
  const { controller, signal } = context;
  const run = await getRun(context, { run: id, branch }, 'operator');
  const recorded = await controller.testRecorder.record(run.id, name, signal);
  const file = { path: recorded.path, content: recorded.text };
  const snapshot = await changedSnapshot(context, { base: run.branch, files: [file] });
  const report = await controller.flowTester.run(snapshot, { names: [recorded.name], signal });
  const results = report.results.map((each) => {
    const { name: test, flow, file: path, line, result, failures, findings } = each;
    return { name: test, flow, file: path, line, result, failures, findings };
  });
  return { ...recorded, results };
}
