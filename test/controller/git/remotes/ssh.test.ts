import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Access, openRemote, openRepository } from '../../../../controller/git/index.js';
import { hasPrograms } from '../../../programs.js';
import { temporaryFolder, WorkTree } from '../git-fixture.js';

const withSsh = test.skipIf(!hasPrograms('ssh-keygen'));
const KNOWN_HOSTS = 'git.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHZ5nothing';

withSsh(
  'a key and known hosts given as texts reach ssh as private files, which are gone afterwards',
  async () => {
    const privateKey = newKey();
    const { work, remote, calls } = await overSsh({ privateKey, knownHosts: KNOWN_HOSTS });
    const commit = work.commit({ 'a.yaml': '1' });
    expect((await remote.list()).branches.get('main')).toBe(commit);
    const [call] = calls();
    expect(call).toMatchObject({
      publicKey: expect.stringMatching(/^ssh-ed25519 /),
      mode: '600',
      knownHosts: KNOWN_HOSTS,
    });
    expect(call?.args).toContain('StrictHostKeyChecking=yes');
    expect(call?.args).toContain('BatchMode=yes');
    expect(call?.args.join(' ')).not.toContain('PRIVATE KEY');
    expect(existsSync(call?.key ?? '')).toBe(false);
  },
);

withSsh('a key with the line ends of Windows and none at its end is a key still', async () => {
  const privateKey = newKey().trimEnd().replaceAll('\n', '\r\n');
  const { work, remote, calls } = await overSsh({ privateKey });
  work.commit({ 'a.yaml': '1' });
  await remote.list();
  expect(calls()[0]?.publicKey).toMatch(/^ssh-ed25519 /);
});

withSsh('a key file whose name has quotes and spaces is named as it is', async () => {
  const privateKeyFile = join(temporaryFolder(), "ada's deploy key");
  writeFileSync(privateKeyFile, newKey(), { mode: 0o600 });
  const { work, remote, calls } = await overSsh({ privateKeyFile });
  work.commit({ 'a.yaml': '1' });
  await remote.list();
  expect(calls()[0]?.key).toBe(privateKeyFile);
});

withSsh('a push goes over ssh too, and no program is shown a password of the address', async () => {
  const { work, remote, gitDir, calls } = await overSsh({ privateKey: newKey() }, 'ada:s3cret@');
  const commit = work.commit({ 'a.yaml': '1' });
  work.git('push', '--quiet', gitDir, 'main');
  expect(await remote.push([{ ref: 'refs/heads/side', from: null, to: commit }])).toEqual([
    { ref: 'refs/heads/side', status: 'ok' },
  ]);
  expect(work.head('side')).toBe(commit);
  expect(JSON.stringify(calls())).not.toContain('s3cret');
  expect(calls()[0]?.args).toContain('ada@git.example.com');
});

withSsh('OpenSSH itself understands the options', async () => {
  const { work, remote, calls } = await overSsh({ privateKey: newKey(), knownHosts: KNOWN_HOSTS });
  work.commit({ 'a.yaml': '1' });
  await remote.list();
  const options = (calls()[0]?.args ?? []).filter((_, at, all) => at < all.indexOf('git.example.com'));
  const understood = execFileSync('ssh', ['-G', ...options, 'git.example.com'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(understood).toMatch(/^batchmode yes$/m);
  expect(understood).toMatch(/^stricthostkeychecking (yes|true)$/m);
  expect(understood).toMatch(/^identitiesonly yes$/m);
});

function newKey(): string {
  const file = join(temporaryFolder(), 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  return readFileSync(file, 'utf8');
}

interface Call {
  args: string[];
  key: string;
  publicKey: string;
  mode: string;
  knownHosts: string;
}

/** In the place of `ssh` stands a program that notes what it was given and runs the command on this machine. */
async function overSsh(access: Access, userInfo = '') {
  const folder = temporaryFolder();
  const log = join(folder, 'calls');
  const program = join(folder, 'ssh');
  writeFileSync(
    program,
    `#!${process.execPath}
const { execFileSync, spawnSync } = require('node:child_process');
const { appendFileSync, readFileSync, statSync } = require('node:fs');
const args = process.argv.slice(2);
if (args.includes('-G')) process.exit(0);
const key = args[args.indexOf('-i') + 1];
const hosts = args.find((arg) => arg.startsWith('UserKnownHostsFile='))?.slice(19);
appendFileSync(${JSON.stringify(log)}, JSON.stringify({
  args, key,
  publicKey: execFileSync('ssh-keygen', ['-y', '-f', key], { encoding: 'utf8' }),
  mode: (statSync(key).mode & 0o777).toString(8),
  knownHosts: hosts ? readFileSync(hosts, 'utf8').trim() : '',
}) + '\\n');
process.exit(spawnSync('sh', ['-c', args.at(-1)], { stdio: 'inherit' }).status);
`,
  );
  chmodSync(program, 0o755);
  const path = process.env['PATH'];
  vi.stubEnv('PATH', folder + delimiter + path);
  onTestFinished(() => void vi.unstubAllEnvs());
  const work = WorkTree.create();
  const gitDir = (await openRepository(join(temporaryFolder(), 'repository.git'))).dir;
  const remote = await openRemote(`ssh://${userInfo}git.example.com${work.dir}`, {
    gitDir,
    baseDir: '/',
    access: async () => access,
  });
  const calls = (): Call[] => {
    vi.stubEnv('PATH', path);
    return readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Call);
  };
  return { work, remote, gitDir, calls };
}
