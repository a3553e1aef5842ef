import { expect, test } from 'vitest';
import { categories } from '../../../../controller/backups/index.js';
import { WorkTree } from '../../../controller/git/git-fixture.js';
import { commitCrafted } from '../../../controller/git/trees/crafted-tree.js';
import { platform } from '../../identity/real-service.js';
import { crm, entities, GitService } from '../entities/writes/git-service.js';

const seed = { 'crm.yaml': crm };
const other = crm.replace('name: crm ', 'name: other ');

test('a branch with a file name that cannot be written is not merged under another name', async () => {
  const git = await GitService.start(seed);
  const bare = new WorkTree(git.gitDir);
  git.git('branch', 'side');
  commitCrafted(bare, { ...seed, 'caf\xe9.yaml': other }, 'side');
  const tip = commitCrafted(bare, { 'crm.yaml': `title: CRM\n${crm}` });
  const merged = await git.call('POST', `${platform}/branches/side/merge`, {});
  expect([merged.statusCode, merged.json().code]).toEqual([422, 'entity_invalid']);
  expect(merged.json().detail).toContain('caf\\351.yaml');
  expect(git.git('rev-parse', 'main')).toBe(tip);
});

test('a backup of a branch with file names that cannot be written holds all other files, and can be restored', async () => {
  const git = await GitService.start(seed);
  commitCrafted(new WorkTree(git.gitDir), { ...seed, 'a\nb.yaml': other, 'caf\xe9.md': 'text' });
  const made = await git.call('POST', `${platform}/entities/platform/backup`, { categories });
  expect(made.json()).toMatchObject({ status: 'completed', error: null });
  await git.patch(`${entities}/connection/crm`, { title: 'CRM' });
  const restored = await git.call('POST', `${platform}/backups/${made.json().id}/restore`);
  expect(restored.statusCode, restored.body).toBe(200);
  expect(git.file('crm.yaml')).toBe(crm);
  expect(git.git('ls-tree', '--name-only', 'main').split('\n')).toEqual([
    '"a\\nb.yaml"',
    '"caf\\351.md"',
    'crm.yaml',
  ]);
});
