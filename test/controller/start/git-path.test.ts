import { expect, test } from 'vitest';
import {
  alone,
  beside,
  flow,
  folder,
  origin,
  type Place,
  repository,
  sight,
  start,
  theirs,
} from './git-path-place.js';

/** Removes what differs by nature: the folder, commits, times and ids. */
function plain(value: unknown, { prefix }: Place): unknown {
  let text = JSON.stringify(value);
  if (prefix !== '') text = text.replaceAll(prefix, '');
  return JSON.parse(
    text
      .replaceAll(/\b[0-9a-f]{7,40}\b/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>'),
  );
}

async function getEntities({ controller }: Place, branch = 'main') {
  const snapshot = await controller.reconciler.head(branch);
  const records = ['flow', 'folio'].flatMap((kind) => [...snapshot.list(kind)]);
  return {
    counts: snapshot.counts,
    findings: snapshot.findings,
    entities: records.map(({ kind, name, path, blobId, attachments }) => {
      return { kind, name, path, blobId, texts: [...attachments.values()].map(({ text }) => text) };
    }),
  };
}

/** Everything that a user does with entities, and the answers. */
async function story(at: Place): Promise<unknown[]> {
  const { controller, prefix, work } = at;
  const { changes, versions, validations, reconciler } = controller;
  const address = { branch: 'main', type: 'flow', name: 'ship' };
  const answers: unknown[] = [await getEntities(at)];
  const definition = { document: { dsl: '1.0.3', namespace: 'shop', name: 'pack', version: '1.0.0' } };
  const tasks = { do: [{ say: { set: { text: 'packed' } } }] };
  const write = (change: object, propose = false) =>
    changes.write({ branch: 'main', changes: [{ type: 'flow', ...change } as never], origin, propose });
  answers.push(await write({ op: 'create', definition: { ...definition, ...tasks } }));
  answers.push(
    await write({ op: 'update', name: 'ship', mergePatch: { do: [{ say: { set: { text: 'hi' } } }] } }),
  );
  answers.push(await versions.history(address, { limit: 10 }));
  answers.push(await versions.diff(address, {}, sight));
  const { change } = await versions.restoration(address, 'HEAD~1', sight);
  answers.push((await write(change)).entities);
  answers.push((await write({ op: 'delete', name: 'pack' })).entities);
  answers.push(await versions.history({ ...address, name: 'pack' }, { limit: 10 }));
  const { proposal } = await write({ op: 'delete', name: 'refund' }, true);
  const details = await changes.proposals.read(proposal?.id ?? '');
  answers.push({ ...details, id: '', branch: '', compareUrl: '', pullRequestUrl: '' });
  answers.push((await changes.proposals.merge(proposal?.id ?? '', origin)).proposal.state);
  answers.push(await getEntities(at));
  const given = [
    { path: `${prefix}flows/new.yaml`, content: flow('new').replace('set:', 'sett:') },
    { path: `${prefix}drafts/other.yaml`, content: 'kind: flows\n' },
  ];
  answers.push((await validations.findingsWith('ada', 'main', given)).findings);
  await reconciler.request('main');
  expect(work.git('show', '--stat', '--format=', 'main')).not.toContain('..');
  return answers.map((answer) => plain(answer, at));
}

test('a folder beside other files gives the same answers as the folder alone', async () => {
  const [one, other] = [await alone(), await beside()];
  const [expected, actual] = [await story(one), await story(other)];
  for (const [index, answer] of actual.entries()) expect(answer).toEqual(expected[index]);
}, 120_000);

test('commits outside of the folder change neither the revision nor the snapshot', async () => {
  const at = await beside();
  const { reconciler } = at.controller;
  const before = await reconciler.head('main');
  let applied = 0;
  reconciler.onApplied(() => {
    applied += 1;
  });
  for (let count = 0; count < 5; count++) {
    at.work.commit({
      'src/main.ts': `export const count = ${count};\n`,
      'flows/new.yaml': `kind: ${count}\n`,
    });
    await reconciler.request('main');
  }
  expect(await reconciler.head('main')).toBe(before);
  expect(applied).toBe(0);
  expect(reconciler.status('main')?.observedRevision).toBe(before.revision);
  const next = at.work.commit({ [`${folder}/flows/pack.yaml`]: flow('pack') });
  await reconciler.request('main');
  const after = await reconciler.head('main');
  expect(after.revision).toBe(next);
  expect(after.counts.entities).toBe(before.counts.entities + 1);
}, 120_000);

test('a change of .svcignore alone takes files out, and brings them back', async () => {
  const at = await beside({ SVC_Git__PruneLimit: '100' });
  const names = async () => {
    await at.controller.reconciler.request('main');
    return [...(await at.controller.reconciler.head('main')).list('flow')].map(({ name }) => name).sort();
  };
  expect(await names()).toEqual(['invoice', 'refund', 'ship']);
  at.work.commit({ [`${folder}/.svcignore`]: 'drafts/\nflows/refund.yaml\n' });
  expect(await names()).toEqual(['invoice', 'ship']);
  at.work.commit({ [`${folder}/.svcignore`]: 'drafts/\n' });
  expect(await names()).toEqual(['invoice', 'refund', 'ship']);
}, 120_000);

test('a write to an ignored path is refused, and names the rule file', async () => {
  const at = await beside();
  at.work.commit({ [`${folder}/.svcignore`]: 'drafts/\nflows/secret-*.yaml\n' });
  await at.controller.reconciler.request('main');
  const definition = {
    document: { dsl: '1.0.3', namespace: 'shop', name: 'secret-sale', version: '1.0.0' },
    do: [{ say: { set: { text: 'x' } } }],
  };
  const changes = [{ op: 'create' as const, type: 'flow', definition }];
  await expect(at.controller.changes.write({ branch: 'main', changes, origin })).rejects.toMatchObject({
    code: 'entity_invalid',
    message: expect.stringContaining(`\`${folder}/.svcignore\` excludes it`),
  });
}, 120_000);

test('a folder that does not exist yet is empty, and the first write creates it', async () => {
  const at = await start(repository(theirs), `${folder}/`);
  expect((await getEntities(at)).counts.entities).toBe(0);
  expect(at.controller.reconciler.status('main')?.conditions[0]).toMatchObject({
    status: 'True',
    message: 'The folder `ops/svc` of `Git.Path` has no entity files.',
  });
  const definition = {
    document: { dsl: '1.0.3', namespace: 'shop', name: 'first', version: '1.0.0' },
    do: [{ say: { set: { text: 'x' } } }],
  };
  const changes = [{ op: 'create' as const, type: 'flow', definition }];
  const result = await at.controller.changes.write({ branch: 'main', changes, origin });
  expect(result.entities[0]?.path).toBe(`${folder}/flows/first.yaml`);
  expect((await getEntities(at)).counts.entities).toBe(1);
}, 120_000);

test('a file in the place of the folder is a condition that says so', async () => {
  const at = await start(repository({ ops: 'a file\n' }), `${folder}/`);
  await expect(at.controller.reconciler.head('main')).rejects.toThrow(
    '`Git.Path` is `ops/svc`, but `ops` is no folder in this commit',
  );
}, 120_000);

test('the overlay of a work tree shows the changes in the folder, and writes there', async () => {
  const at = await beside();
  const { reconciler, changes } = at.controller;
  await reconciler.request('local');
  expect(await getEntities(at, 'local')).toEqual(await getEntities(at));
  at.work.write({ [`${folder}/flows/pack.yaml`]: flow('pack'), 'flows/other.yaml': flow('other') });
  await reconciler.request('local');
  const names = [...(await reconciler.head('local')).list('flow')].map(({ name }) => name).sort();
  expect(names).toEqual(['invoice', 'pack', 'refund', 'ship']);
  const change = {
    op: 'update' as const,
    type: 'flow',
    name: 'pack',
    mergePatch: { document: { title: 'Pack' } },
  };
  const result = await changes.write({ branch: 'local', changes: [change], origin });
  expect(result.entities[0]?.path).toBe(`${folder}/flows/pack.yaml`);
}, 120_000);

test('removing the whole folder is held by the prune guard', async () => {
  const at = await beside();
  await at.controller.reconciler.request('main');
  at.work.git('rm', '-r', '--quiet', folder);
  at.work.commit();
  await at.controller.reconciler.request('main');
  expect(at.controller.reconciler.status('main')?.held).toMatchObject({ reason: 'prune', gone: 5 });
}, 120_000);

test('the prune guard counts the entities in the folder only', async () => {
  const many = (prefix: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`${prefix}flows/f${at}.yaml`, flow(`f${at}`)]),
    );
  const work = repository({ ...many('', 100), ...many(`${folder}/`, 20) });
  const at = await start(work, `${folder}/`);
  const { reconciler } = at.controller;
  await reconciler.request('main');
  work.git('rm', '-r', '--quiet', 'flows');
  work.commit();
  await reconciler.request('main');
  expect(reconciler.status('main')?.held).toBeUndefined();

  const names = Array.from({ length: 12 }, (_, index) => `${folder}/flows/f${index}.yaml`);
  work.git('rm', '--quiet', ...names);
  const held = work.commit(many('', 100));
  await reconciler.request('main');
  expect(reconciler.status('main')?.held).toMatchObject({
    reason: 'prune',
    revision: held,
    gone: 12,
    entities: 20,
  });
  await (await reconciler.sync('main', { confirmPrune: { revision: held } })).done;
  expect((await reconciler.head('main')).counts.entities).toBe(8);
}, 120_000);
