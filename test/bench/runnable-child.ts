import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import pino from 'pino';
import { loadSettings } from '../../controller/settings/index.js';
import { startController } from '../../controller/start/controller.js';
import { eventually } from '../eventually.js';
import { Importer } from './reconcile-repository.js';

// A service of its own for each size, so that the memory of another one has no effect.

/** Entities that need one secret: half of them connections, and a flow for each. */
const users = 10;

const [data = '', count = '', rounds = '0'] = process.argv.slice(2);

function getSecret(index: number): string {
  return `app/secret-${Math.floor(index / (users / 2))}`;
}

function* files() {
  for (let index = 0; index < Number(count) / 2; index++) {
    const folder = String(Math.floor(index / 1_000)).padStart(3, '0');
    yield {
      path: `connections/${folder}/app-${index}.yaml`,
      content: `kind: connection\nname: app-${index}\nconnector: github\nconfig:\n  token: { secret: ${getSecret(index)}, key: token }\n`,
    };
    yield {
      path: `flows/${folder}/flow-${index}.yaml`,
      content: `document: { dsl: '1.0.3', namespace: bench, name: flow-${index}, version: '1.0.0' }\ndo:\n  - ask: { call: app-${index}.request, with: { method: GET, path: / } }\n`,
    };
  }
}

mkdirSync(data, { recursive: true });
const bare = join(data, 'repository.git');
await execa('git', ['init', '-q', '--bare', '-b', 'main', bare]);
const importer = new Importer(bare);
await importer.commit(files(), false);
await importer.end();
const settings = loadSettings({ dir: data, env: { SVC_DataDirectory: data, SVC_Git__Enabled: 'true' } });
const controller = await startController({ settings, log: pino({ level: 'silent' }) });
const { runnable, vault } = controller;
const longMs = 900_000;
await eventually(() => runnable.count('main') === Number(count), longMs);

const ms: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const groups = Number(count) / users;
  const path = getSecret((((round * 7_919) % groups) * users) / 2);
  const before = runnable.count('main');
  await vault.secrets.put(path, { token: 'a-long-enough-value' });
  // Time starts here: the write costs what the disk does.
  const begun = performance.now();
  while (runnable.count('main') !== before - users) await new Promise(setImmediate);
  ms.push(performance.now() - begun);
}

process.send?.(ms);
process.disconnect?.();
await controller.stop();
