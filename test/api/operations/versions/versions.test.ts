import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';
import { crm, entities, GitService, greet } from '../entities/writes/git-service.js';
import { outside } from './outside.js';

const versions = '/api/v1/main/versions';
const crmVersions = `${versions}/connection/crm`;

describe('the history of an entity', () => {
  test('lists its commits with their authors, the newest first, a page at a time', async () => {
    const git = await GitService.start();
    for (const at of [1, 2, 3]) await git.patch(`${entities}/connection/crm`, { title: `CRM ${at}` });
    const first = (await git.call('GET', `${crmVersions}/history?limit=3`)).json();
    expect(first.items.map(told)).toEqual([
      'modified connections/crm.yaml: Update connection crm: title',
      'modified connections/crm.yaml: Update connection crm: title',
      'modified connections/crm.yaml: Update connection crm: title',
    ]);
    expect(first.items[0]).toMatchObject({
      commitHash: git.git('rev-parse', 'main'),
      author: { name: 'initial-admin (api-key)' },
      committedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const rest = (await git.call('GET', `${crmVersions}/history?limit=3&cursor=${first.nextCursor}`)).json();
    expect({ items: rest.items.map(told), nextCursor: rest.nextCursor }).toEqual({
      items: ['added connections/crm.yaml: first'],
      nextCursor: null,
    });
  });

  test('follows renames of the file', async () => {
    const git = await GitService.start();
    await git.patch(`${entities}/connection/crm`, { title: 'CRM' });
    outside(git, (tree) => {
      tree.git('mv', 'connections/crm.yaml', 'customers.yaml');
      tree.commit({}, 'move it');
    });
    const { items } = (await git.call('GET', `${crmVersions}/history`)).json();
    expect(items.map(told)).toEqual([
      'renamed customers.yaml: move it',
      'modified connections/crm.yaml: Update connection crm: title',
      'added connections/crm.yaml: first',
    ]);
    expect(items[0].previousPath).toBe('connections/crm.yaml');
  });

  test('still exists for a deleted entity, in any folder', async () => {
    const git = await GitService.start({
      'connections/crm.yaml': crm,
      'shop/odd-name.yaml':
        'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: http://shop }\n',
    });
    for (const name of ['crm', 'shop']) {
      expect((await git.call('DELETE', `${entities}/connection/${name}`)).statusCode).toBe(204);
      const { items } = (await git.call('GET', `${versions}/connection/${name}/history`)).json();
      expect(items.map(({ change }: { change: string }) => change)).toEqual(['deleted', 'added']);
    }
  });

  test('of an entity that never existed is not found', async () => {
    const git = await GitService.start();
    const answer = await git.call('GET', `${versions}/connection/crn/history`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'entity_not_found']);
    expect(answer.json().hints).toContainEqual({ text: 'Did you mean `crm`?' });
    const cursor = await git.call('GET', `${crmVersions}/history?cursor=nonsense`);
    expect([cursor.statusCode, cursor.json().code]).toEqual([400, 'request_invalid']);
  });
});

describe('two versions of an entity', () => {
  test('are compared line by line, as input for `git apply`, and field by field', async () => {
    const git = await GitService.start();
    await git.patch(`${entities}/connection/crm`, { config: { baseUrl: 'http://127.0.0.1:2/crm' } });
    const diff = (await git.call('GET', `${crmVersions}/diff`)).json();
    expect(diff.from.commitHash).toBe(git.git('rev-parse', 'main~1'));
    expect(diff.to.commitHash).toBe(git.git('rev-parse', 'main'));
    expect(diff.patch.split('\n').filter((line: string) => /^[-+] /.test(line))).toEqual([
      "-  baseUrl: 'http://127.0.0.1:1/crm'",
      "+  baseUrl: 'http://127.0.0.1:2/crm'",
    ]);
    expect(diff.changes).toEqual([
      {
        op: 'replace',
        pointer: '/config/baseUrl',
        from: 'http://127.0.0.1:1/crm',
        to: 'http://127.0.0.1:2/crm',
      },
    ]);
    outside(git, (tree) => {
      writeFileSync(join(tree.dir, '..', 'one.patch'), diff.patch);
      tree.git('apply', '--reverse', '--check', '../one.patch');
    });
  });

  test('are named by ids, prefixes of ids, HEAD, ancestors and branches', async () => {
    const git = await GitService.start();
    const first = git.git('rev-parse', 'main');
    git.git('branch', 'feature/x', first);
    await git.patch(`${entities}/connection/crm`, { title: 'CRM' });
    const second = git.git('rev-parse', 'main');
    const names = [
      [first, second],
      [first.slice(0, 8), second.slice(0, 8)],
      ['HEAD~1', 'HEAD'],
      ['HEAD^', 'main'],
      ['feature/x', 'HEAD~0'],
    ];
    for (const [from = '', to = ''] of names) {
      const query = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
      const answer = await git.call('GET', `${crmVersions}/diff?${query}`);
      const { changes, ...diff } = answer.json();
      expect([diff.from?.commitHash, diff.to?.commitHash]).toEqual([first, second]);
      expect(changes).toEqual([{ op: 'add', pointer: '/title', to: 'CRM' }]);
    }
    for (const unknown of ['0'.repeat(40), 'abc', 'no-branch', 'HEAD~9', '../x', `${'f'.repeat(39)}`]) {
      const answer = await git.call('GET', `${crmVersions}/diff?from=${encodeURIComponent(unknown)}`);
      expect([unknown, answer.json().code]).toEqual([unknown, 'commit_not_found']);
    }
  });

  test('of an entity are compared also across its creation or deletion', async () => {
    const git = await GitService.start();
    await git.call('DELETE', `${entities}/flow/greet`);
    const diff = (await git.call('GET', `${versions}/flow/greet/diff`)).json();
    expect(diff.to.path).toBeNull();
    expect(diff.changes).toMatchObject([
      { op: 'remove', pointer: '', from: { document: { name: 'greet' } } },
    ]);
    expect(diff.patch).toContain('deleted file mode');
  });
});

describe('an entity at a commit', () => {
  test('has its definition of that commit, and its file byte for byte as YAML', async () => {
    const git = await GitService.start();
    const first = git.git('rev-parse', 'main');
    await git.patch(`${entities}/connection/crm`, { title: 'CRM' });
    outside(git, (tree) => {
      tree.git('mv', 'connections/crm.yaml', 'customers.yaml');
      tree.commit({}, 'move it');
    });
    const answer = (await git.call('GET', `${crmVersions}/at/${first}`)).json();
    expect(answer).toMatchObject({
      commitHash: first,
      path: 'connections/crm.yaml',
      definition: { kind: 'connection', name: 'crm', config: { baseUrl: 'http://127.0.0.1:1/crm' } },
    });
    expect(answer.definition.title).toBeUndefined();
    const yaml = await git.call('GET', `${crmVersions}/at/HEAD~2`, undefined, { accept: 'application/yaml' });
    expect(yaml.body).toBe(crm);
  });

  test('is not what its file held before under another name, which has a history of its own', async () => {
    const git = await GitService.start();
    outside(git, (tree) =>
      tree.commit({ 'connections/crm.yaml': crm.replace('name: crm', 'name: erp') }, 'rename'),
    );
    const answer = await git.call('GET', `${versions}/connection/erp/at/HEAD~1`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'entity_not_found']);
    const renamed = await git.call('GET', `${versions}/connection/erp/history`);
    expect(renamed.json().items.map(told)).toEqual(['added connections/crm.yaml: rename']);
    const old = await git.call('GET', `${crmVersions}/history`);
    expect(old.json().items.map(told)[0]).toBe('deleted connections/crm.yaml: rename');
    expect(old.json().items.map(told)).toContain('added connections/crm.yaml: first');
  });

  test('before its creation is not found', async () => {
    const git = await GitService.start();
    await git.call('POST', `${entities}/connection`, { ...shop, name: 'shop' });
    const answer = await git.call('GET', `${versions}/connection/shop/at/HEAD~1`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'entity_not_found']);
  });
});

