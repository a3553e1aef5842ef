/** The service of `runs` in a process of its own: a plain folder of entities, a data directory beside it. */
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../../api/server.js';
import { startController } from '../../controller/controller.js';
import { loadSettings } from '../../controller/settings/index.js';

const directory = process.argv[2] ?? '.';
const log = pino({ level: 'warn' });
const settings = loadSettings({ dir: directory, env: { SVC_DataDirectory: join(directory, '..', 'data') } });
const controller = await startController({ settings, log });
await controller.reconciler.current(controller.branches.production);
const app = buildApp({ controller, log });
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGINT', () => process.exit(0));
process.send?.({ url, apiKey: controller.firstAdmin?.apiKey });
