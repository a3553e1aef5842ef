import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '../../controller/storage/index.js';
import { removeFolder } from '../remove-folder.js';
import { type BuiltService, startBuiltService } from './built-service.js';
import { type Load, median, postLoad, table } from './measure.js';

const rounds = 3;
const seconds = 3;
const connections = 64;
const triggerCounts = [100, 10_000];
const scheduledSeconds = 20;
const listeners = 2_000;
const eventsPerRequest = 50;

const head = (name: string) =>
  `document: { dsl: '1.0.3', namespace: bench, name: ${name}, version: 1.0.0 }\n`;
const greet = `${head('greet')}do: [{ greet: { set: { greeting: hello } } }]\n`;
const hear = `${head('hear')}do:
  - hear:
      listen:
        to:
          one:
            with: { type: com.example.bench.v1 }
            correlate: { key: { from: .data.key, expect: '\${ .key }' } }
`;
const hook = `kind: trigger
name: hook
flow: greet
webhook:
  path: hook
  signature: { scheme: hmac, secret: bench/hook, key: secret, header: x-signature }
`;

/** Measures what starts flows by itself: deliveries, events and times, each beside starts over the API or few triggers. */
export async function bench(): Promise<void> {
  await inFolder({ 'greet.yaml': greet, 'hear.yaml': hear, 'hook.yaml': hook }, async (svc) => {
    await deliveries(svc);
    await events(svc);
  });
  const rows: (string | number)[][] = [];
  for (const count of triggerCounts) rows.push([count, ...(await scheduleLag(count))]);
  table(['triggers, 60 to 10,000 a minute', 'starts', 'lag ms', 'p99 ms', 'longest ms'], rows);
  console.log(
    `\nThe time from an occurrence to its run on disk, for ${scheduledSeconds} s. Aim: p99 within a second.`,
  );
}