describe('a revert', () => {
  test('is a commit with the old bytes, and a revert of the revert brings back the newer ones', async () => {
    const git = await GitService.start();
    const first = git.git('rev-parse', 'main');
    await git.patch(`${entities}/connection/crm`, { title: 'CRM' });
    const changed = git.file('connections/crm.yaml');
    const answer = await git.call('POST', `${crmVersions}/revert`, { commitHash: first.slice(0, 10) });
    expect(answer.json()).toMatchObject({ change: 'updated', commit: git.git('rev-parse', 'main') });
    expect(answer.json().definition.title).toBeUndefined();
    expect(git.file('connections/crm.yaml')).toBe(crm);
    expect(git.git('log', '-1', '--format=%s', 'main')).toBe(
      `Revert connection crm to ${first.slice(0, 12)}`,
    );
    expect(git.git('rev-list', '--count', 'main')).toBe('3');
    await git.call('POST', `${crmVersions}/revert`, { commitHash: 'HEAD~1' });
    expect(git.file('connections/crm.yaml')).toBe(changed);
    const again = await git.call('POST', `${crmVersions}/revert`, { commitHash: 'HEAD' });
    expect(again.json()).toMatchObject({ change: 'unchanged', commit: null });
  });

  test('brings back a deleted entity at its old path', async () => {
    const git = await GitService.start({ 'odd/greet.yml': greet, 'connections/crm.yaml': crm });
    await git.call('DELETE', `${entities}/flow/greet`);
    const answer = await git.call('POST', `${versions}/flow/greet/revert`, { commitHash: 'HEAD~1' });
    expect([answer.statusCode, answer.json().change]).toEqual([201, 'created']);
    expect(git.file('odd/greet.yml')).toBe(greet);
  });

  test('deletes an entity that did not exist at the commit', async () => {
    const git = await GitService.start();
    await git.call('POST', `${entities}/connection`, shop);
    const answer = await git.call('POST', `${versions}/connection/shop/revert`, { commitHash: 'HEAD~1' });
    expect(answer.statusCode).toBe(204);
    expect(git.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('shop');
  });

  test('writes a renamed file at its current path', async () => {
    const git = await GitService.start();
    outside(git, (tree) => {
      tree.git('mv', 'connections/crm.yaml', 'customers.yaml');
      tree.commit({ 'customers.yaml': crm.replace('http:', 'https:') }, 'move and change');
    });
    await git.call('POST', `${crmVersions}/revert`, { commitHash: 'HEAD~1' });
    expect(git.file('customers.yaml')).toBe(crm);
    expect(git.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('connections/crm.yaml');
  });

  test('to a version that is no longer valid is refused, and nothing changes', async () => {
    const git = await GitService.start();
    await git.call('DELETE', `${entities}/flow/greet`);
    await git.call('DELETE', `${entities}/connection/crm`);
    const tip = git.git('rev-parse', 'main');
    const answer = await git.call('POST', `${versions}/flow/greet/revert`, { commitHash: 'HEAD~2' });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'entity_invalid']);
    expect(answer.json().errors[0]).toMatchObject({ file: 'flows/greet.yaml', line: 3 });
    expect(git.git('rev-parse', 'main')).toBe(tip);
  });

  test('has a dry run, and checks the version of the caller', async () => {
    const git = await GitService.start();
    const etag = (await git.call('GET', `${entities}/connection/crm`)).headers['etag'] as string;
    await git.patch(`${entities}/connection/crm`, { title: 'CRM' });
    const tip = git.git('rev-parse', 'main');
    const tried = (
      await git.call('POST', `${crmVersions}/revert?dryRun=true`, { commitHash: 'HEAD~1' })
    ).json();
    expect(tried).toMatchObject({ dryRun: true, valid: true, change: 'updated' });
    expect(tried.diff).toContain('-title: CRM');
    const stale = await git.call(
      'POST',
      `${crmVersions}/revert`,
      { commitHash: 'HEAD~1' },
      { 'if-match': etag },
    );
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'version_conflict']);
    expect(git.git('rev-parse', 'main')).toBe(tip);
  });

  test('to an unknown commit is refused', async () => {
    const git = await GitService.start();
    const answer = await git.call('POST', `${crmVersions}/revert`, { commitHash: '1234567' });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'commit_not_found']);
  });
});

