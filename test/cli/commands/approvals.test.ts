import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../eventually.js';
import { WorkTree } from '../../work-tree.js';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

it('svc approvals lists, shows, grants and denies what an agent asks for', async () => {
  const folder = temporaryFolder({ '.gitignore': '.svc/\n.config-home/\n' });
  WorkTree.create(folder).commit({ 'flows/greet.yaml': greet });
  const url = await serveFolder(folder);
  await eventually(async () => (await svc(folder, ['status'])).exitCode === 0);
  const { apiKey } = JSON.parse(readFileSync(join(folder, '.svc/initial-admin.json'), 'utf8'));
  const create = async (key: string, definition: object) => {
    const answer = await fetch(`${url}/api/v1/platform/api-keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(definition),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { key: string; approval: { id: string } },
    };
  };
  const agent = (await create(apiKey, { name: 'robot', role: 'admin', actor: 'agent' })).body.key;
  const person = (await create(apiKey, { name: 'ada', role: 'admin', actor: 'person' })).body.key;
  const ask = async (name: string) => {
    const { status, body } = await create(agent, { name, role: 'viewer' });
    expect(status).toBe(202);
    return body.approval.id;
  };
  const approvals = (key: string, ...argv: string[]) =>
    svc(folder, ['approvals', ...argv], { env: { SVC_API_KEY: key } });

  expect((await approvals(person, 'list')).stdout).toBe('No approvals.\n');
  const wanted = await ask('wanted');
  const unwanted = await ask('unwanted');
  expect((await approvals(person, 'list')).stdout.trim().split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(`^${unwanted}  pending  Creates the API key \`unwanted\`.*  api-key:robot`),
    ),
    expect.stringMatching(new RegExp(`^${wanted}  pending  Creates the API key \`wanted\``)),
  ]);
  expect((await approvals(person, 'show', wanted)).stdout).toContain(
    `Grant it with svc approvals grant ${wanted}`,
  );
  const { stdout } = await approvals(person, 'show', wanted.slice(0, -2));
  expect(stdout).toContain(`${wanted}  pending`);
  expect(await approvals(person, 'show', '00000000')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('No pending approval has an id that begins with `00000000`'),
  });
  for (const key of [agent, apiKey]) {
    const refused = await approvals(key, 'grant', wanted);
    expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('person_required') });
  }
  const granted = await approvals(person, 'grant', wanted);
  expect(granted.stdout).toMatch(
    new RegExp(`^Granted ${wanted}: Creates the API key \`wanted\`[^]*\n  key: svc_`),
  );
  expect((await approvals(person, 'deny', unwanted)).stdout).toBe(`${unwanted}  denied\n`);
  expect((await approvals(person, 'list')).stdout).toBe('No approvals.\n');
  expect((await approvals(agent, 'show', wanted)).stdout).not.toContain('svc_');
  expect(await approvals(person, 'grant', wanted)).toMatchObject({
    stderr: expect.stringContaining('approval_settled'),
  });
});
