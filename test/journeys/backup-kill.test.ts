import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { eventually as until } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

/** To run more rounds: `KILL_ROUNDS=60 npx vitest run test/journeys/backup-kill.test.ts`. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 6);
const platform = '/api/v1/platform';
const entities = `${platform}/entities/platform`;
const files = 40;
const secrets = 5;

/** The operation in progress when the process is killed. */
const kinds = ['restore', 'rotation', 'backup', 'restore and rotation'] as const;

interface Backup {
  id: string;
  status: string;
  size: number;
  sha256: string;
  lastRestore: { status: string } | null;
}

test('a kill during a backup, restore or rotation leaves the state before or after it, and the next start logs its repair', {
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  const service = new ServiceProcess();
  onTestFinished(() => service.dispose());
  writeFileSync(
    service.file('svc.yaml'),
    'Git: { Enabled: false }\nLimits: { RequestsPerMinute: 1000000 }\n',
  );
  const marks = new Marks(service);
  await service.start();
  await marks.set(1);
  const seen = { before: 0, after: 0, completed: 0, discarded: 0 };
  for (let round = 0; round < rounds; round++) {
    const kind = kinds[round % kinds.length] ?? 'restore';
    const [before, after] = [round * 2 + 101, round * 2 + 100];
    await marks.set(after);
    const begun = Date.now();
    const id = await backup(service);
    const span = Date.now() - begun;
    await marks.set(before);
    const known = (await backups(service)).map((one) => one.id);

    const acknowledged: string[] = [];
    const work: Promise<void>[] = [];
    if (kind.startsWith('restore'))
      work.push(once(service, `${platform}/backups/${id}/restore`, acknowledged));
    if (kind.endsWith('rotation')) work.push(onAndOn(service, `${platform}/master-key/rotate`));
    if (kind === 'backup')
      work.push(onAndOn(service, `${entities}/backup`, { categories: ['flows', 'runs'] }));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * span * 3));
    await service.kill();
    await Promise.all(work);

    await service.start();
    const now = await marks.get();
    const what = `${kind}, round ${round}`;
    expect([before, after], what).toContain(now);
    const list = await backups(service);
    const record = list.find((one) => one.id === id)?.lastRestore;
    expect(record?.status, what).toBe(now === after ? 'completed' : undefined);
    if (acknowledged.length > 0) expect(now, what).toBe(after);
    const added = list.filter((one) => !known.includes(one.id));
    for (const one of added) expect(['completed', 'failed'], what).toContain(one.status);
    if (added.some((one) => one.status === 'failed')) {
      expect(service.output).toContain('an interrupted backup was discarded');
      seen.discarded += 1;
    }
    if (service.output.includes('an unfinished restore was')) {
      expect(now, what).toBe(after);
      seen.completed += 1;
    }
    seen[now === after ? 'after' : 'before'] += 1;
    await isTidy(service, list);
  }
  console.log(`${rounds} kills:`, JSON.stringify(seen));
});

/** A number that is in every part of an installation: in its files, settings, users and secrets. */
class Marks {
  constructor(private readonly service: ServiceProcess) {}

