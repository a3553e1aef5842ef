import { mkdirSync, writeFileSync } from 'node:fs';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { built } from '../../program.js';
import type { Proof } from '../proof.js';
import type { Report } from '../report.js';
import { MovedClock } from './moved-clock.js';

const second = 1_000;
/** The longest time in which schedules and waits are right after the clock is. */
const rightWithin = 15 * second;
const pauses = [4, 60] as const;
const backFor = 10 * second;
const backBy = 3_600;
const forwardBy = 600;
const stoppedFor = 60 * second;
/** In a short proof. */
const stoppedForShort = 20 * second;

/** Moves the clock of the service, and stops its process: schedules and waits are right again soon, and nothing runs twice. */
export const proof: Proof = {
  summary: 'an hour back for 10 s, ten minutes forward, the process stopped for a minute (20 rounds)',
  async run({ report, rounds = 20, seconds, hasTime }) {
    const moved = MovedClock.create(report);
    if (moved === undefined) return;
    const clock = new ClockedService(moved);
    try {
      await clock.service.start();
      const stopFor = seconds < 300 ? stoppedForShort : stoppedFor;
      const faults = [() => setBack(clock), () => setForward(clock), () => stopProcess(clock, stopFor)];
      let done = 0;
      for (; done < rounds * faults.length && hasTime(); done++) {
        const tookMs = await faults[done % faults.length]?.();
        report.progress(`${['back', 'forward', 'stopped'][done % faults.length]}: right after ${tookMs} ms`);
      }
      report.figure('faults', done);
      await clock.service.stop();
      await checkOnce(clock.service, report);
    } finally {
      await clock.dispose();
    }
  },
};

/** A service with a clock of its own. */
class ClockedService {
  readonly service: ServiceProcess;

  constructor(private readonly clock: MovedClock) {
    this.service = new ServiceProcess(built, clock.env);
    writeFiles(this.service);
  }

  move(bySeconds: number): void {
    this.clock.move(bySeconds);
  }

  async dispose(): Promise<void> {
    await this.service.dispose();
    this.clock.dispose();
  }
}

async function setBack(clock: ClockedService): Promise<number> {
  const wait = await startWait(clock, 4);
  clock.move(-backBy);
  await sleep(backFor);
  clock.move(backBy);
  return untilRight(clock, wait);
}

async function setForward(clock: ClockedService): Promise<number> {
  const wait = await startWait(clock, 60);
  clock.move(forwardBy);
  return untilRight(clock, wait);
}

async function stopProcess(clock: ClockedService, ms: number): Promise<number> {
  const wait = await startWait(clock, 4);
  clock.service.signal('SIGSTOP');
  await sleep(ms);
  clock.service.signal('SIGCONT');
  return untilRight(clock, wait);
}

/** Resolves with the time until the wait has ended and the schedule has fired. @throws Error when it is too long */
async function untilRight(clock: ClockedService, wait: string): Promise<number> {
  const from = performance.now();
  const before = await newestTick(clock);
  for (;;) {
    const { status } = await get(clock, `/api/v1/live/runs/${wait}`);
    const isTicking = (await newestTick(clock)) !== before;
    const took = Math.round(performance.now() - from);
    if (status === 'completed' && isTicking) return took;
    if (took > rightWithin)
      throw new Error(
        `after ${took} ms: the wait is ${status}, the schedule ${isTicking ? 'fires' : 'rests'}`,
      );
    await sleep(200);
  }
}

async function startWait(clock: ClockedService, seconds: (typeof pauses)[number]): Promise<string> {
  const path = `/api/v1/live/flows/pause-${seconds}/runs`;
  const headers = { prefer: 'respond-async' };
  const answer = await clock.service.request(path, { method: 'POST', headers, body: '{}' });
  const { id } = (await answer.json()) as { id: string };
  if (!answer.ok) throw new Error(`the wait was not started: ${answer.status}`);
  return id;
}

async function newestTick(clock: ClockedService): Promise<string> {
  const { items } = await get(clock, '/api/v1/live/runs?flow=tick&limit=1');
  return items[0]?.id ?? 'none';
}

async function get(clock: ClockedService, path: string) {
  const answer = await clock.service.request(path);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return (await answer.json()) as { status: string; items: { id: string }[] };
}

/** Each time of the schedule has one run, and each run one time. */
async function checkOnce(service: ServiceProcess, report: Report): Promise<void> {
  const storage = await openSqliteStorage(service.file('.svc', 'svc.db'));
  try {
    const { db } = storage;
    const occurrences = await db
      .selectFrom('occurrences')
      .select(['at', 'run_id'])
      .where('status', '=', 'started')
      .execute();
    const runs = await db.selectFrom('runs').select(['id', 'input']).where('flow', '=', 'tick').execute();
    report.figure('times of the schedule that started', occurrences.length);
    if (occurrences.length !== runs.length)
      report.fail(`${occurrences.length} times of the schedule, ${runs.length} runs`);
    const times = new Set(runs.map(({ input }) => input));
    if (times.size !== runs.length) report.fail(`${runs.length - times.size} times started two runs`);
  } finally {
    await storage.close();
  }
}

function writeFiles(service: ServiceProcess): void {
  mkdirSync(service.file('flows'), { recursive: true });
  const header = (name: string) => `document: { dsl: 1.0.3, namespace: ops, name: ${name}, version: 1.0.0 }`;
  writeFileSync(
    service.file('flows', 'tick.yaml'),
    `${header('tick')}\ndo: [{ note: { set: { done: true } } }]\n`,
  );
  for (const seconds of pauses)
    writeFileSync(
      service.file('flows', `pause-${seconds}.yaml`),
      `${header(`pause-${seconds}`)}\ndo: [{ rest: { wait: { seconds: ${seconds} } } }]\n`,
    );
  writeFileSync(
    service.file('tick.yaml'),
    "kind: trigger\nname: tick\nflow: tick\ninput: { time: '${ .time }' }\nschedule: { every: PT1S, missed: last }\n",
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
