import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../eventually.js';
import { WorkTree } from '../../work-tree.js';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

it('svc proposals lists, shows, merges and closes proposals', async () => {
  const folder = temporaryFolder({ '.gitignore': '.svc/\n.config-home/\n' });
  WorkTree.create(folder).commit({ 'flows/greet.yaml': greet });
  const url = await serveFolder(folder);
  await eventually(async () => (await svc(folder, ['status'])).exitCode === 0);
  const { apiKey } = JSON.parse(readFileSync(join(folder, '.svc/initial-admin.json'), 'utf8'));
  const propose = async (name: string) => {
    const answer = await fetch(`${url}/api/v1/main/environments?propose=true&message=Add%20${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ name }),
    });
    const { proposal } = (await answer.json()) as { proposal: { branch: string } };
    return proposal.branch.replace('proposals/', '');
  };
  const proposals = (...argv: string[]) => svc(folder, ['proposals', ...argv]);

  expect((await proposals('list')).stdout).toBe('No proposals.\n');
  const staging = await propose('staging');
  const preview = await propose('preview');
  const { stdout } = await proposals('list');
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${preview}  open  main  Add preview  \\S+  20\\S+Z$`)),
    expect.stringMatching(new RegExp(`^${staging}  open  main  Add staging  \\S+  20\\S+Z$`)),
  ]);

  const shown = (await proposals('show', staging)).stdout;
  expect(shown).toMatch(new RegExp(`^${staging}  open  Add staging\n`));
  expect(shown).toContain('  created environment staging\n');
  expect(shown).toContain('+name: staging');

  // The first administrator is a key of a service.
  expect((await proposals('approve', staging)).stderr).toContain('person_required');
  const answer = await fetch(`${url}/api/v1/platform/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ name: 'ada', role: 'editor', actor: 'person' }),
  });
  const { key } = (await answer.json()) as { key: string };
  const asAda = (...argv: string[]) => svc(folder, ['proposals', ...argv], { env: { SVC_API_KEY: key } });
  const asked = await asAda('request-changes', staging, '-m', 'Which region?');
  expect(asked.stdout).toBe(`Reviewed ${staging}\n  changes requested by api-key:ada: Which region?\n`);
  expect((await asAda('approve', staging)).stdout).toBe(`Reviewed ${staging}\n  approved by api-key:ada\n`);
  expect((await proposals('show', staging)).stdout).toContain('\n  approved by api-key:ada\n');
  expect(await proposals('merge', staging, '-m', 'x')).toMatchObject({ exitCode: 2 });
  const merged = await proposals('merge', staging);
  expect(merged.stdout).toMatch(new RegExp(`^Merged ${staging} into main as \\w{8}\n$`));
  expect((await proposals('close', preview)).stdout).toBe(`${preview}  closed\n`);
  expect((await proposals('list')).stdout).toBe('No proposals.\n');
  const all = JSON.parse((await proposals('list', '--state', 'all', '--json')).stdout);
  expect(all.items.map(({ state }: { state: string }) => state)).toEqual(['closed', 'merged']);
  expect(await proposals('merge', preview)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('proposal_settled'),
  });
});