  async set(mark: number): Promise<void> {
    const { service } = this;
    mkdirSync(service.file('environments'), { recursive: true });
    for (let at = 0; at < files; at++) {
      const text = `kind: environment\nname: e-${at}\nvariables: { mark: ${mark} }\n`;
      writeFileSync(service.file('environments', `e-${at}.yaml`), text);
    }
    writeFileSync(service.file('environments', 'read.yaml'), readFlow);
    await send(service, 'PATCH', `${entities}/config-section/Limits`, { FlowInput: 10_000 + mark });
    for (const { name } of await this.#users()) await send(service, 'DELETE', `${platform}/users/${name}`);
    await send(service, 'POST', `${platform}/users`, {
      name: `u-${mark}`,
      role: 'viewer',
      password: 'correct horse battery',
    });
    for (let at = 0; at < secrets; at++)
      await send(service, 'POST', `${entities}/secret`, {
        path: `s${at}`,
        value: { t: `secret-value-${mark}` },
      });
  }

  /** @throws when the parts have different marks */
  async get(): Promise<number> {
    const { service } = this;
    const found = new Set<number>();
    for (let at = 0; at < files; at++) {
      const text = readFileSync(service.file('environments', `e-${at}.yaml`), 'utf8');
      found.add(Number(/mark: (\d+)/.exec(text)?.[1]));
    }
    const { values } = await send<{ values: { FlowInput: number } }>(
      ...([service, 'GET', `${entities}/config-section/Limits`] as const),
    );
    found.add(values.FlowInput - 10_000);
    for (const { name } of await this.#users()) found.add(Number(name.slice(2)));
    const run = await send<{ output: number[] }>(service, 'POST', '/api/v1/live/flows/read/runs', {});
    for (const mark of run.output) found.add(mark);
    expect([...found]).toHaveLength(1);
    return [...found][0] ?? 0;
  }

  async #users(): Promise<{ name: string }[]> {
    const { items } = await send<{ items: { name: string }[] }>(this.service, 'GET', `${platform}/users`);
    return items.filter(({ name }) => name !== 'admin');
  }
}

/** Fails when a secret cannot be opened. */
const readFlow = `document: { dsl: '1.0.3', namespace: test, name: read, version: '1.0.0' }
use: { secrets: [${Array.from({ length: secrets }, (_, at) => `s${at}`).join(', ')}] }
do:
  - read: { set: { marks: '\${ [${Array.from({ length: secrets }, (_, at) => `$secrets.s${at}.t`).join(', ')}] | map(split("-") | last | tonumber) }' } }
output: { as: '\${ .marks }' }
`;

/** Checks that the folder holds only complete backups, the files include none of svc's, and there is one master key. */
async function isTidy(service: ServiceProcess, list: readonly Backup[]): Promise<void> {
  const whole = list.filter(({ status }) => status === 'completed');
  const names = whole.map(({ id }) => `${id}.tar.gz`).sort();
  expect(readdirSync(service.file('.svc', 'backups')).sort()).toEqual(names);
  for (const { id, size, sha256 } of whole) {
    const content = readFileSync(service.file('.svc', 'backups', `${id}.tar.gz`));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([size, sha256]);
  }
  await until(() => readdirSync(service.file('environments')).length === files + 1);
  await until(() => readFileSync(service.file('.svc', 'master.key'), 'utf8').trim().split('\n').length === 1);
}

async function backup(service: ServiceProcess): Promise<string> {
  const categories = ['flows', 'environments', 'secrets', 'users', 'settings'];
  const { id, status } = await send<Backup>(service, 'POST', `${entities}/backup`, { categories });
  expect(status).toBe('completed');
  return id;
}

async function backups(service: ServiceProcess): Promise<Backup[]> {
  return (await send<{ items: Backup[] }>(service, 'GET', `${entities}/backup`)).items;
}

async function send<Answer = unknown>(
  service: ServiceProcess,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'x-api-key': service.apiKey, ...(body ? { 'content-type': type } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(`${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

class Refusal extends Error {}

async function once(service: ServiceProcess, path: string, acknowledged: string[], body = {}): Promise<void> {
  try {
    await send(service, 'POST', path, body);
    acknowledged.push(path);
  } catch (error) {
    // When a rotation ends before the restore begins, the key of the backup no longer exists.
    if (error instanceof Refusal && !error.message.includes('"backup_foreign"')) throw error;
  }
}

/** Repeats the operation until the service is killed. */
async function onAndOn(service: ServiceProcess, path: string, body = {}): Promise<void> {
  for (let isThere = true; isThere; ) {
    const acknowledged: string[] = [];
    await once(service, path, acknowledged, body);
    isThere = acknowledged.length > 0;
  }
}
