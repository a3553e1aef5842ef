import type { Proof, ProofOptions } from '../proof.js';
import { findMax, percentile } from '../report.js';
import { Rounds } from './rounds.js';

/** Each round needs about a second of both processors, most of it to start the service. */
const lanes = 2;

/** Kills the service at random moments while it executes runs, and checks that each run ends as if nothing happened. */
export const proof: Proof = {
  summary: 'kill -9 at random moments while runs of every sort are in progress (1,000 rounds)',
  async run({ random, report, rounds = 1_000, hasTime }: ProofOptions) {
    let left = rounds;
    let done = 0;
    const begin = performance.now();
    const all = Array.from(
      { length: Math.min(lanes, rounds) },
      (_, lane) => new Rounds(random.fork(lane), report),
    );
    const next = (): boolean => {
      if (left === 0 || !hasTime()) return false;
      left -= 1;
      if (++done % 20 === 0) report.progress(`${done} of ${rounds} rounds`);
      return true;
    };
    await Promise.all(all.map((each) => each.run(next)));
    const total = (name: keyof Rounds['counts']): number =>
      all.reduce((sum, { counts }) => sum + counts[name], 0);
    const helloMs = all.flatMap((each) => each.helloMs);
    const startMs = all.flatMap((each) => each.startMs);
    report.figure('rounds', done);
    report.figure('kills', total('kills'));
    report.figure('of them before the service was ready', total('startKills'));
    report.figure('runs acknowledged', total('runs'));
    report.figure('calls of runs', total('calls'));
    report.figure('of them again, as their answer was not durable', total('repeated'));
    report.figure('rounds with a run that brings the process down', total('sick'));
    report.figure('deaths that no run was blamed for', total('unblamed'));
    report.figure('computing runs suspended after two deaths', total('suspended'));
    report.figure('start until ready, median', percentile(startMs, 0.5), 'ms');
    report.figure('start until ready, longest', findMax(startMs), 'ms');
    report.figure('new run after a restart, median', percentile(helloMs, 0.5), 'ms');
    report.figure('new run after a restart, longest', findMax(helloMs), 'ms', 2_000);
    report.figure('time of a round', (performance.now() - begin) / done, 'ms');
  },
};
