import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { greetAt, type Place, type RunningPeer } from './peer.js';
import { eventually, freePort, startProgram, startServer } from './processes.js';

/** Starts the server with one node, and a service with the steps that it calls. */
export async function restate(place: Place): Promise<RunningPeer> {
  const [ingress, admin, fabric] = [await freePort(), await freePort(), await freePort()];
  const binary = `node_modules/@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`;
  const options = ['--base-dir', place.scratch, '--listen-mode', 'tcp', '--bind-ip', '127.0.0.1'];
  const child = startProgram(place, [join(place.installed, binary), ...options], {
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_BIND_PORT: String(fabric),
    RESTATE_INGRESS__BIND_PORT: String(ingress),
    RESTATE_ADMIN__BIND_PORT: String(admin),
    RESTATE_LOG_FILTER: 'warn',
  });
  const { port, runtime } = await startServer(place, 'restate.mjs');
  await eventually(place, child, () =>
    post(`http://127.0.0.1:${admin}/deployments`, { uri: `http://127.0.0.1:${port}` }),
  );
  const load = greetAt(`http://127.0.0.1:${ingress}/greeter/greet`);
  await eventually(place, child, () => post(load.url, { name: 'Ada' }));
  return { load, runtime };
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
