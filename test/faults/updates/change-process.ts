import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Io } from '../../../cli/contract/io.js';
import type { ReleaseContext } from '../../../cli/release/update/context.js';
import type { ServiceControl } from '../../../cli/release/update/service-control.js';

// A process that updates an installation or rolls it back, with the service in the hands of a supervisor. It prints
// `begin` when it has loaded the build, and the outcome as JSON at its end.

const [action, dir = '', url = '', supervisor = ''] = process.argv.slice(2);
const release = fileURLToPath(new URL('../../../dist/cli/release/', import.meta.url));
type Update = typeof import('../../../cli/release/update/update.js');
type Rollback = typeof import('../../../cli/release/update/rollback.js');
type Layout = typeof import('../../../cli/release/installation/layout.js');
const { update } = (await import(`${release}update/update.js`)) as Update;
const { rollback } = (await import(`${release}update/rollback.js`)) as Rollback;
const { installationAt } = (await import(`${release}installation/layout.js`)) as Layout;

const ask = async (command: string): Promise<boolean> =>
  ((await (await fetch(`${supervisor}/${command}`)).json()) as { isRunning: boolean }).isRunning;

const control: ServiceControl = {
  name: 'the service',
  isRunning: () => ask('state'),
  start: async () => void (await ask('start')),
  stop: async () => void (await ask('stop')),
};
const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: Readable.from([]),
  env: {},
  cwd: dir,
  onInterrupt: () => () => undefined,
};
const context: ReleaseContext = {
  io,
  installation: installationAt(dir),
  served: {},
  readyMs: 30_000,
  root: () => Buffer.alloc(0),
  findControl: async () => control,
};
console.log('begin');
const outcome = action === 'update' ? await update(context, { url }) : await rollback(context, true);
console.log(JSON.stringify(outcome));
