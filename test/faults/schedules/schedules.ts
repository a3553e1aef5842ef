import { mkdirSync, writeFileSync } from 'node:fs';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { built } from '../../program.js';
import type { Proof, ProofOptions } from '../proof.js';
import type { Report } from '../report.js';

const second = 1_000;
const policies = ['skip', 'last', 'all'] as const;
/** A time is not judged this close to the moments at which the process started and ended. */
const margin = 700;

/** A stretch in which the service was ready. */
interface Stretch {
  from: number;
  to: number;
}

interface Found {
  occurrences: { trigger_id: string; at: number; run_id: string | null }[];
  runs: { id: string; principal: string; input: string }[];
}

/** Kills the service around the times of schedules, and checks that each time started one run. */
export const proof: Proof = {
  summary: 'kill -9 around the times of schedules, under each rule for missed ones (200 rounds)',
  async run({ random, report, rounds = 200, hasTime }: ProofOptions) {
    const service = new ServiceProcess(built);
    writeFiles(service);
    const ready: Stretch[] = [];
    try {
      for (let round = 0; round < rounds && hasTime(); round++) {
        await service.start();
        const from = Date.now();
        // Most kills are near the beginning of a second, when runs are accepted.
        const wait = 1_200 + random.whole(0, 2) * second - (Date.now() % second) + random.whole(-20, 100);
        await new Promise((resolve) => setTimeout(resolve, wait));
        ready.push({ from, to: Date.now() });
        await service.kill();
        if ((round + 1) % 20 === 0) report.progress(`${round + 1} of ${rounds} rounds`);
      }
      await service.start();
      await service.stop();
      check(await read(service), ready, report);
      report.figure('rounds', ready.length);
    } finally {
      await service.dispose();
    }
  },
};

function writeFiles(service: ServiceProcess): void {
  mkdirSync(service.file('flows'), { recursive: true });
  const header = 'document: { dsl: 1.0.3, namespace: ops, name: report, version: 1.0.0 }';
  writeFileSync(service.file('flows', 'report.yaml'), `${header}\ndo: [{ note: { set: { done: true } } }]\n`);
  for (const missed of policies) {
    const schedule = `schedule: { every: PT1S, missed: ${missed} }`;
    const input = "input: { time: '${ .time }' }";
    const content = `kind: trigger\nname: ${missed}\nflow: report\n${input}\n${schedule}\n`;
    writeFileSync(service.file(`${missed}.yaml`), content);
  }
}

async function read(service: ServiceProcess): Promise<Found> {
  const storage = await openSqliteStorage(service.file('.svc', 'svc.db'));
  try {
    const { db } = storage;
    const rows = db.selectFrom('occurrences').select(['trigger_id', 'at', 'run_id']);
    const occurrences = await rows.where('status', '=', 'started').orderBy('at').execute();
    const runs = await db.selectFrom('runs').select(['id', 'principal', 'input']).execute();
    return { occurrences, runs };
  } finally {
    await storage.close();
  }
}

function check({ occurrences, runs }: Found, ready: readonly Stretch[], report: Report): void {
  for (const missed of policies) {
    const mine = occurrences.filter(({ trigger_id }) => trigger_id === missed);
    const started = runs.filter(({ principal }) => principal === `trigger/live/${missed}`);
    const ids = new Set(mine.map(({ run_id }) => run_id));
    if (ids.size !== mine.length) report.fail(`${missed}: occurrences share a run`);
    const strays = started.filter(({ id }) => !ids.has(id)).length;
    if (strays > 0) report.fail(`${missed}: ${strays} runs without an occurrence`);
    if (started.length !== mine.length)
      report.fail(`${missed}: ${mine.length} occurrences and ${started.length} runs`);
    if (new Set(started.map(({ input }) => input)).size !== started.length)
      report.fail(`${missed}: a time started two runs`);
    const times = mine.map(({ at }) => at);
    checkTimes(missed, new Set(times), ready, report);
    report.figure(`occurrences of \`missed: ${missed}\``, times.length);
  }
}

/** Checks that no time is missing while the service was ready, and none at all where all missed ones start. */
function checkTimes(
  missed: string,
  times: ReadonlySet<number>,
  ready: readonly Stretch[],
  report: Report,
): void {
  const first = ready[0]?.from ?? 0;
  const last = ready.at(-1)?.to ?? 0;
  for (let at = Math.ceil((first + second) / second) * second; at < last - margin; at += second) {
    const isReady = ready.some(({ from, to }) => at > from + margin && at < to - margin);
    if ((isReady || missed === 'all') && !times.has(at))
      report.fail(`${missed}: nothing started at ${new Date(at).toISOString()}`);
  }
}
