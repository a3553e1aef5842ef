import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface BuiltService {
  child: ChildProcess;
  url: string;
  apiKey: string;
}

/** Starts `svc serve` of a checkout's build, of this one's by default; resolves when the service is ready. */
export async function startBuiltService(
  folder: string,
  {
    checkout = root,
    settings = {},
    node = process.execPath,
  }: { checkout?: string; settings?: Record<string, string>; node?: string } = {},
): Promise<BuiltService> {
  const child = spawn(node, [join(checkout, 'dist/cli/main.js'), 'serve', '--dir', folder, '--port', '0'], {
    stdio: 'ignore',
    // All requests come from one address and use one key, so their limits must not slow them down.
    env: {
      ...process.env,
      SVC_Limits__RequestsPerMinute: '10000000',
      ...settings,
    },
  });
  const file = join(folder, '.svc', 'server.json');
  const deadline = Date.now() + 60_000;
  let found = addressIn(file);
  while (found === undefined) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('`svc serve` did not start within 60 s');
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    found = addressIn(file);
  }
  const admin = readFileSync(join(folder, '.svc', 'initial-admin.json'), 'utf8');
  const { apiKey } = JSON.parse(admin) as { apiKey: string };
  return { child, url: found, apiKey };
}

/** The address of the service; undefined while the file is not written. */
function addressIn(file: string): string | undefined {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.trimEnd().endsWith('}') ? (JSON.parse(text) as { url: string }).url : undefined;
}
