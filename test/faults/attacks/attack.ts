import type { Stretch } from '../loop/stretch.js';
import type { Random } from '../random.js';
import { findMax, percentile } from '../report.js';
import type { Probe } from './probe.js';
import type { Target } from './target.js';

/** One attack. It reports wrong outcomes to the target's report. */
export interface Attack {
  readonly name: string;
  run(): Promise<void>;
}

export interface AttackGroup {
  readonly name: string;
  /** The part of the proof's time that the group gets. */
  readonly share: number;
  /** Attacks in any order. @param isShort true for a part of their size and time */
  attacks(target: Target, isShort: boolean): Attack[];
}

/** An attack that takes longer is shown in the progress. */
const longMs = 5_000;
/** A group with less time makes smaller attacks. */
const shortSeconds = 60;
/** The longest `/healthz` and one stretch of the event loop may take, and the most memory of the process, under attack. */
const aims = { healthMs: 250, stretchMs: 100, memory: 400 };
/** The stack of a longer stretch is shown. */
const shownStretchMs = 60;

/**
 * Performs the attacks of a group in random order until the time is over, kills the service in the middle, and measures
 * how the service and runs of others fare meanwhile.
 */
export async function perform(
  group: AttackGroup,
  { target, probe, random, seconds }: { target: Target; probe: Probe; random: Random; seconds: number },
): Promise<void> {
  const { report } = target;
  const attacks = random.shuffled(group.attacks(target, seconds < shortSeconds));
  const end = performance.now() + seconds * 1_000;
  const seen: Seen[] = [];
  target.peakMemory();
  await target.stretches();
  const half = async (part: readonly Attack[], until: number): Promise<void> => {
    for (const attack of part) {
      if (performance.now() > until) break;
      seen.push(await observed(attack, group, { target, probe }));
    }
  };
  const middle = Math.ceil(attacks.length / 2);
  await half(attacks.slice(0, middle), end - seconds * 500);
  const ready = await killDuring(attacks[middle] ?? attacks[0], { target, random });
  target.peakMemory();
  await target.stretches();
  await half(attacks.slice(middle), end);
  report.progress(`${group.name}: ${seen.length} of ${attacks.length} attacks`);
  const waits = seen.flatMap((each) => each.waits);
  report.figure(`${group.name}: attacks`, seen.length);
  report.figure(`${group.name}: /healthz, longest`, findMax(waits), 'ms', aims.healthMs);
  report.figure(`${group.name}: /healthz, 99 of 100 within`, percentile(waits, 0.99), 'ms');
  report.figure(
    `${group.name}: stretch of the event loop, longest`,
    findMax(seen.map(({ stretch }) => stretch)),
    'ms',
    aims.stretchMs,
  );
  report.figure(
    `${group.name}: runs of others, longest`,
    findMax(seen.flatMap(({ others }) => others)),
    'ms',
  );
  report.figure(`${group.name}: ready after a kill`, ready, 'ms');
  report.figure(`${group.name}: memory, most`, findMax(seen.map(({ memory }) => memory)), 'MB', aims.memory);
}

interface Seen {
  /** Times of `/healthz` and of runs of other callers, in ms. */
  waits: number[];
  others: number[];
  memory: number;
  /** The processor's time of the longest stretch of the event loop, in ms, without the garbage collector. */
  stretch: number;
}

/** Performs an attack while the probe asks and another caller runs flows. */
async function observed(
  attack: Attack,
  group: AttackGroup,
  { target, probe }: { target: Target; probe: Probe },
): Promise<Seen> {
  const { report, service } = target;
  probe.start(service.url);
  const others: number[] = [];
  const begin = performance.now();
  let isOver = false;
  const attacked = attack
    .run()
    .catch((error) => report.fail(`${group.name}, ${attack.name}: ${error}`))
    .finally(() => {
      isOver = true;
    });
  do {
    others.push(await target.otherRun());
    await Promise.race([attacked, new Promise((resolve) => setTimeout(resolve, 100))]);
  } while (!isOver);
  await attacked;
  const took = performance.now() - begin;
  const { waits, refused } = await probe.stop();
  if (refused > 0) report.fail(`${group.name}, ${attack.name}: /healthz failed ${refused} times`);
  const memory = target.peakMemory() ?? 0;
  const stretches = await target.stretches();
  const maxWait = findMax(waits);
  if (maxWait > aims.healthMs || memory > aims.memory || took > longMs) {
    const figures = `/healthz up to ${Math.round(maxWait)} ms, ${Math.round(memory)} MB`;
    report.progress(`${group.name}, ${attack.name}: ${figures}, in ${Math.round(took)} ms`);
  }
  for (const stretch of stretches)
    if (stretch.ownMs > shownStretchMs) report.progress(describe(`${group.name}, ${attack.name}`, stretch));
  return { waits, others, memory, stretch: findMax(stretches.map(computingMs)) };
}

function computingMs({ ownMs, collecting }: Stretch): number {
  return ownMs * (1 - collecting);
}

function describe(attack: string, { ownMs, wallMs, collecting, stacks }: Stretch): string {
  const part = `${Math.round(collecting * 100)} % of them in the garbage collector`;
  const head = `${attack}: the event loop computed ${Math.round(ownMs)} ms of ${Math.round(wallMs)} ms, ${part}`;
  return [head, ...stacks.map((stack) => stack.replace(/^/gm, '         '))].join('\n\n');
}

/**
 * Kills the service in the middle of an attack. A run of another caller must end at once after the restart.
 * Resolves with the time in ms until the service was ready again.
 */
async function killDuring(
  attack: Attack | undefined,
  { target, random }: { target: Target; random: Random },
): Promise<number> {
  const attacked = attack?.run().catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, random.whole(20, 400)));
  const begin = performance.now();
  await target.restart();
  const ready = performance.now() - begin;
  const took = await target.otherRun();
  if (took > 10_000)
    target.report.fail(`a new run took ${Math.round(took)} ms after a kill in ${attack?.name}`);
  await attacked;
  return ready;
}
