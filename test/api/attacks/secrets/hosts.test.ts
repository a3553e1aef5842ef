import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from './command-line.js';
import { type HostWay, hostFiles, hostWays, OtherServers } from './host-table.js';
import { Installation } from './installation.js';
import { surfaces } from './table.js';
import { toolClients } from './tool-clients.js';

const servers = await OtherServers.start();
let it: Installation;
let url = '';

beforeAll(async () => {
  it = await Installation.start({
    git: true,
    changes: (url) => hostFiles(servers, url),
    settings: { SVC_Flows__AllowProcesses: 'true' },
  });
  url = await it.service.app.listen({ port: 0, host: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  await it.stop();
  await servers.stop();
});

/** The environment that lets each branch use secrets. */
const environments = { main: 'staging', 'preview/1': 'staging', local: 'overlay' } as const;

/** The servers that got the secret of the environment, and no other secret. */
function receivers(environment: string): string[] {
  const all = [...it.received.map((path) => `here ${path}`), ...servers.received];
  it.received = [];
  servers.received.length = 0;
  const known = [`${environment}/shop`, 'nothing'];
  for (const each of all) expect(known).toContain(each.slice(each.lastIndexOf(' ') + 1));
  return [...new Set(all.map((each) => each.slice(0, each.lastIndexOf(' '))))];
}

const getCells = ({ outcomes }: HostWay) =>
  (Object.keys(environments) as (keyof typeof environments)[]).flatMap((branch) => {
    const outcome = outcomes[branch];
    return outcome === undefined ? [] : [{ branch, outcome, environment: environments[branch] }];
  });

describe.each(hostWays(servers))('$name', (way) => {
  test.each([...surfaces, ...toolClients(() => url), commandLine(tmpdir(), () => url)])(
    'sends secrets only to the places of production, over $name',
    async (surface) => {
      for (const role of ['operator', 'editor', 'admin']) {
        for (const { branch, outcome, environment } of getCells(way)) {
          const where = `${role} on ${branch}`;
          const input = { branch, env: environment, ...way.input };
          const answer = await surface.call(it.service.app, it.keys[role] ?? '', way.operation, input);
          if (answer === undefined) return;
          const text = JSON.stringify(answer);
          const sent = receivers(environment);
          if (outcome === 'refused') {
            expect(sent, where).toEqual([]);
            expect(text, where).toContain('host_not_allowed');
            expect(text, where).not.toContain('canary-of-');
            // The way out names the environment and its place.
            expect(text, where).toMatch(/`hosts`|Use |Call /);
            expect(text, where).toContain('`main`');
          } else {
            expect(text, where).not.toContain('host_not_allowed');
            expect(sent, where).toEqual(outcome === 'none' ? [] : [outcome]);
          }
        }
      }
    },
    120_000,
  );
});