async function inFolder(
  files: Record<string, string>,
  work: (svc: BuiltService, folder: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const folder = join(directory, 'config');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const svc = await startBuiltService(folder, { settings: { SVC_Limits__WebhooksPerMinute: '10000000' } });
  try {
    await work(svc, folder);
  } finally {
    if (svc.child.exitCode === null && svc.child.signalCode === null) {
      const ended = new Promise((resolve) => svc.child.once('exit', resolve));
      svc.child.kill();
      await ended;
    }
    removeFolder(directory);
  }
}

/** Sends the same signed delivery, which starts a run each time, and starts the same runs over the API. */
async function deliveries(svc: BuiltService): Promise<void> {
  const secret = 'a-secret-of-the-bench';
  await ask(svc, 'PUT', '/api/v1/platform/secrets/bench/hook', { value: { secret } });
  const body = JSON.stringify({ name: 'Ada' });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const json = { 'content-type': 'application/json' };
  const loads: Record<'runs' | 'hook', Load> = {
    runs: {
      url: `${svc.url}/api/v1/live/flows/greet/runs`,
      headers: { ...json, 'x-api-key': svc.apiKey, prefer: 'respond-async' },
      body,
    },
    hook: { url: `${svc.url}/api/v1/live/hooks/hook`, headers: { ...json, 'x-signature': signature }, body },
  };
  const figures = { runs: [] as number[], hook: [] as number[] };
  for (const load of Object.values(loads)) await postLoad(load, connections, 1);
  for (let round = 0; round < rounds; round++)
    for (const name of ['runs', 'hook'] as const) {
      figures[name].push((await postLoad(loads[name], connections, seconds)).perSecond);
      await drained(svc);
    }
  const ratio = median(figures.hook.map((value, round) => value / (figures.runs[round] ?? 1)));
  const [runs, hooks] = [median(figures.runs), median(figures.hook)].map(Math.round);
  table(
    ['accepted', 'runs over REST /s', 'deliveries /s', 'ratio'],
    [['on disk', runs ?? 0, hooks ?? 0, ratio.toFixed(2)]],
  );
  console.log('\nRuns with `Prefer: respond-async`, beside signed deliveries to a webhook.\n');
}

/** Parks runs that listen, and sends each the event that it waits for; beside runs of one task, until they end. */
async function events(svc: BuiltService): Promise<void> {
  const keys = Array.from({ length: listeners }, (_, index) => `key-${index}`);
  const plain = await timed(async () => {
    await Promise.all(shares(keys).map((share) => startEach(svc, 'greet', share)));
    await drained(svc);
  });
  await Promise.all(shares(keys).map((share) => startEach(svc, 'hear', share)));
  await drained(svc, ['pending', 'running']);
  const heard = await timed(async () => {
    for (let index = 0; index < keys.length; index += eventsPerRequest) {
      const batch = keys.slice(index, index + eventsPerRequest).map((key) => ({
        specversion: '1.0',
        type: 'com.example.bench.v1',
        source: '/bench',
        id: key,
        data: { key },
      }));
      await ask(svc, 'POST', '/api/v1/platform/events', batch, 'application/cloudevents-batch+json');
    }
    await drained(svc);
  });
  const rates = [plain, heard].map((each) => Math.round(listeners / each));
  table(
    ['until all have ended', 'runs of a task /s', 'events to parked runs /s', 'ratio'],
    [[`${listeners} runs`, rates[0] ?? 0, rates[1] ?? 0, (plain / heard).toFixed(2)]],
  );
  console.log(`\nEach event is for one of ${listeners} parked runs.\n`);
}

/** Returns the starts of triggers of each second of the minute, and their lag. */
async function scheduleLag(count: number): Promise<(string | number)[]> {
  const files: Record<string, string> = { 'greet.yaml': greet };
  for (let index = 0; index < count; index++)
    files[`t-${index}.yaml`] =
      `kind: trigger\nname: t-${index}\nflow: greet\nschedule: { cron: '${index % 60} * * * * *' }\n`;
  let found: number[] = [];
  await inFolder(files, async (svc, folder) => {
    const path = '/api/v1/live/triggers?limit=1';
    await until(async () => ((await ask(svc, 'GET', path)) as { items: object[] }).items.length > 0);
    // The first times of all are on disk when the start has been quiet for a while.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const from = Date.now();
    await new Promise((resolve) => setTimeout(resolve, scheduledSeconds * 1_000));
    const to = Date.now();
    svc.child.kill();
    await new Promise((resolve) => svc.child.once('exit', resolve));
    const storage = await openSqliteStorage(join(folder, '.svc', 'svc.db'));
    const rows = storage.db
      .selectFrom('occurrences')
      .select(['at', 'recorded_at'])
      .where('status', '=', 'started');
    const all = await rows
      .where('at', '>=', from)
      .where('at', '<', to - 2_000)
      .execute();
    await storage.close();
    found = all.map(({ at, recorded_at }) => recorded_at - at).sort((a, b) => a - b);
  });
  const p99 = found[Math.floor(found.length * 0.99)] ?? Number.NaN;
  return [found.length, median(found), p99, found.at(-1) ?? Number.NaN];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function shares(keys: readonly string[]): string[][] {
  return Array.from({ length: 32 }, (_, share) => keys.filter((_key, index) => index % 32 === share));
}

async function startEach(svc: BuiltService, flow: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) await ask(svc, 'POST', `/api/v1/live/flows/${flow}/runs`, { key });
}

/** Resolves when no run is in one of the states. */
function drained(
  svc: BuiltService,
  states: readonly string[] = ['pending', 'running', 'waiting'],
): Promise<void> {
  return until(async () => {
    for (const state of states) {
      const found = (await ask(svc, 'GET', `/api/v1/live/runs?limit=1&status=${state}`)) as {
        items: object[];
      };
      if (found.items.length > 0) return false;
    }
    return true;
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (
    const end = Date.now() + 120_000;
    !(await isSo());
    await new Promise((resolve) => setTimeout(resolve, 20))
  )
    if (Date.now() > end) throw new Error('The service took longer than two minutes');
}

async function ask(
  { url, apiKey }: BuiltService,
  method: string,
  path: string,
  body?: object,
  type = 'application/json',
): Promise<unknown> {
  const headers = { 'x-api-key': apiKey, prefer: 'respond-async', ...(body && { 'content-type': type }) };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
  return text === '' ? undefined : JSON.parse(text);
}
