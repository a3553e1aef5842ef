import type { EndedRun, Operation } from '../recording.js';
import { groupBy } from './order.js';

/** Checks that each acknowledged operation of a flow has one run, and that each run completed with the output of its operation. */
export function checkRuns(operations: readonly Operation[], runs: readonly EndedRun[]): string[] {
  const started = groupBy(
    runs.filter(({ n }) => n !== undefined),
    ({ n }) => String(n),
  );
  return operations
    .filter(({ flow }) => flow !== undefined)
    .flatMap((operation) => checkOperation(operation, started.get(String(operation.n)) ?? []));
}

function checkOperation(operation: Operation, runs: readonly EndedRun[]): string[] {
  const { n, kind, outcome, run: acknowledged } = operation;
  const what = `operation ${n} (${kind})`;
  if (runs.length > 1) return [`${what} has the runs ${runs.map(({ id }) => id).join(' and ')}`];
  const [run] = runs;
  if (acknowledged !== undefined && run?.id !== acknowledged)
    return [`the acknowledged run ${acknowledged} of ${what} is lost`];
  if (!run) return outcome === 'acknowledged' ? [`the run of the acknowledged ${what} is lost`] : [];
  if (outcome === 'refused') return [`the refused ${what} has the run ${run.id}`];
  if (run.status !== 'completed') return [`the run ${run.id} of ${what} is ${run.status}`];
  const output = findOutput(operation);
  if (output === undefined || run.output === output) return [];
  return [`the run ${run.id} of ${what} has the output ${JSON.stringify(run.output)}, not ${output}`];
}

/** The output that a run must have; undefined where it is not known. */
function findOutput(operation: Operation): number | undefined {
  if (operation.kind === 'start') return operation.output;
  return 'result' in operation ? operation.result : undefined;
}
