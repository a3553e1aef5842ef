import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flow, platform, RealService } from '../api/identity/real-service.js';
import { expectProblem } from '../api/start-app.js';
import { WorkTree } from '../controller/git/git-fixture.js';
import { removeFolder } from '../remove-folder.js';

/** Mounts a small disk in memory; undefined where this user has no right to mount one. */
function mountDisk(mebibytes: number): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'svc-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'svc-test', place], {
      stdio: 'ignore',
    });
    return place;
  } catch {
    rmSync(place, { recursive: true });
    return undefined;
  }
}

function unmount(place: string): void {
  execFileSync('umount', ['--lazy', place]);
  rmSync(place, { recursive: true });
}

const probe = mountDisk(1);
if (probe !== undefined) unmount(probe);

describe.skipIf(probe === undefined)('a disk that is full (needs the right to mount one)', () => {
  let disk: string;
  let elsewhere: string;
  let service: RealService;

  beforeEach(() => {
    disk = mountDisk(24) as string;
    elsewhere = mkdtempSync(join(tmpdir(), 'svc-beside-'));
  });
  afterEach(async () => {
    await service.stop();
    unmount(disk);
    removeFolder(elsewhere);
  });

  const filler = (): string => join(disk, 'filler');

  /** Fills the disk to the last byte. */
  function fill(): void {
    const file = openSync(filler(), 'w');
    const piece = Buffer.alloc(1024 * 1024, 'x');
    try {
      for (let size = piece.length; size > 0; ) {
        try {
          if (writeSync(file, piece, 0, size) < size) size = Math.floor(size / 2);
        } catch {
          size = Math.floor(size / 2);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  async function open(where: { entities: string; data: string; backups: string }): Promise<void> {
    for (const folder of Object.values(where)) mkdirSync(folder, { recursive: true });
    mkdirSync(join(where.entities, 'flows'), { recursive: true });
    writeFileSync(join(where.entities, 'flows/hello.yaml'), flow('hello'));
    const settings = `DataDirectory: '${where.data}'\nGit: { Enabled: false, Directory: '${where.entities}' }\nBackups: { Directory: '${where.backups}' }\n`;
    writeFileSync(join(where.entities, 'svc.yaml'), settings);
    service = await RealService.open(where.entities);
  }

  const diskCheck = async () => {
    const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
    return checks.find(({ name }: { name: string }) => name === 'disk');
  };
  const secret = (index: number) =>
    service.call('POST', `${platform}/entities/platform/secret`, {
      path: `large/${index}`,
      value: { text: String(index).repeat(400_000) },
    });

  test('refuses writes of the database with a reason, and accepts them again when there is space', async () => {
    await open({ entities: elsewhere, data: join(disk, 'data'), backups: join(elsewhere, 'backups') });
    expect((await secret(0)).statusCode).toBe(201);
    fill();
    let taken = 1;
    let answer = await secret(taken);
    // Pages that the database has allocated may still accept some writes.
    while (answer.statusCode === 201) answer = await secret(++taken);
    expectProblem(answer, 503, 'storage_failed');
    const listed = (await service.call('GET', `${platform}/secrets`)).json().items;
    expect(listed).toHaveLength(taken);
    expectProblem(
      await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'x'.repeat(500_000) }),
      503,
      'storage_failed',
    );
    expectProblem(await service.anonymous('GET', '/readyz'), 503, 'not_ready');
    expect(await diskCheck()).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^0.0 MiB of 24 MiB free for the data directory/),
      hint: expect.stringContaining('Free space on the disk of the data directory'),
    });
    rmSync(filler());
    expect((await secret(taken)).statusCode).toBe(201);
    const run = await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'you' });
    expect(run.json()).toMatchObject({ status: 'completed', output: { hello: 'you' } });
    expect(await service.controller.vault.secrets.read('large/0')).toEqual({ text: '0'.repeat(400_000) });
    const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
    expect(checks.find(({ name }: { name: string }) => name === 'database')).toMatchObject({ status: 'ok' });
  });

  test('refuses a backup, leaves no part of it, and the next backup is complete', async () => {
    await open({ entities: elsewhere, data: join(elsewhere, 'data'), backups: join(disk, 'backups') });
    const entities = `${platform}/entities/platform/backup`;
    const backup = async () =>
      (await service.call('POST', entities, { categories: ['flows', 'users'] })).json();
    const { id: earlier } = await backup();
    fill();
    expect(await backup()).toMatchObject({ status: 'failed', error: expect.stringContaining('ENOSPC') });
    expect(readdirSync(join(disk, 'backups'))).toEqual([`${earlier}.tar.gz`]);
    const refused = await service.call('POST', `${platform}/backups/${earlier}/restore`);
    expect(refused.statusCode).toBe(503);
    expect(['backup_failed', 'restore_failed']).toContain(refused.json().code);
    expect(readdirSync(join(disk, 'backups'))).toEqual([`${earlier}.tar.gz`]);
    const upload = await service.app.inject({
      method: 'POST',
      url: `${platform}/backups/upload`,
      headers: { 'x-api-key': service.adminKey, 'content-type': 'application/gzip' },
      payload: (await service.call('GET', `${platform}/backups/${earlier}/download`)).rawPayload,
    });
    expectProblem(upload, 503, 'backup_failed');
    expect((await diskCheck()).hint).toContain('the backups');
    rmSync(filler());
    expect(await backup()).toMatchObject({ status: 'completed', error: null });
    expect((await service.call('POST', `${platform}/backups/${earlier}/restore`)).statusCode).toBe(200);
  });

  test('refuses a change of an entity file, and the file stays unchanged', async () => {
    await open({
      entities: join(disk, 'files'),
      data: join(elsewhere, 'data'),
      backups: join(elsewhere, 'backups'),
    });
    fill();
    const before = readFileSync(join(disk, 'files/flows/hello.yaml'), 'utf8');
    const url = '/api/v1/live/entities/platform';
    const merge = { 'content-type': 'application/merge-patch+json' };
    const patch = () =>
      service.call('PATCH', `${url}/flow/hello`, { document: { summary: 'x'.repeat(20_000) } }, merge);
    const { hints } = expectProblem(await patch(), 503, 'directory_failed');
    expect(hints[0].text).toContain('free space');
    const folio = { name: 'new', title: 'New', body: 'x'.repeat(20_000) };
    expectProblem(await service.call('POST', `${url}/folio`, folio), 503, 'directory_failed');
    expect(readFileSync(join(disk, 'files/flows/hello.yaml'), 'utf8')).toBe(before);
    const left = readdirSync(join(disk, 'files'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /\.tmp$|new\.yaml$/.test(name))).toEqual([]);
    expect((await service.call('GET', `${url}/flow/hello`)).json().status.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'True' }),
    );
    expect((await diskCheck()).hint).toContain('the entity files');
    rmSync(filler());
    expect((await patch()).statusCode).toBe(200);
  });

  test('refuses a commit, and the branch stays at its commit', async () => {
    const tree = WorkTree.create(join(elsewhere, 'seed'));
    tree.commit({ 'flows/hello.yaml': flow('hello') }, 'first');
    const repository = join(disk, 'data/repository.git');
    mkdirSync(join(disk, 'data'));
    tree.git('clone', '--quiet', '--bare', tree.dir, repository);
    tree.git('-C', repository, 'remote', 'remove', 'origin');
    writeFileSync(
      join(elsewhere, 'svc.yaml'),
      `DataDirectory: '${join(disk, 'data')}'\nGit: { Enabled: true, Branch: main }\n`,
    );
    service = await RealService.open(elsewhere);
    const tip = () => tree.git('--git-dir', repository, 'rev-parse', 'main');
    const before = tip();
    fill();
    const folio = { name: 'new', title: 'New', body: 'x'.repeat(200_000) };
    const create = () => service.call('POST', '/api/v1/main/entities/platform/folio', folio);
    const refused = await create();
    expect(refused.statusCode).toBe(503);
    expect(['git_failed', 'storage_failed']).toContain(refused.json().code);
    expect(tip()).toBe(before);
    rmSync(filler());
    expect((await create()).statusCode).toBe(201);
    expect(tree.git('--git-dir', repository, 'rev-parse', 'main^')).toBe(before);
    expect(tree.git('--git-dir', repository, 'fsck', '--strict')).not.toMatch(/error|missing/);
  });
});
