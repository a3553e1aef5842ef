import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connector } from '../../../controller/connectors/index.js';
import { loadConnectors } from '../../../controller/connectors/packages/load.js';
import { openClients } from './networks.js';

const example = fileURLToPath(new URL('../../../fixtures/connector-package', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs a package with this code and `package.json`. */
function install(name: string, code: string, about: object = { svc: { contract: '^1.0.0' } }): void {
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'index.js'), code);
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, type: 'module', ...about }));
}

const load = (...names: string[]) => loadConnectors(names, [join(folder, '.svc', 'data')], ['http']);

function connector(more = '', name = 'clock'): string {
  return `export default { name: '${name}', title: 'T', description: 'D', configSchema: true,
    actions: { read: { title: 'T', description: 'D', hints: { readOnly: true, idempotent: true, destructive: false },
    input: true, run: async () => 1 } }, ${more} }`;
}

test('the example package gives a connector that works', async () => {
  cpSync(example, join(folder, 'node_modules', 'svc-connector-clock'), { recursive: true });
  const [clock] = (await load('svc-connector-clock')) as [Connector];
  const clients = openClients();
  const about = { connection: 'c', config: { timeZone: 'Asia/Tokyo' }, signal: new AbortController().signal };
  const read = clock.actions['read'];
  const output = await clients.use(clock, about, (context) => {
    return read?.run(
      { ...context, idempotencyKey: 'k', log: () => {} },
      { at: '2026-01-01T00:00:00Z' },
    ) as never;
  });
  expect(output).toEqual({ time: '2026-01-01 09:00:00' });
  await clients.close();
});

test.each([
  ['is not installed', 'none', undefined, undefined],
  ['does not say for which contract', 'plain', connector(), {}],
  ['was made for contract ^2.0.0', 'newer', connector(), { svc: { contract: '^2.0.0' } }],
  ['cannot be loaded', 'broken', 'export default {', undefined],
  ['exports no connector by default', 'nothing', 'export const connector = 1;', undefined],
  ['`/actions/read/run` must be a function', 'dead', connector().replace('run:', 'walk:'), undefined],
  ['`/client/close` must be a function', 'open', connector('client: { open() {} }'), undefined],
  [
    'configurations are not checked by `format`',
    'format',
    connector("configSchema: { properties: { a: { format: 'uri' } } }"),
    undefined,
  ],
  ['`/name` must be', 'named', connector('', 'platform-x'), undefined],
  ['there is another connector `http`', 'second', connector('', 'http'), undefined],
])('a package that %s stops the start with that reason', async (reason, name, code, about) => {
  if (code !== undefined) install(name, code, about);
  await expect(load(name)).rejects.toMatchObject({
    code: 'settings_invalid',
    message: expect.stringContaining(reason),
    hints: [expect.any(String)],
  });
});

test('packages of both module systems are found', async () => {
  install('modern', connector());
  const common = connector('', 'common').replace('export default', 'module.exports =');
  install('@team/common', common, { type: 'commonjs', main: './index.js', svc: { contract: '1.x' } });
  expect((await load('modern', '@team/common')).map(({ name }) => name)).toEqual(['clock', 'common']);
});
