import { neverValid } from '../../../controller/catalog/index.js';
import type { Replay } from '../../../controller/rehearsal/index.js';
import { getRun } from '../runs/operations.js';
import { flowRunTarget, requireRole } from '../shared/authorization.js';
import { changedSnapshot, type SentFile, sentFilesField } from '../shared/changed-snapshot.js';
import { branchField, namedField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { described } from '../shared/schemas.js';
import { replayShape } from './replay-schemas.js';

interface ReplayInput {
  run: string;
  base?: string;
  branch?: string;
  files?: SentFile[];
}

export const replayRun: Operation<ReplayInput> = {
  name: 'replay-run',
  title: 'Replay a run',
  description:
    'What another version of the flow, and of all that it uses, would have made of a run: the recorded run with its recorded answers. Nothing leaves the process. ' +
    '`branch` or `files` is the version; without both it is the newest of the run’s branch. 409 `not_replayable` for a run that was not recorded whole. Needs the role `operator` on both branches.',
  hints: reads,
  permission: 'operator',
  target: ({ base }) => (base === undefined ? { type: 'flow', some: true } : { branch: base, some: true }),
  input: {
    properties: {
      base: described(branchField, 'The branch of the run.'),
      run: namedField('The id of the run.', '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11'),
      branch: described(branchField, 'The branch whose version is compared with the run.'),
      files: sentFilesField,
    },
    required: ['run'],
  },
  output: replayShape,
  async run(context, input) {
    return { value: await replay(context, input) };
  },
};

async function replay(
  context: OperationContext,
  { run: id, base, branch, files }: ReplayInput,
): Promise<Replay> {
  const run = await getRun(context, base === undefined ? { run: id } : { run: id, branch: base }, 'operator');
  const snapshot = await changedSnapshot(context, { base: run.branch, branch, files });
  const target = flowRunTarget({ ...run, branch: snapshot.branch });
  requireRole(context, 'operator', target, '`replay-run`');
  const faults =
    snapshot.status('flow', run.flow)?.findings.filter(({ severity }) => severity === 'error') ?? [];
  if (faults.length > 0) throw neverValid('flow', run.flow, faults);
  return context.controller.replayer.replay(run.id, snapshot, context.signal);
}
