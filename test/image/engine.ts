import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** The programs, each with its Debian package. */
const programs = {
  '/usr/sbin/debootstrap': 'debootstrap',
  '/usr/bin/buildah': 'buildah',
  '/usr/bin/podman': 'podman',
  '/usr/bin/crun': 'crun',
  '/usr/bin/unshare': 'util-linux',
} as const;

/** Returns why images cannot be built here; undefined where they can. */
export function missing(): string | undefined {
  const packages = Object.entries(programs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (packages.length > 0) return `not installed (Debian): ${packages.join(', ')}`;
  return process.getuid?.() === 0 ? undefined : 'images are built as root here';
}

/** podman and crun refuse a machine with both versions of cgroups, so they see a mount of version 2 alone. */
const onlyVersion2 = [
  '/usr/bin/unshare',
  ['-m', 'sh', '-c', 'mount -t cgroup2 none /sys/fs/cgroup; exec "$@"', 'sh'],
] as const;
const isHybrid = existsSync('/sys/fs/cgroup/unified');

/** Images and containers in a folder of their own, apart from those of the machine. */
export class Engine {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-image-'));

  /** Builds and changes images; resolves with the output. @throws with the output of a failure */
  buildah(args: readonly string[], cwd = this.folder): Promise<string> {
    return this.#run('buildah', [...this.#store, ...args], cwd, false);
  }

  /** Runs containers; resolves with the output. @throws with the output of a failure */
  podman(...args: string[]): Promise<string> {
    const options = ['--cgroup-manager=cgroupfs', '--runtime=/usr/bin/crun', '--events-backend=file'];
    return this.#run('podman', [...this.#store, ...options, ...args], this.folder, isHybrid);
  }

  async remove(): Promise<void> {
    await this.podman('rm', '--all', '--force').catch(() => undefined);
    await this.buildah(['rm', '--all']).catch(() => undefined);
    await execa('rm', ['-rf', this.folder]);
  }

  get #store(): string[] {
    return ['--root', join(this.folder, 'store'), '--runroot', join(this.folder, 'run')];
  }

  async #run(program: string, args: readonly string[], cwd: string, apart: boolean): Promise<string> {
    const [file, before] = onlyVersion2;
    const env = { BUILDAH_ISOLATION: 'chroot' };
    const { stdout } = apart
      ? await execa(file, [...before, program, ...args], { cwd, env })
      : await execa(program, args, { cwd, env });
    return stdout.trim();
  }
}
