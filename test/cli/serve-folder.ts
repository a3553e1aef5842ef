import pino from 'pino';
import { onTestFinished } from 'vitest';
import { startService } from '../../cli/client/local/start-service.js';
import { loadSettings } from '../../controller/settings/index.js';

/** Starts a service over the folder, which commands run in that folder find. Resolves with its address. */
export async function serveFolder(folder: string): Promise<string> {
  const settings = loadSettings({ dir: folder, env: { SVC_Server__Port: '0' } });
  const service = await startService(settings, pino({ level: 'silent' }));
  onTestFinished(() => service.stop());
  return service.url;
}
