import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { eventually } from '../../eventually.js';
import { removeFolder } from '../../remove-folder.js';

/** A systemd that runs as process 1 of its own namespaces. Its files are those of this machine; changes vanish with it. */
export interface SystemdMachine {
  /** Runs a program on the machine, as root. Never throws for an exit code. */
  run(
    command: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ exitCode: number; stdout: string; stderr: string }>;
  /** Writes a file that all users of the machine can read, and run. */
  write(path: string, content: string): Promise<void>;
  stop(): Promise<void>;
}

const systemd = '/lib/systemd/systemd';
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Units that systemd would start by itself: they clean `/tmp`, set clocks and load modules. */
const emptied = ['/etc/systemd/system', '/usr/lib/systemd/system/sysinit.target.wants'].concat(
  ...['sockets', 'timers', 'local-fs', 'multi-user'].map(
    (name) => `/usr/lib/systemd/system/${name}.target.wants`,
  ),
);

/** The work of the first process before it becomes systemd: an overlay of `/` in memory, and file systems of its own. */
const boot = `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount --rbind /dev dev
for folder in ${emptied.join(' ')}; do
  if [ -d ".$folder" ]; then mount -t tmpfs -o mode=755 tmpfs ".$folder"; fi
done
printf '[Unit]\\nDefaultDependencies=no\\nRequires=systemd-journald.service\\n' > etc/systemd/system/test.target
pivot_root . mnt
umount -l /mnt
# Without this, which the manager of a container does, units get no credentials.
mount --make-rshared /
exec env -i container=test PATH=${path} ${systemd} --log-target=null --show-status=no --unit=test.target`;

/** Returns why no such machine can be made here; undefined where it can. @throws Error in place of that in CI */
export function reasonAgainstSystemd(): string | undefined {
  const reason = missing();
  if (reason === undefined) return undefined;
  const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_SYSTEMD } = process.env;
  if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_SYSTEMD === undefined) throw new Error(reason);
  console.warn(`${reason} The tests of a real systemd are skipped.`);
  return reason;
}

function missing(): string | undefined {
  if (process.platform !== 'linux') return 'systemd runs on Linux only.';
  if (!existsSync(systemd)) return `${systemd} is not installed (Debian: systemd).`;
  if (process.getuid?.() !== 0) return 'Only root can make the namespaces of a systemd.';
  return undefined;
}

/** Starts systemd; resolves when it answers. @throws Error where the kernel refuses the namespaces */
export async function startSystemd(): Promise<SystemdMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-systemd-'));
  const namespaces = ['--mount', '--pid', '--net', '--cgroup', '--uts', '--ipc', '--fork', '--kill-child'];
  const unshare = spawn('unshare', [...namespaces, 'sh', '-c', boot, 'sh', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  unshare.stderr.on('data', (chunk) => (output += chunk));
  const end = () => unshare.kill('SIGKILL');
  process.once('exit', end);
  const run: SystemdMachine['run'] = async (command, env = {}) => {
    const enter = ['--target', firstProcess(unshare.pid), '--all', '--root', '--wd'];
    const {
      exitCode = 1,
      stdout,
      stderr,
    } = await execa('nsenter', [...enter, ...command], {
      reject: false,
      extendEnv: false,
      stdin: 'ignore',
      env: { PATH: path, HOME: '/root', ...env },
    });
    return { exitCode, stdout, stderr };
  };
  await eventually(async () => {
    if (unshare.exitCode !== null) throw new Error(`systemd did not start: ${output}`);
    return (
      firstProcess(unshare.pid) !== '' &&
      (await run(['systemctl', 'is-active', 'test.target'])).exitCode === 0
    );
  });
  return {
    run,
    async write(path, content) {
      const script = 'mkdir -p "$(dirname "$1")" && printf %s "$2" > "$1" && chmod 755 "$1"';
      const { exitCode, stderr } = await run(['sh', '-c', script, 'sh', path, content]);
      if (exitCode !== 0) throw new Error(stderr);
    },
    async stop() {
      const ended = once(unshare, 'exit');
      unshare.kill('SIGKILL');
      await ended;
      process.off('exit', end);
      removeFolder(folder);
    },
  };
}

/** The process of the namespaces is the only child of `unshare`. */
function firstProcess(unshare: number | undefined): string {
  try {
    return readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8').trim();
  } catch {
    return '';
  }
}
