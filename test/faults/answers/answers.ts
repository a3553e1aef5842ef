import type { Proof, ProofOptions } from '../proof.js';
import type { Report } from '../report.js';
import { openHttpPaths } from './http-paths.js';
import { openLinePaths } from './line-paths.js';
import { Planted } from './planted.js';
import { Rounds } from './rounds.js';
import { AnsweredService } from './service.js';

/** Breaks what servers send on every path that streams, and checks how runs end and that the service stays up. */
export const proof: Proof = {
  summary: 'servers that close, halve, stall, flood and lie about lengths (500 rounds)',
  async run({ random, report, rounds = 500, hasTime, only }: ProofOptions) {
    if (only === undefined || only === 'planted') await plantExceptions(report);
    if (only === 'planted') return;
    const all = (await Promise.all([openHttpPaths(), openLinePaths()])).flat();
    const paths = all.filter(({ name }) => only === undefined || only.split(',').includes(name));
    const target = await AnsweredService.start(paths);
    const begin = performance.now();
    let done = 0;
    try {
      const lane = new Rounds(target, paths, report);
      for (; done < rounds && hasTime(); done++) {
        await lane.run(random.fork(done));
        if ((done + 1) % 20 === 0) report.progress(`${done + 1} of ${rounds} rounds`);
      }
      report.figure('rounds', done);
      for (const [name, count] of Object.entries(lane.counts)) report.figure(name, count);
      for (const [name, met] of lane.met) report.figure(`faults met by ${name}`, met.size);
      report.figure('memory of the service, most', target.peakMemory() ?? 0, 'MB');
      report.figure('time of a round', (performance.now() - begin) / done, 'ms');
    } catch (error) {
      report.progress(`The service wrote:\n${target.service.output.slice(-4_000)}`);
      throw error;
    } finally {
      const failures = target.service.output
        .split('\n')
        .filter((line) => line.includes('client library failed'));
      for (const line of new Set(failures)) report.progress(line);
      await target.dispose();
      await Promise.all(all.map((path) => path.stop()));
    }
  },
};

async function plantExceptions(report: Report): Promise<void> {
  const planted = await Planted.start(report);
  try {
    await planted.inConnection('stream', 'first');
    await planted.inConnection('socket', 'cache');
    await planted.inTimers();
    report.progress('planted exceptions: one in a stream, one in a socket, three in timers');
  } catch (error) {
    report.progress(`The service wrote:\n${planted.output.slice(-4_000)}`);
    throw error;
  } finally {
    await planted.dispose();
  }
}
