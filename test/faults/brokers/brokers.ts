import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { eventually } from '../../eventually.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { built } from '../../program.js';
import type { Proof, ProofOptions } from '../proof.js';
import type { Report } from '../report.js';
import { type Lane, openLanes } from './lanes.js';

/** Messages of each lane that arrive in one round. */
const perRound = 100;
/** Messages that are sent in one go. */
const perSend = 20;
/** Pause between two of them, in ms. */
const sendEvery = 120;
/** How long the last messages may take, in ms. */
const drainingMs = 300_000;

/** Kills the service while messages arrive from brokers, and checks how often each started its flow. */
export const proof: Proof = {
  summary: 'kill -9 while messages of brokers arrive, 100 of each broker in a round (100 rounds)',
  async run({ random, report, rounds = 100, hasTime, only }: ProofOptions) {
    const service = new ServiceProcess(built, { SVC_Flows__AllowPrivateNetworks: 'true' });
    const lanes = await openLanes(only);
    writeFiles(service, lanes);
    let done = 0;
    try {
      // A broker keeps messages of a topic or a subject from the first subscription on.
      await service.start();
      await subscribed(service, lanes);
      await service.stop();
      for (; done < rounds && hasTime(); done++) {
        await service.start();
        const sending = Promise.all(lanes.map((lane) => send(lane, done)));
        await delay(random.whole(200, 2_500));
        await service.kill();
        await sending;
        if ((done + 1) % 10 === 0) report.progress(`${done + 1} of ${rounds} rounds`);
      }
      const began = performance.now();
      await service.start();
      await drain(service, lanes, done * perRound);
      report.figure('last start until all messages had run', (performance.now() - began) / 1_000, 's');
      await service.stop();
      check(await started(service), lanes, done * perRound, report);
      report.figure('kills', done);
      report.figure('messages of each broker', done * perRound);
    } finally {
      await service.dispose();
      for (const lane of lanes) await lane.close().catch(() => {});
    }
  },
};

function writeFiles(service: ServiceProcess, lanes: readonly Lane[]): void {
  mkdirSync(service.file('flows'), { recursive: true });
  const header = 'document: { dsl: 1.0.3, namespace: ops, name: take, version: 1.0.0 }';
  writeFileSync(service.file('flows', 'take.yaml'), `${header}\ndo: [{ note: { set: { done: true } } }]\n`);
  for (const { name, connector, subscribe, event } of lanes) {
    const connection = `kind: connection\nname: ${name}\nconnector: ${connector}\n`;
    writeFileSync(
      service.file(`connection-${name}.yaml`),
      `${connection}config: { host: 127.0.0.1 }\nsubscribe: ${subscribe}\n`,
    );
    const trigger = `kind: trigger\nname: ${name}\nflow: take\nevent: { from: ${name}${event} }\n`;
    writeFileSync(service.file(`trigger-${name}.yaml`), `${trigger}input: { n: '\${ .event.data.n }' }\n`);
  }
}

async function subscribed(service: ServiceProcess, lanes: readonly Lane[]): Promise<void> {
  for (const { name } of lanes) {
    await eventually(async () => {
      const answer = await service.request(`/api/v1/live/triggers/${name}`);
      const { messages } = (await answer.json()) as { messages?: { status: string } };
      return messages?.status === 'receiving';
    });
  }
}

async function send(lane: Lane, round: number): Promise<void> {
  for (let from = 0; from < perRound; from += perSend) {
    await lane.send(Array.from({ length: perSend }, (_, n) => round * perRound + from + n));
    await delay(sendEvery);
  }
}

/** Waits until the runs of all messages that no broker may lose have been accepted. */
async function drain(service: ServiceProcess, lanes: readonly Lane[], count: number): Promise<void> {
  const wanted = lanes.filter(({ starts }) => starts !== 'at most once');
  const storage = await openSqliteStorage(service.file('.svc', 'svc.db'));
  try {
    await eventually(async () => {
      const rows = await storage.db
        .selectFrom('runs')
        .select(['principal', (all) => all.fn.count<number>('input').distinct().as('count')])
        .groupBy('principal')
        .execute();
      const counts = new Map(rows.map((row) => [row.principal, row.count]));
      return wanted.every(({ name }) => (counts.get(`trigger/live/${name}`) ?? 0) >= count);
    }, drainingMs).catch(() => {});
  } finally {
    await storage.close();
  }
}

async function started(service: ServiceProcess): Promise<{ principal: string; input: string }[]> {
  const storage = await openSqliteStorage(service.file('.svc', 'svc.db'));
  try {
    return await storage.db.selectFrom('runs').select(['principal', 'input']).execute();
  } finally {
    await storage.close();
  }
}

function check(
  runs: readonly { principal: string; input: string }[],
  lanes: readonly Lane[],
  count: number,
  report: Report,
): void {
  for (const { name, starts } of lanes) {
    const times = new Map<number, number>();
    for (const { principal, input } of runs) {
      if (principal !== `trigger/live/${name}`) continue;
      const { n } = JSON.parse(input) as { n: number };
      times.set(n, (times.get(n) ?? 0) + 1);
    }
    const missing = count - times.size;
    const repeated = [...times.values()].filter((each) => each > 1).length;
    if (missing > 0 && starts !== 'at most once') report.fail(`${name}: ${missing} messages started nothing`);
    if (repeated > 0 && starts !== 'at least once')
      report.fail(`${name}: ${repeated} messages started twice`);
    report.figure(`${name} (${starts}): messages that started their flow`, times.size);
    if (starts === 'at least once')
      report.figure(`${name}: messages that started it twice or more`, repeated);
  }
}
