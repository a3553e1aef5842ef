import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCatalog, type KindDefinition, type Snapshot } from '../../../controller/catalog/index.js';
import { blobId } from '../../../controller/git/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { DatabaseAppliedStore } from '../../../controller/reconciler/index.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { thing } from '../catalog/branch.js';
import { temporaryFolder } from '../git/git-fixture.js';

const old = 'kind: thing\nname: old\nat: here\n';
const user = 'kind: thing\nname: user\nuses: [old]\n';
const never = 'kind: thing\nname: never\nuses: [gone]\n';

/** Refuses the field `at`, which the earlier version accepted. */
function refusing(rule: string): KindDefinition {
  return {
    ...thing,
    validate: (definition) => [
      ...thing.validate(definition),
      ...(definition['at'] === undefined
        ? []
        : [{ rule, pointer: '/at', at: 'name' as const, message: 'no `at` any more' }]),
    ],
  };
}

async function open(folder: string, engine: string) {
  const storage = await openSqliteStorage(join(folder, 'svc.db'));
  onTestFinished(() => storage.close());
  return new DatabaseAppliedStore(storage, engine);
}

/** Loads a revision as the first pass after a start does, and stores it. */
async function start(
  store: DatabaseAppliedStore,
  kind: KindDefinition,
  version: string,
  texts: readonly string[] = [old, user, never],
): Promise<Snapshot> {
  const catalog = createCatalog([kind], { version });
  const stored = await store.load('main');
  const blobs = new Map(texts.map((text) => [blobId(Buffer.from(text)), Buffer.from(text)]));
  const ending = (id: string) => (blobs.get(id)?.includes('kind:') ? 'yaml' : 'md');
  const files = [...blobs.keys()].map((id, at) => ({ path: `${at}.${ending(id)}`, blobId: id }));
  const { held = [], upgrade } = stored ?? {};
  const read = async () => blobs;
  const snapshot = await catalog.load({ branch: 'main', revision: 'r1', files, read, held, upgrade });
  const applied = { revision: 'r1', entities: 3, held: catalog.held(snapshot) };
  await store.apply('main', { ...applied, unserved: catalog.unserved(snapshot) });
  return snapshot;
}

/** Removes what versions before the record of entities in service did not store. */
async function forget(folder: string): Promise<void> {
  const storage = await openSqliteStorage(join(folder, 'svc.db'));
  await storage.db.updateTable('applied_branches').set({ engine: null, unserved: null }).execute();
  await storage.close();
}

const names = (snapshot: Snapshot) => snapshot.list('thing').map(({ name }) => name);
const findSnapshotReason = (snapshot: Snapshot, name: string, kind = 'thing') =>
  snapshot.status(kind, name)?.conditions[0];

test('what a new rule refuses stays in service for one minor release, with the finding', async () => {
  const folder = temporaryFolder();
  const before = await start(await open(folder, '1.2.0'), thing, '1.2.0');
  expect(names(before)).toEqual(['old', 'user']);
  const stricter = refusing('argument-unknown');

  const upgraded = await start(await open(folder, '1.3.0'), stricter, '1.3.0');
  expect(names(upgraded)).toEqual(['old', 'user']);
  expect(upgraded.get('thing', 'old')?.compiled).toEqual({ built: 'old' });
  expect(upgraded.lastGood('thing', 'old')).toBeUndefined();
  expect(findSnapshotReason(upgraded, 'old')).toMatchObject({
    status: 'False',
    reason: 'RuleNewInVersion',
    message: expect.stringContaining(
      'no `at` any more; this rule is new; the version stays in service until svc 1.4.0',
    ),
  });
  expect(findSnapshotReason(upgraded, 'user')?.reason).toBe('DependencyNotReady');

  const restarted = await start(await open(folder, '1.3.1'), stricter, '1.3.1');
  expect(names(restarted)).toEqual(['old', 'user']);
  expect(findSnapshotReason(restarted, 'old')?.reason).toBe('RuleNewInVersion');

  const later = await start(await open(folder, '1.4.0'), stricter, '1.4.0');
  expect(later.get('thing', 'old')).toBeUndefined();
  expect(findSnapshotReason(later, 'old')?.reason).toBe('Invalid');
});

