import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeInstallScripts } from '../../../cli/build/release/install/write-install-scripts.js';
import { publish } from '../../../cli/build/release/publish.js';
import { isBuilt } from '../../journeys/packed.js';
import { archiveOfBuild } from '../release/archive-of-build.js';
import { ReleaseRepository } from '../release/release-repository.js';
import { reasonAgainstSystemd, type SystemdMachine, startSystemd } from './systemd-machine.js';

const reason = reasonAgainstSystemd();
const isTried = reason === undefined && (isBuilt || process.env['CI'] !== undefined);
const svc = '/opt/svc/bin/svc';
const own = fileURLToPath(new URL('../../../node_modules', import.meta.url));
/** Units of systemd see nothing of `/tmp` and `/home`, where this checkout may be. */
const packages = '/usr/local/lib/svc/node_modules';

describe.runIf(isTried)('a machine of systemd without svc', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-two-commands-'));
  let machine: SystemdMachine;
  let installer: string;
  /** A copy of the repository that has a newer release. */
  let mirror: string;

  beforeAll(async () => {
    mirror = join(scratch, 'mirror');
    const repository = new ReleaseRepository(scratch);
    const { folder, keys } = repository;
    const now = new Date();
    // The root metadata comes before the first program, which ships it.
    await publish({ archives: [], repository: folder, keys, now });
    const archives: string[] = [];
    for (const version of ['0.2.0', '0.2.1'])
      archives.push(await archiveOfBuild(scratch, version, { trusted: repository.root(), packages }));
    const [older = '', newer = ''] = archives;
    const base = `${pathToFileURL(folder).href}/`;
    const { releases, rootHash } = await publish({ archives: [older], repository: folder, keys, now });
    writeInstallScripts({ repository: folder, base, releases, rootHash });
    mkdirSync(mirror);
    cpSync(folder, mirror, { recursive: true });
    await publish({ archives: [newer], repository: mirror, keys, now });
    installer = join(folder, 'install.sh');
    // It sees the files that are there when it starts.
    machine = await startSystemd();
    await run('mkdir', '-p', packages);
    await run('mount', '--bind', own, packages);
  });
  afterAll(async () => {
    await machine.stop();
    rmSync(scratch, { recursive: true });
  });

  const run = async (...command: string[]) => {
    const { exitCode, stdout, stderr } = await machine.run(command);
    expect([exitCode, stderr, stdout]).toEqual([0, expect.anything(), expect.anything()]);
    return stdout;
  };
  const version = async () => (await run(svc, '--version')).split(' ')[0];
  const status = async () => JSON.parse(await run(svc, 'service', 'status', '--json'));

  test('has a running service after two commands', async () => {
    expect(await run('sh', installer, '--dir', '/opt/svc')).toContain(
      `${svc} service install --dir /opt/svc`,
    );
    await run(svc, 'service', 'install', '--dir', '/opt/svc');
    expect(await status()).toMatchObject({ state: 'running', ready: true });
  });

  test('is updated from a mirror, with its service', async () => {
    const { pid } = await status();
    const updated = await run(svc, 'app', 'update', '--url', pathToFileURL(mirror).href);
    expect(updated).toContain('Updated svc from 0.2.0 to 0.2.1. The service is ready.');
    const now = await status();
    expect([await version(), now.ready, now.pid === pid]).toEqual(['0.2.1', true, false]);
  });

  test('is rolled back, with its service', async () => {
    expect(await run(svc, 'app', 'rollback')).toContain('from 0.2.1 to 0.2.0. The service is ready.');
    expect([await version(), (await status()).ready]).toEqual(['0.2.0', true]);
  });
});
