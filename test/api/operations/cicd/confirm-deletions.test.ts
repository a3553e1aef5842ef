import { expect, test } from 'vitest';
import type { Actor } from '../../../../controller/security/identity/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { WorkTree } from '../../../controller/git/git-fixture.js';
import { commitCrafted } from '../../../controller/git/trees/crafted-tree.js';
import { GitService } from '../entities/writes/git-service.js';

const flow = (name: string) =>
  `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\ndo: [{ a: { set: { v: 1 } } }]\n`;
const sync = '/api/v1/main/cicd/sync';

test('an agent alone does not confirm the deletions of production; a person who may grants them, for that commit', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `f${at}`);
  const git = await GitService.start(Object.fromEntries(names.map((name) => [`${name}.yaml`, flow(name)])));
  const { identity } = git.service.controller;
  const create = async (name: string, actor: Actor) => {
    const { key } = await identity.apiKeys.create({ name, role: 'editor', actor, createdBy: 'user:test' });
    return { 'x-api-key': key };
  };
  const headers = await create('robot', 'agent');
  const person = await create('ada', 'person');
  const grant = (id: unknown) => git.call('POST', `/api/v1/platform/approvals/${id}/grant`, {}, person);
  const status = async () => (await git.call('GET', sync)).json();
  const confirm = async (revision: string) => {
    const url = `${sync}?confirmPrune=true&revision=${revision}`;
    const answer = await git.service.app.inject({ method: 'POST', url, headers });
    return { code: answer.statusCode, body: answer.json() as JsonObject };
  };
  const hold = async (files: Record<string, string>) => {
    commitCrafted(new WorkTree(git.gitDir), files);
    const tip = git.git('rev-parse', 'main');
    await git.call('POST', sync, {});
    await expect.poll(async () => (await status()).held?.revision).toBe(tip);
    return tip;
  };

  const first = await hold({ 'f0.yaml': flow('f0') });
  const asked = await confirm(first);
  expect(asked).toMatchObject({
    code: 202,
    body: { approval: { effect: expect.stringContaining('29 of 30') } },
  });
  expect((await status()).held.revision).toBe(first);

  const second = await hold({ 'f1.yaml': flow('f1') });
  const { id } = asked.body['approval'] as { id: string };
  expect((await grant(id)).json()).toMatchObject({ code: 'prune_not_held' });
  expect((await status()).held.revision).toBe(second);

  const again = (await confirm(second)).body['approval'] as { id: string };
  expect((await grant(again.id)).statusCode).toBe(200);
  await expect.poll(async () => (await status()).held).toBeNull();
  expect((await status()).appliedRevision).toBe(second);
});
