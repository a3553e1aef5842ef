import { execFileSync } from 'node:child_process';

/** The packages of Debian with the programs that tests run. */
const packages = {
  gpg: 'gnupg',
  python3: 'python3',
  'ssh-keygen': 'openssh-client',
} as const;

/** Tells whether this machine has the programs. Says which one it lacks, once for each; fails where tests must run (`SVC_REQUIRE_SERVERS`). */
export function hasPrograms(...programs: (keyof typeof packages)[]): boolean {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return true;
  const names = missing.map((program) => `\`${program}\` (Debian: ${packages[program]})`).join(', ');
  if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw new Error(`This machine lacks ${names}`);
  if (!reported.has(names))
    process.stderr.write(`This machine lacks ${names}: tests that run it are skipped.\n`);
  reported.add(names);
  return false;
}

const reported = new Set<string>();

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
