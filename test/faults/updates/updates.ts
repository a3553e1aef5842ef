import type { Proof, ProofOptions } from '../proof.js';
import type { Random } from '../random.js';
import type { Report } from '../report.js';
import { type Action, Installed, newer, older } from './installed.js';

/** Kills fetches, updates and rollbacks, and checks that the installation is whole and that the command can be repeated. */
export const proof: Proof = {
  summary: 'kill -9 during fetches, updates and rollbacks of releases (60 rounds)',
  async run({ random, report, rounds = 60, hasTime }: ProofOptions) {
    const lanes = [new Installed(true), new Installed(false)];
    const counts = { killed: 0, midway: 0, completed: 0 };
    try {
      for (const lane of lanes) await lane.prepare();
      for (let round = 0; round < rounds && hasTime(); round++) {
        // Most kills hit the lane whose service is stopped and started.
        const lane = lanes[round % 3 === 2 ? 1 : 0] as Installed;
        await killOnce(lane, { random, report }, counts);
        if ((round + 1) % 10 === 0) report.progress(`${round + 1} of ${rounds} rounds`);
      }
      report.figure('commands that were killed', counts.killed);
      report.figure('killed between two versions', counts.midway);
      report.figure('commands that ended before the kill', counts.completed);
    } finally {
      for (const lane of lanes) await lane.dispose();
    }
  },
};

/** Milliseconds that each command took, by its lane: the next kill is within that time. */
const durations = new Map<string, number>();

async function killOnce(
  lane: Installed,
  { random, report }: { random: Random; report: Report },
  counts: { killed: number; midway: number; completed: number },
): Promise<void> {
  const action = nextAction(await lane.version(), random);
  if (action !== 'rollback' && random.next() < 0.6) lane.forgetNewer();
  const name = `${action} ${lane.hasService ? 'with' : 'without'} a service`;
  const killed = await lane.run(action, random.next() * (durations.get(name) ?? 1_500));
  if (killed.exitCode === 0) counts.completed++;
  else if (killed.exitCode === null) counts.killed++;
  else report.fail(`${name} ended with ${killed.exitCode}: ${killed.output}`);
  if (lane.isMidway) counts.midway++;
  const version = await lane.version();
  if (version !== older && version !== newer)
    report.fail(`After a kill of ${name} the program states: ${version}`);
  // A rollback that was complete before the kill cannot be repeated.
  const isDone = action === 'rollback' && version === older && !lane.isMidway;
  if (!isDone) await repeat(lane, action, name, report);
  await checkService(lane, name, report);
}

function nextAction(version: string, random: Random): Action {
  if (version === newer) return 'rollback';
  return random.next() < 0.3 ? 'fetch' : 'update';
}

async function repeat(lane: Installed, action: Action, name: string, report: Report): Promise<void> {
  const { exitCode, output, took } = await lane.run(action);
  durations.set(name, took);
  if (exitCode !== 0) report.fail(`The second ${name} ended with ${exitCode}: ${output}`);
  const expected = action === 'update' ? newer : older;
  const version = await lane.version();
  if (version !== expected) report.fail(`After the second ${name} the program states ${version}`);
  if (lane.isMidway) report.fail(`After the second ${name} the change is still open`);
}

async function checkService(lane: Installed, name: string, report: Report): Promise<void> {
  if (!lane.hasService) return;
  const [version, ready] = [await lane.version(), await lane.readyVersion()];
  if (ready !== version) report.fail(`After ${name} version ${version} is in use, and ${ready} is ready`);
}
