import type { Proof, ProofOptions } from '../proof.js';
import type { Report } from '../report.js';
import { GitRemote } from './git-remote.js';
import { openHttpPaths } from './http-paths.js';
import { LyingIssuer } from './issuer.js';
import { openLinePaths } from './line-paths.js';
import { Planted } from './planted.js';
import { Releases } from './releases.js';
import { Rounds } from './rounds.js';
import { AnsweredService } from './service.js';

/** Under floods, in MB. */
const maxMemory = 450;
/** A proof with less time plants fewer exceptions. */
const shortSeconds = 120;

/** Breaks what servers send on every path that streams, and checks how runs end and that the service stays up. */
export const proof: Proof = {
  summary: 'servers that close, halve, stall, flood and lie about lengths (500 rounds)',
  async run({ random, report, rounds = 500, hasTime, seconds, only }: ProofOptions) {
    if (only === undefined || only === 'planted') await plantExceptions(report, seconds < shortSeconds);
    if (only === 'planted') return;
    const isWanted = ({ name }: { name: string }) => only === undefined || only.split(',').includes(name);
    const allPaths = (await Promise.all([openHttpPaths(), openLinePaths()])).flat();
    const remote = await GitRemote.start();
    const allErrands = [remote, await LyingIssuer.start(), await Releases.start()];
    const [paths, errands] = [allPaths.filter(isWanted), allErrands.filter(isWanted)];
    const target = await AnsweredService.start({ paths, errands: allErrands, remote });
    const begin = performance.now();
    let done = 0;
    try {
      const lane = new Rounds(target, paths, errands, report);
      for (; done < rounds && hasTime(); done++) {
        await lane.run(random.fork(done));
        if ((done + 1) % 20 === 0) report.progress(`${done + 1} of ${rounds} rounds`);
      }
      await lane.finish();
      report.figure('rounds', done);
      for (const [name, count] of Object.entries(lane.counts)) report.figure(name, count);
      for (const [name, met] of lane.met) report.figure(`faults met by ${name}`, met.size);
      report.figure('memory of the service, most', target.peakMemory() ?? 0, 'MB', maxMemory);
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
      await Promise.all([...allPaths, ...allErrands].map((each) => each.stop()));
    }
  },
};

async function plantExceptions(report: Report, isShort: boolean): Promise<void> {
  const planted = await Planted.start(report);
  try {
    await planted.inConnection('stream', 'first');
    await planted.inConnection('socket', 'cache');
    await planted.inTimers(isShort);
    report.progress(
      `planted exceptions in a stream, in a socket, and in ${isShort ? 'a timer' : 'three timers'}`,
    );
  } catch (error) {
    report.progress(`The service wrote:\n${planted.output.slice(-4_000)}`);
    throw error;
  } finally {
    await planted.dispose();
  }
}
