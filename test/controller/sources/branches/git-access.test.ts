import { expect, test } from 'vitest';
import { Problem } from '../../../../controller/problems/index.js';
import { gitAccess } from '../../../../controller/sources/index.js';

test('a stored secret is read at each use, so that a rotated one counts at once', async () => {
  const secrets: Record<string, Record<string, string>> = { 'git/x': { username: 'ada', token: 'one' } };
  const access = gitAccess({ Secret: 'git/x' }, getReader(secrets));
  expect(await access()).toMatchObject({ username: 'ada', password: 'one' });
  secrets['git/x'] = { token: 'two', knownHosts: 'host', privateKey: 'key' };
  expect(await access()).toMatchObject({ password: 'two', knownHosts: 'host', privateKey: 'key' });
});

test('what the settings say counts before what the secret says', async () => {
  const secrets = { 'git/x': { username: 'ada', password: 'theirs', privateKey: 'key' } };
  const settings = { Secret: 'git/x', Username: 'bob', Token: 'ours', KeyFile: '/key' };
  const access = await gitAccess(settings, getReader(secrets))();
  expect(access).toMatchObject({ username: 'bob', password: 'ours', privateKeyFile: '/key' });
  expect(access.privateKey).toBeUndefined();
});

test('a secret without any key that counts is a problem that names the keys', async () => {
  const access = gitAccess({ Secret: 'git/x' }, getReader({ 'git/x': { tokn: 'one' } }));
  await expect(access()).rejects.toMatchObject({
    code: 'secret_not_found',
    hints: [expect.stringContaining('`token`')],
  });
});

test('a secret that is not there is a problem, not an anonymous request', async () => {
  await expect(gitAccess({ Secret: 'git/x' }, getReader({}))()).rejects.toMatchObject({
    code: 'secret_not_found',
  });
});

function getReader(secrets: Record<string, Record<string, string>>) {
  return async (path: string) => {
    const found = secrets[path];
    if (!found) throw new Problem('secret_not_found', `There is no secret \`${path}\``);
    return found;
  };
}
