import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publish } from '../../../cli/build/release/publish.js';
import { findRunningServer } from '../../../cli/client/local/installation.js';
import { fetch } from '../../../cli/release/update/fetch.js';
import { rollback } from '../../../cli/release/update/rollback.js';
import type { ServiceControl } from '../../../cli/release/update/service-control.js';
import { update } from '../../../cli/release/update/update.js';
import { eventually } from '../../eventually.js';
import { isBuilt } from '../../journeys/packed.js';
import { greet, temporaryFolder } from '../test-io.js';
import { archiveOfBuild } from './archive-of-build.js';
import { contextFor, getDirVersion } from './installation.js';
import { ProcessControl } from './process-control.js';
import { ReleaseRepository } from './release-repository.js';

/** Runs the program of the installation as a service manager does. */
class BuiltService extends ProcessControl implements ServiceControl {
  constructor(
    readonly folder: string,
    data: string,
  ) {
    super(folder, data);
  }

  override async start(): Promise<void> {
    const args = ['serve', '--config', join(this.folder, 'svc.yaml'), '--port', '0'];
    spawn(join(this.folder, 'bin', 'svc'), args, { detached: true, stdio: 'ignore' }).unref();
  }
}

test.skipIf(!isBuilt && process.env['CI'] === undefined)(
  'the built program checks its configuration, is updated while it serves, and is rolled back',
  async () => {
    const scratch = temporaryFolder();
    const { folder, keys, address, root } = new ReleaseRepository(scratch);
    const archives = await Promise.all(['0.2.0', '0.2.1'].map((version) => archiveOfBuild(scratch, version)));
    await publish({ archives, repository: folder, keys, now: new Date() });
    const dir = temporaryFolder({ 'files/greet.yaml': greet });
    const data = join(dir, 'data');
    mkdirSync(data);
    writeFileSync(join(dir, 'svc.yaml'), 'DataDirectory: data\nGit: { Enabled: false, Directory: files }\n');
    const control = new BuiltService(dir, data);
    onTestFinished(() => control.stop());
    const repository = { root, address } as ReleaseRepository;
    const context = contextFor(dir, repository, { findControl: async () => control, readyMs: 60_000 });
    await fetch(context, { url: address, version: '0.2.0' });
    await control.start();
    await eventually(() => findRunningServer(data));
    const updated = await update(context, { url: address });
    expect(updated).toMatchObject({ version: '0.2.1', isRunning: true, backup: expect.any(String) });
    expect(context.printed.text).toContain('Version 0.2.1 accepts the configuration (1 file)');
    expect(await getDirVersion(dir)).toBe('0.2.1');
    expect(await rollback(context)).toMatchObject({ version: '0.2.0', isRunning: true });
  },
);
