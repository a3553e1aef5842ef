import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../eventually.js';
import type { Report } from '../report.js';
import type { Lane } from './lane.js';
import { isFinal, type Order, type SeenRun } from './runs-api.js';

/** The longest time that a run may take to end after the last kill. */
const patience = 90_000;

/** Flows that compute: a kill during their work may be blamed on them. */
export const computing = ['counting', 'endless', 'hoarding'];

/**
 * Checks a service after a restart: it has every acknowledged run, and suspended none but those that computed at two
 * deaths. Returns the suspended runs.
 */
export async function checkRuns(lane: Lane, report: Report): Promise<SeenRun[]> {
  const runs = await lane.api.all();
  for (const [id, { flow }] of lane.open) {
    if (!runs.has(id)) report.fail(`the acknowledged run ${id} of ${flow} is lost`);
  }
  const suspended = [...runs.values()].filter(({ status }) => status === 'suspended');
  for (const { id, flow, waitingFor } of suspended) {
    const deaths = lane.deaths.get(id) ?? 0;
    if (deaths < 2) report.fail(`the run ${id} of ${flow} is suspended after ${deaths} deaths`);
    if (!computing.includes(flow)) report.fail(`the run ${id} of ${flow}, which only waits, is suspended`);
    if (!waitingFor?.includes(`the process ended ${deaths} times`))
      report.fail(`the suspended run ${id} of ${flow} gives the reason \`${waitingFor}\``);
  }
  for (const path of lane.steps.doneAgain.splice(0))
    report.fail(`the call ${path} was repeated although its answer was durable`);
  return suspended;
}

/** Waits until every acknowledged run has ended, and checks how. */
export async function drain(lane: Lane, report: Report): Promise<void> {
  const runs = await eventually(async () => {
    const found = await lane.api.all();
    return [...found.values()].every(isFinal) && found;
  }, patience).catch(async () => {
    const found = await lane.api.all();
    const stuck = [...found.values()].filter((run) => !isFinal(run));
    for (const { id, flow, status } of stuck) report.fail(`the run ${id} of ${flow} is stuck as ${status}`);
    return found;
  });
  for (const [id, order] of lane.open) checkEnd(runs.get(id), order, report);
  checkOnce(runs, report);
  lane.open.clear();
}

function checkEnd(run: SeenRun | undefined, order: Order, report: Report): void {
  if (run?.status === 'completed' && isDeepStrictEqual(run.output, order.output)) return;
  const { status, output, error } = run ?? {};
  report.fail(`the run ${run?.id} of ${order.flow} ended as ${JSON.stringify({ status, output, error })}`);
}

/** Each order has one run, and each run of `mixed` one run of each flow that it starts. */
function checkOnce(runs: ReadonlyMap<string, SeenRun>, report: Report): void {
  const count = (flow: string): number => [...runs.values()].filter((run) => run.flow === flow).length;
  for (const flow of ['child', 'loose']) {
    if (count(flow) !== count('mixed'))
      report.fail(`there are ${count(flow)} runs of ${flow} for ${count('mixed')} runs of mixed`);
  }
  const outputs = [...runs.values()]
    .filter(({ flow, status }) => flow === 'mixed' && status === 'completed')
    .map(({ output }) => (output as { n: number }).n);
  if (new Set(outputs).size !== outputs.length) report.fail('an order has two runs');
}
