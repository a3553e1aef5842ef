import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../controller/git/git-fixture.js';
import { getUrl, hasServer, newDatabase } from '../controller/storage/engines.js';
import { eventually } from '../eventually.js';
import { makeRemote } from '../faults/remote.js';
import { program } from '../program.js';
import { ServiceProcess } from './service-process.js';

const hello = `document: { dsl: '1.0.3', namespace: test, name: hello, version: '1.0.0' }
do:
  - say: { set: { hello: world } }
`;
const flow = '/api/v1/main/flows/hello';

/** Reads at one node, each time over a new connection, one after another. */
class Reader {
  readonly failures: string[] = [];
  /** The reads that were answered. */
  answered = 0;
  /** The reads that were sent again, as their connection ended without an answer. */
  repeated = 0;
  #isStopped = false;
  readonly #reading: Promise<void>;

  constructor(node: ServiceProcess, apiKey: string, paths: readonly string[]) {
    const headers = { 'x-api-key': apiKey, connection: 'close' };
    const read = async (path: string) => {
      const answer = await fetch(`${node.url}${path}`, { headers });
      const text = await answer.text();
      if (answer.status === 200) this.answered += 1;
      else this.failures.push(`${path}: ${answer.status} ${text}`);
    };
    const readAll = async () => {
      for (let n = 0; !this.#isStopped; n++) {
        const path = paths[n % paths.length] ?? '';
        const repeat = () => {
          this.repeated += 1;
          return read(path);
        };
        await read(path)
          .catch(repeat)
          .catch((error) => this.failures.push(`${path}: ${error} ${error.cause}`));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    this.#reading = readAll();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#reading;
  }
}

describe.skipIf(!(await hasServer()))('when the node that leads is killed', () => {
  test('the others answer reads without a failure, before and after one of them leads', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'key'), randomBytes(32).toString('hex'), { mode: 0o600 });
    const env = {
      SVC_Git__Remote: makeRemote(folder, { 'flows/hello.yaml': hello }),
      SVC_Database__Url: getUrl(await newDatabase()),
      SVC_Secrets__MasterKeyFile: join(folder, 'key'),
      SVC_Limits__RequestsPerMinute: '1000000',
    };
    const nodes = [0, 1, 2].map(() => new ServiceProcess(program, env));
    const [leader, ...members] = nodes as [ServiceProcess, ServiceProcess, ServiceProcess];
    onTestFinished(async () => {
      for (const node of nodes) await node.dispose();
    });
    await leader.start();
    const { apiKey } = leader;
    const call = (node: ServiceProcess, path: string, init: RequestInit = {}) =>
      node.request(path, { ...init, headers: { 'x-api-key': apiKey, ...init.headers } });
    for (const member of members) await member.start();
    const run = { method: 'POST', body: '{}', headers: { prefer: 'wait=10' } };
    const { id } = (await (await call(leader, `${flow}/runs`, run)).json()) as { id: string };
    const getRole = async (node: ServiceProcess) =>
      ((await (await fetch(`${node.url}/readyz`)).json()) as { role: string }).role;
    expect(await Promise.all(members.map(getRole))).toEqual(['member', 'member']);

    const paths = [flow, '/api/v1/main/runs?limit=5', `/api/v1/main/runs/${id}`, '/api/v1/main/flows'];
    const readers = members.map((member) => new Reader(member, apiKey, paths));
    await eventually(() => readers.every(({ answered }) => answered > 20));
    await leader.kill();
    const before = readers.map(({ answered }) => answered);
    // The lease of the killed node is valid for seconds: no other node leads before its end.
    await eventually(() => readers.every(({ answered }, index) => answered > (before[index] ?? 0) + 8));
    expect(await Promise.all(members.map(getRole))).toEqual(['member', 'member']);
    const next = await eventually(async () => {
      const roles = await Promise.all(members.map((member) => getRole(member).catch(() => '')));
      return members[roles.indexOf('leader')];
    });
    const afterwards = readers.map(({ answered }) => answered);
    await eventually(() => readers.every(({ answered }, index) => answered > (afterwards[index] ?? 0) + 20));
    for (const reader of readers) await reader.stop();
    expect(readers.flatMap(({ failures }) => failures)).toEqual([]);

    const other = members.find((member) => member !== next);
    if (!other) throw new Error('One of two members leads');
    // The node that comes to lead opens its port again, which may end a connection that it has not taken yet.
    expect(readers[members.indexOf(other)]?.repeated).toBe(0);
    const { definition } = (await (await call(next, flow)).json()) as { definition: object };
    const changed = { ...definition, do: [{ say: { set: { hello: 'again' } } }] };
    expect((await call(next, flow, { method: 'PUT', body: JSON.stringify(changed) })).status).toBe(200);
    expect(await (await call(other, flow)).json()).toMatchObject({ definition: changed });
  });
});