test('a rule about secrets applies at once', async () => {
  const folder = temporaryFolder();
  await start(await open(folder, '1.2.0'), thing, '1.2.0');
  const upgraded = await start(await open(folder, '1.3.0'), refusing('secret-token'), '1.3.0');
  expect(names(upgraded)).toEqual([]);
});

test('an entity that never was valid does not come into service with an upgrade', async () => {
  const folder = temporaryFolder();
  await start(await open(folder, '1.2.0'), thing, '1.2.0');
  const upgraded = await start(await open(folder, '1.3.0'), refusing('argument-unknown'), '1.3.0');
  expect(upgraded.get('thing', 'never')).toBeUndefined();
});

test('of a version that recorded nothing, what only new rules refuse stays in service', async () => {
  const folder = temporaryFolder();
  await start(await open(folder, '1.2.0'), thing, '1.2.0');
  await forget(folder);
  const upgraded = await start(await open(folder, '1.3.0'), refusing('argument-unknown'), '1.3.0');
  expect(names(upgraded)).toEqual(['old', 'user']);
});

test('without an upgrade, a file that is not valid is not in service', async () => {
  const folder = temporaryFolder();
  const stricter = refusing('argument-unknown');
  const first = await start(await open(folder, '1.3.0'), stricter, '1.3.0');
  const second = await start(await open(folder, '1.3.0'), stricter, '1.3.0');
  expect([names(first), names(second)]).toEqual([[], []]);
});

test('an entity with a text in another file stays in service with the text, also after a restart', async () => {
  const folder = temporaryFolder();
  const filed = 'kind: thing\nname: filed\nat: here\nfile: 1.md\n';
  const texts = [filed, '# A text\n'];
  await start(await open(folder, '1.2.0'), thing, '1.2.0', texts);
  const stricter = refusing('argument-unknown');
  for (const version of ['1.3.0', '1.3.0', '1.3.1']) {
    const snapshot = await start(await open(folder, version), stricter, version, texts);
    expect(findSnapshotReason(snapshot, 'filed')?.reason).toBe('RuleNewInVersion');
    expect(snapshot.get('thing', 'filed')?.attachments.get('body')?.text).toBe('# A text\n');
  }
});

const named = 'kind: thing\nname: named\nfile: 1.md\n';

/** Refuses the text of a file, which the earlier version accepted. */
function refusingTexts(rule: string): KindDefinition {
  const check = () => ({ rule, offset: 0, message: 'no such text any more' });
  return { ...thing, attachments: [{ field: 'file', holds: 'body', check }] };
}

test.each([
  ['text-new', ['named']],
  ['secret-token', []],
])('of an entity whose text the new rule %s refuses, %j stays in service', async (rule, expected) => {
  const folder = temporaryFolder();
  const texts = [named, '# A text\n'];
  await start(await open(folder, '1.2.0'), thing, '1.2.0', texts);
  const upgraded = await start(await open(folder, '1.3.0'), refusingTexts(rule), '1.3.0', texts);
  expect(names(upgraded)).toEqual(expected);
});

const callee = 'kind: thing\nname: callee\n';
const caller = 'kind: thing\nname: caller\npasses: { callee: 1 }\n';

/** Refuses everything that is passed to a thing, which the earlier version did not check. */
function refusingCalls(rule: string): KindDefinition {
  const finding = { rule, severity: 'error' as const, pointer: '', message: 'takes nothing' };
  return {
    ...thing,
    references: [...thing.references, { pointer: '/passes', kind: 'thing', keys: true, passes: true }],
    prepareInputCheck: () => () => [finding],
  };
}