test('a revert of a revert restores the bytes of any file', async () => {
  const git = await GitService.start({ 'connections/crm.yaml': crm });
  const line = fc.constantFrom(
    '# a note',
    '',
    'title: "CRM"',
    'labels: {team: ops}',
    'description: >-\n  folded\n  text',
  );
  const looks = fc.tuple(fc.uniqueArray(line), fc.constantFrom('\n', '\r\n'), fc.boolean());
  await fc.assert(
    fc.asyncProperty(looks, async ([lines, end, isEnded]) => {
      const text = [crm.trimEnd(), ...lines].join('\n').replaceAll('\n', end) + (isEnded ? end : '');
      outside(git, (tree) => {
        tree.git('config', 'core.autocrlf', 'false');
        tree.commit({ 'connections/crm.yaml': text });
      });
      const before = git.git('rev-parse', 'main');
      const there = await git.call('POST', `${crmVersions}/revert`, { commitHash: 'HEAD~1' });
      expect(there.statusCode, there.body).toBe(200);
      await git.call('POST', `${crmVersions}/revert`, { commitHash: before });
      expect(git.file('connections/crm.yaml')).toBe(text);
    }),
    { numRuns: 8 },
  );
});

test('without Git there are no versions', async () => {
  const service = await RealService.start();
  try {
    for (const url of ['history', 'diff', 'at/HEAD']) {
      const answer = await service.call('GET', `/api/v1/live/versions/flow/hello/${url}`);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'git_versioning_disabled']);
    }
    const revert = await service.call('POST', '/api/v1/live/versions/flow/hello/revert', {
      commitHash: 'HEAD',
    });
    expect([revert.statusCode, revert.json().code]).toEqual([409, 'git_versioning_disabled']);
  } finally {
    await service.remove();
  }
});

const shop = { name: 'shop', connector: 'http', config: { baseUrl: 'http://shop.example.com' } };

function told({ change, path, message }: { change: string; path: string; message: string }): string {
  return `${change} ${path}: ${message.split('\n', 1)[0]}`;
}
