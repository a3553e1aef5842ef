import { eventually } from '../../eventually.js';
import type { Random } from '../random.js';
import type { Report } from '../report.js';
import { checkRuns, computing } from './checks.js';
import type { Lane } from './lane.js';

interface SickRound {
  random: Random;
  report: Report;
  n: number;
}

/** The longest time that a blamed run waits for the others, in ms. */
const aloneWithinMs = 10_000;
const sickFlows = ['hoarding', 'endless'] as const;

/**
 * Starts a run that brings the process down, twice. After the first death it must continue last and alone, after the
 * second it must be suspended. Leaves the service running.
 */
export async function sickRound(lane: Lane, { random, report, n }: SickRound): Promise<void> {
  const flow = random.pick(sickFlows);
  const { id } = await lane.api.start({ flow, input: { n }, output: null });
  const sick = { id, flow };
  await die(lane, sick, report);
  await lane.start();
  const began = performance.now();
  await lane.api.start({ flow: 'hello', input: { n }, output: null }, 30);
  await checkRuns(lane, report);
  await eventually(() => !lane.service.isRunning || lane.noted() === id);
  if (performance.now() - began < aloneWithinMs) await checkAlone(lane, sick, report);
  await die(lane, sick, report);
  await lane.start();
  const { status } = await lane.api.read(id);
  if (status !== 'suspended') report.fail(`the run ${id} of ${flow} is ${status} after two deaths`);
  await checkRuns(lane, report);
  await lane.api.change(id, 'cancel');
}

interface Sick {
  id: string;
  flow: (typeof sickFlows)[number];
}

/** Deaths without blame that one run may cause before one that it is blamed for. */
const maxUnblamed = 3;

/** Waits for a death of the process that is blamed on the run: the run causes it, or a kill does. */
async function die(lane: Lane, { id, flow }: Sick, report: Report): Promise<void> {
  for (let unblamed = 0; unblamed <= maxUnblamed; ) {
    if (flow === 'endless') {
      await eventually(() => lane.noted() === id);
      await lane.kill();
      // The kill may fall between two stretches, when no run computes, or into one of another run.
      if (lane.noted() === id) return;
    } else {
      await eventually(() => !lane.service.isRunning);
      const blamed = lane.countDeath();
      if (blamed === id) return;
      // A request, the journal or another run may have asked for the last piece of memory: only a run that computes at
      // the moment of the death is blamed.
      if (blamed === undefined) {
        unblamed += 1;
        lane.unblamed += 1;
      }
    }
    await lane.start();
  }
  report.fail(`the process died of the run ${id} again and again, and noted no run as computing`);
}

/**
 * A run that continues alone does so when no other run is in progress. Only runs that never rest tell: another one may have
 * rested then, and gone on since.
 */
async function checkAlone(lane: Lane, { id, flow }: Sick, report: Report): Promise<void> {
  const busy = await lane.api.all('status=running').catch((error) => {
    if (lane.service.isRunning) throw error;
    return new Map<string, never>();
  });
  for (const run of busy.values())
    if (run.id !== id && computing.includes(run.flow))
      report.fail(`the run ${id} of ${flow} continued before ${run.id} of ${run.flow} ended`);
}