test('what a new rule between files refuses stays in service for one minor release', async () => {
  const folder = temporaryFolder();
  const texts = [callee, caller];
  const stricter = refusingCalls('argument-unknown');
  await start(await open(folder, '1.2.0'), thing, '1.2.0', texts);
  for (const version of ['1.3.0', '1.3.0', '1.3.1']) {
    const upgraded = await start(await open(folder, version), stricter, version, texts);
    expect(names(upgraded)).toEqual(['callee', 'caller']);
    expect(findSnapshotReason(upgraded, 'caller')).toMatchObject({
      reason: 'RuleNewInVersion',
      message: expect.stringContaining('takes nothing; this rule is new'),
    });
  }
  const later = await start(await open(folder, '1.4.0'), stricter, '1.4.0', texts);
  expect(names(later)).toEqual(['callee']);
});

test('a rule about secrets between files applies at once', async () => {
  const folder = temporaryFolder();
  const texts = [callee, caller];
  await start(await open(folder, '1.2.0'), thing, '1.2.0', texts);
  const upgraded = await start(await open(folder, '1.3.0'), refusingCalls('secret-field'), '1.3.0', texts);
  expect(names(upgraded)).toEqual(['callee']);
});

test('of a version that recorded nothing, calls that it did not check stay in service', async () => {
  const folder = temporaryFolder();
  const texts = [callee, caller];
  await start(await open(folder, '1.2.0'), thing, '1.2.0', texts);
  await forget(folder);
  const upgraded = await start(await open(folder, '1.3.0'), refusingCalls('config-invalid'), '1.3.0', texts);
  expect(names(upgraded)).toEqual(['callee', 'caller']);
});

const flowKind = kinds.find(({ kind }) => kind === 'flow') as KindDefinition;
const mistake = (path: string) =>
  readFileSync(new URL(`../../../fixtures/mistakes/${path}.yaml`, import.meta.url), 'utf8');

test.each([
  ['secret-not-declared/wrong/flows/read-orders', true],
  ['secret-misspelt/wrong/flows/read-orders', true],
  ['password-grant-without-user/wrong/flows/read-orders', true],
  ['address-with-plus-operator/wrong/flows/search', true],
  ['authentication-by-secret-not-declared/wrong/flows/read-orders', false],
  ['retry-that-is-not-there/wrong/flows/careful', false],
  ['two-merge-conflicts-left/wrong/flows/greet', false],
  ['task-fields-beside-its-name/wrong/flows/read-orders', false],
  ['http-call-argument-misspelt/wrong/flows/check', false],
])('of a version that recorded nothing, the flow %s stays in service: %s', async (path, isServed) => {
  const folder = temporaryFolder();
  const texts = [`# kind: flow\n${mistake(path)}`];
  await start(await open(folder, '1.2.0'), flowKind, '1.2.0', texts);
  await forget(folder);
  const upgraded = await start(await open(folder, '1.3.0'), flowKind, '1.3.0', texts);
  const served = upgraded.list('flow').map(({ name }) => findSnapshotReason(upgraded, name, 'flow')?.reason);
  expect(served).toEqual(isServed ? ['RuleNewInVersion'] : []);
});

test.each([
  ['r1', ['RuleNewInVersion']],
  ['r0', []],
])(
  'of a version that recorded nothing, a flow stays in service that ran at the revision: %s',
  async (revision, expected) => {
    const folder = temporaryFolder();
    const texts = [`# kind: flow\n${mistake('http-call-argument-misspelt/wrong/flows/check')}`];
    await start(await open(folder, '1.2.0'), flowKind, '1.2.0', texts);
    await forget(folder);
    const storage = await openSqliteStorage(join(folder, 'svc.db'));
    const run = {
      status: 'completed',
      trigger: 'manual',
      principal: 'test',
      input: '{}',
      closure: '',
      created_at: 1,
    };
    const flow = /name: ([\w-]+)/.exec(texts.join())?.[1] ?? '';
    await storage.db
      .insertInto('runs')
      .values({ id: '1', flow, branch: 'main', revision, ...run })
      .execute();
    await storage.close();
    const upgraded = await start(await open(folder, '1.3.0'), flowKind, '1.3.0', texts);
    const served = upgraded
      .list('flow')
      .map(({ name }) => findSnapshotReason(upgraded, name, 'flow')?.reason);
    expect(served).toEqual(expected);
  },
);
