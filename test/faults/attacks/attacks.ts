import type { Proof, ProofOptions } from '../proof.js';
import { uploads } from './archives.js';
import { type AttackGroup, perform } from './attack.js';
import { largeBodies } from './bodies.js';
import { computing } from './computing.js';
import { connections } from './connections.js';
import { Probe } from './probe.js';
import { secrets } from './secrets.js';
import { Target } from './target.js';
import { validation } from './validation.js';

const groups: readonly AttackGroup[] = [secrets, largeBodies, connections, uploads, computing, validation];

/** Attacks the real service over HTTP, with the rights of a viewer, an operator and an editor. */
export const proof: Proof = {
  summary: 'attacks on secrets, processor, memory and connections, with a kill in the middle of each group',
  async run({ random, report, seconds, only, hasTime }: ProofOptions) {
    const target = await Target.open(report);
    const probe = await Probe.open();
    const end = performance.now() + seconds * 1_000;
    const wanted = groups.filter(({ name }) => only === undefined || name === only);
    try {
      for (const [part, group] of wanted.entries()) {
        if (!hasTime()) break;
        const shares = wanted.slice(part).reduce((sum, { share }) => sum + share, 0);
        const given = ((end - performance.now()) / 1_000) * (group.share / shares);
        await perform(group, { target, probe, random: random.fork(part), seconds: given });
      }
    } catch (error) {
      report.progress(`The service wrote:\n${target.service.output.slice(-4_000)}`);
      throw error;
    } finally {
      probe.close();
      await target.close();
    }
  },
};
