import { MovedClock } from '../clock/moved-clock.js';
import type { Proof, ProofOptions } from '../proof.js';
import type { Report } from '../report.js';
import { OneNode } from './one-node.js';
import { Rounds } from './rounds.js';
import type { Site } from './site.js';
import { ThreeNodes } from './three-nodes.js';

const sites: Record<string, (clock: MovedClock | undefined) => Promise<Site>> = {
  sqlite: (clock) => OneNode.start(clock),
  nodes: (clock) => ThreeNodes.start(clock),
};

/** Records what clients do and see while faults happen, and checks that the record is one that a correct service can have. */
export const proof: Proof = {
  summary: 'checks recorded histories of clients under faults, on SQLite and on three nodes (40 rounds)',
  async run({ random, report, rounds = 40, seconds, only, hasTime }: ProofOptions) {
    const names = Object.keys(sites).filter((name) => only === undefined || only === name);
    if (names.length === 0) throw new Error(`\`--only\` takes ${Object.keys(sites).join(' or ')}`);
    for (const [index, name] of names.entries()) {
      if (report.hasFailed) return;
      const end = performance.now() + (seconds * 1_000) / names.length;
      await runOn(name, {
        random: random.fork(index),
        report,
        hasTime: () => hasTime() && performance.now() < end,
        rounds: Math.ceil((rounds - index) / names.length),
      });
    }
  },
};

type Part = Pick<ProofOptions, 'random' | 'report' | 'hasTime'> & { readonly rounds: number };

async function runOn(name: string, { random, report, hasTime, rounds }: Part): Promise<void> {
  const site = await sites[name]?.(MovedClock.create(report));
  if (!site) return;
  let part: Rounds | undefined;
  try {
    part = await Rounds.create(site, random, report);
    await part.run(name, rounds, hasTime);
  } catch (error) {
    part?.leave();
    showOutput(site, report);
    throw error;
  } finally {
    await site.dispose();
  }
}

function showOutput({ processes }: Site, report: Report): void {
  for (const { url, output } of processes) report.progress(`${url} wrote:\n${output.slice(-3_000)}`);
}
