import { parseArgs } from 'node:util';
import { requireBuild } from './build.js';
import type { Proof } from './proof.js';
import { Random } from './random.js';
import { Report } from './report.js';

/**
 * `npm run faults -- <name>` runs a proof, `npm run faults` lists the proofs. `--rounds`, `--runs`, `--seconds` and `--seed` choose
 * its length and its random choices, `--only` a part of it. `--outcomes` judges outcomes only and prints figures, as CI does. The exit code is 1
 * when an outcome is wrong or a figure is beyond its aim.
 */
const proofs: Record<string, () => Promise<{ proof: Proof }>> = {
  answers: () => import('./answers/answers.js'),
  attacks: () => import('./attacks/attacks.js'),
  backups: () => import('./backups/backups.js'),
  history: () => import('./history/history.js'),
  cluster: () => import('./cluster/cluster.js'),
  clock: () => import('./clock/clock.js'),
  brokers: () => import('./brokers/brokers.js'),
  neighbours: () => import('./neighbours/neighbours.js'),
  rollout: () => import('./rollout/rollout.js'),
  runs: () => import('./runs/runs.js'),
  schedules: () => import('./schedules/schedules.js'),
  updates: () => import('./updates/updates.js'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    outcomes: { type: 'boolean', default: process.env['CI'] === 'true' },
  },
});

function findOptionNumber(option: 'rounds' | 'runs' | 'seconds' | 'seed'): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`\`--${option}\` takes a whole number, not \`${text}\``);
  process.exit(2);
}

async function list(): Promise<void> {
  console.log(
    'npm run faults -- <name> [--rounds N] [--runs N] [--seconds S] [--seed X] [--only <part>] [--outcomes]\n',
  );
  for (const [name, load] of Object.entries(proofs))
    console.log(`  ${name.padEnd(10)}${(await load()).proof.summary}`);
}

async function run(name: string, { proof }: { proof: Proof }): Promise<boolean> {
  const seconds = findOptionNumber('seconds') ?? Number.POSITIVE_INFINITY;
  const random = new Random(findOptionNumber('seed') ?? Math.floor(Math.random() * 2 ** 32));
  const report = new Report(!values.outcomes);
  console.log(`# ${name}, seed ${random.seed}\n`);
  const end = performance.now() + seconds * 1_000;
  const hasTime = () => performance.now() < end && !report.hasFailed;
  try {
    await proof.run({
      random,
      report,
      rounds: findOptionNumber('rounds'),
      runs: findOptionNumber('runs'),
      seconds,
      only: values.only,
      hasTime,
    });
  } catch (error) {
    report.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const holds = report.finish();
  if (!holds) console.log(`To make the same choices again: npm run faults -- ${name} --seed ${random.seed}`);
  return holds;
}

const [name] = positionals;
if (name === undefined) {
  await list();
  process.exit(0);
}
const load = proofs[name];
if (!load) {
  console.error(`There is no proof \`${name}\`; there are: ${Object.keys(proofs).join(', ')}`);
  process.exit(2);
}
requireBuild();
process.exit((await run(name, await load())) ? 0 : 1);
