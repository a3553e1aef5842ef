import { Problem } from '../../../controller/problems/index.js';
import type { FlowTestReport } from '../../../controller/rehearsal/index.js';
import { getAccess, partOfBranch } from '../shared/authorization.js';
import { changedSnapshot, type SentFile, sentFilesField } from '../shared/changed-snapshot.js';
import { branchField } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { described } from '../shared/schemas.js';
import { testReportShape } from './test-schemas.js';

interface TestInput {
  branch: string;
  names?: string[];
  files?: SentFile[];
}

/** Tests of one request, and the time of their computation. */
const maxTests = 200;
const maxTotalMs = 20_000;
/** Files that cannot be read, and are counted. */
const maxUnreadable = 1_000;

export const runFlowTests: Operation<TestInput> = {
  name: 'run-flow-tests',
  title: 'Run flow tests',
  description:
    'Runs the flow tests of a branch with the answers that they give; nothing leaves the process, and no run is recorded. `files` replace files of the branch. ' +
    'Needs the role `operator` on the tested flows: tests of other flows are left out, and `missing` names how many. At most 200 tests and 20 seconds.',
  hints: reads,
  permission: 'operator',
  target: partOfBranch,
  input: {
    properties: {
      branch: branchField,
      names: {
        type: 'array',
        minItems: 1,
        maxItems: maxTests,
        items: { type: 'string', minLength: 1, maxLength: 63, description: 'The name of a test.' },
        description: 'Names of tests, or of flows whose tests run; all of the branch by default.',
      },
      files: described(sentFilesField, 'Files as they would be in the branch.'),
    },
    required: ['branch'],
  },
  output: testReportShape,
  async run(context, { branch: segment, names, files }) {
    const { controller, signal } = context;
    const base = await controller.branches.resolve(segment);
    const snapshot = await changedSnapshot(context, { base, files });
    const access = getAccess(context);
    const all = controller.flowTester
      .list(snapshot)
      .filter(({ name }) => access.may('viewer', { branch: base, type: 'flow-test', name }));
    const requested =
      names === undefined
        ? all
        : all.filter(({ name, flow }) => names.includes(name) || names.includes(flow));
    const unknown = (names ?? []).filter(
      (each) => !requested.some(({ name, flow }) => each === name || each === flow),
    );
    const visible = requested.filter(({ flow }) =>
      access.may('operator', { branch: base, type: 'flow', name: flow }),
    );
    const [first] = unknown;
    if (first !== undefined)
      throw new Problem(
        'entity_not_found',
        `There is no flow test or tested flow \`${first}\` on the branch \`${base}\``,
        {
          hints: [
            {
              text: 'List the flow tests with {call}.',
              operation: 'list-entities',
              arguments: { branch: base, op: 'platform', type: 'flow-test' },
            },
          ],
        },
      );
    const report = await controller.flowTester.run(snapshot, {
      names: visible.map(({ name }) => name),
      maxTests,
      maxTotalMs,
      signal,
    });
    const missing = [...report.missing];
    const hidden = requested.length - visible.length;
    if (hidden > 0) missing.push(`${hidden} tests: they need the role \`operator\` on their flows`);
    // A test in such a file has no name by which it could be asked for.
    const unreadable = names === undefined ? snapshot.unreadyFiles(maxUnreadable).length : 0;
    if (unreadable > 0)
      missing.push(
        `${unreadable} ${unreadable === 1 ? 'file' : 'files'} that cannot be read: \`validate\` says why`,
      );
    const value: FlowTestReport = { ...report, missing };
    return { value };
  },
};
