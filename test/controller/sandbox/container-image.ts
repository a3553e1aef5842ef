import { copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, vi } from 'vitest';
import { removeFolder } from '../../remove-folder.js';

/** podman, and an image of a static busybox that the test makes; undefined where they are missing. */
export interface ContainerImage {
  image: string;
  /** Variables for the processes that run containers. */
  env: Record<string, string>;
  podman(...given: string[]): Promise<string>;
  remove(): Promise<void>;
}

const busybox = ['/bin/busybox', '/usr/bin/busybox'];
const commands = 'sh cat echo sleep env head yes dd hostname ls ln mkdir mkfifo true'.split(' ');

/** Makes the image. Says on stderr why there is none. */
export async function makeContainerImage(): Promise<ContainerImage | undefined> {
  const missing = ['podman', 'busybox'].filter((name) => find(name) === undefined);
  if (missing.length > 0)
    return skipped(`${missing.join(' and ')} not installed (Debian: podman, busybox-static)`);
  const folder = mkdtempSync(join(tmpdir(), 'svc-image-'));
  const image = `localhost/svc-test-${process.pid}-${Date.now()}:1`;
  const config = join(folder, 'containers.conf');
  // A limit above that of the machine is refused, and crun refuses both versions of control groups at once.
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]';
  const engine = find('runc') === undefined ? '' : '[engine]\nruntime = "runc"\n';
  writeFileSync(config, `[containers]\nnetns = "none"\n${limits}\n${engine}`);
  const env = { CONTAINERS_CONF: config };
  const podman = async (...given: string[]) => (await execa('podman', given, { env })).stdout;
  const remove = async () => {
    await execa('podman', ['rmi', '--force', image], { env, reject: false });
    removeFolder(folder);
  };
  try {
    const bin = join(folder, 'root', 'bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(find('busybox') as string, join(bin, 'busybox'));
    for (const name of commands) symlinkSync('busybox', join(bin, name));
    await execa('tar', ['-C', join(folder, 'root'), '-cf', join(folder, 'image.tar'), '.']);
    await podman('import', join(folder, 'image.tar'), image);
    await podman('run', '--rm', image, '/bin/sh', '-c', 'echo works');
    return { image, env, podman, remove };
  } catch (error) {
    await remove();
    return skipped(`podman runs no container here: ${(error as Error).message.split('\n').at(-1)}`);
  }
}

/** Sets the variables of `image` in each test of a file, and leaves none in the process. */
export function setContainerVariables(image: ContainerImage | undefined): void {
  beforeEach(() => {
    for (const [name, value] of Object.entries(image?.env ?? {})) vi.stubEnv(name, value);
  });
}

function skipped(reason: string): undefined {
  process.stderr.write(`${reason}. Tests with containers are skipped.\n`);
}

function find(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = [...(program === 'busybox' ? busybox : []), ...folders.map((each) => join(each, program))];
  return places.find((place) => existsSync(place));
}
