import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../../remove-folder.js';

export const script = `console.log('${'a'.repeat(2_000)}');`;

/** Makes a folder as the build of the console leaves it. */
export function builtConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-console-'));
  onTestFinished(() => removeFolder(folder));
  const files: Record<string, string | Buffer> = {
    'outside.txt': 'outside',
    'console/index.html':
      '<!doctype html><base href="__SVC_BASE__"><script src="console/assets/app-4f0a8a57.js"></script>',
    'console/assets/app-4f0a8a57.js': script,
    'console/assets/app-4f0a8a57.js.br': brotliCompressSync(script),
    'console/assets/app-4f0a8a57.js.gz': gzipSync(script),
    'console/manifest.webmanifest': '{}',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return join(folder, 'console/');
}
