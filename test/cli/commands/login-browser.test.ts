import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password } from '../../api/identity/real-service.js';
import { Person, toText } from '../../api/oauth/person.js';
import { eventually } from '../../eventually.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { program } from '../../program.js';
import { greet, temporaryFolder } from '../test-io.js';

let service: ServiceProcess;

beforeAll(async () => {
  service = new ServiceProcess(undefined, { SVC_Auth__AccessTokenMinutes: '1' });
  writeFileSync(service.file('greet.yaml'), greet);
  await service.start();
  for (const name of ['ada', 'grace']) {
    const answer = await fetch(`${service.url}/api/v1/platform/users`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name, role: 'editor', password }),
    });
    expect(answer.status).toBe(201);
  }
});
afterAll(() => service?.dispose());

/** Starts a command of svc in a process of its own, on a machine that knows no server. */
function start(folder: string, argv: readonly string[]) {
  const [command, ...args] = program;
  return execa(command, [...args, ...argv], {
    cwd: folder,
    env: { XDG_CONFIG_HOME: join(folder, 'config') },
    stdin: 'ignore',
    reject: false,
  });
}

/** Signs in as a person does: the terminal prints an address, the person opens it in a browser. */
async function signIn(folder: string, person: Person, decision: 'allow' | 'deny' = 'allow') {
  const command = start(folder, ['login', service.url, '--browser']);
  let printed = '';
  command.stderr?.on('data', (text) => {
    printed += text;
  });
  const [, code = '', address = ''] = await eventually(
    () => /allow the code (\S+):\n\s+(\S+)\n/.exec(printed) ?? undefined,
  );
  const page = await person.see(address);
  const text = toText(page.html);
  expect(text).toContain('Allow access for “svc on a terminal”?');
  expect(text).toContain(
    `Allow this only if you began it yourself on your own terminal, and it shows this code: ${code}`,
  );
  expect(text).toContain('The terminal acts as you');
  const done = await person.submit(page, { decision });
  expect(toText(done.html)).toContain('You can close this page');
  return command;
}

const signIns = (folder: string) => join(folder, 'config/svc/sign-ins.json');

it('signs a person in with a browser, and the commands act as the person until it is revoked', async () => {
  const folder = temporaryFolder();
  const { exitCode, stdout, stderr } = await signIn(folder, new Person(service.url, 'ada'));
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`Signed in to ${service.url} as user:ada, editor`);
  expect(statSync(signIns(folder)).mode & 0o777).toBe(0o600);
  const flows = await start(folder, ['flows', 'list']);
  expect([flows.exitCode, flows.stdout]).toEqual([0, expect.stringContaining('greet')]);
  // The access token has ended: the next command renews it, and stores what came.
  const stored = JSON.parse(readFileSync(signIns(folder), 'utf8'));
  const [[address, tokens]] = Object.entries(stored) as [[string, Record<string, unknown>]];
  writeFileSync(
    signIns(folder),
    JSON.stringify({ [address]: { ...tokens, expiresAt: 0, accessToken: 'x' } }),
  );
  const list = await start(folder, ['grants', 'list', '--json']);
  expect(list.exitCode).toBe(0);
  const [grant] = JSON.parse(list.stdout).items;
  expect(grant).toMatchObject({
    client: 'svc on a terminal',
    principal: 'user:ada',
    actor: 'person',
    scopes: null,
    audience: service.url,
    isCurrent: true,
  });
  const renewed = JSON.parse(readFileSync(signIns(folder), 'utf8'))[address];
  expect(renewed.refreshToken).not.toBe(tokens['refreshToken']);
  expect((await start(folder, ['grants', 'revoke', grant.id])).exitCode).toBe(0);
  const refused = await start(folder, ['flows', 'list']);
  expect(refused.exitCode).toBe(4);
  writeFileSync(signIns(folder), JSON.stringify({ [address]: { ...renewed, expiresAt: 0 } }));
  const ended = await start(folder, ['flows', 'list']);
  expect([ended.exitCode, ended.stderr]).toEqual([4, expect.stringContaining('has ended')]);
  expect(ended.stderr).toContain(`svc login ${service.url}`);
});

it('says so when the person refuses, and stores nothing', async () => {
  const folder = temporaryFolder();
  const { exitCode, stderr } = await signIn(folder, new Person(service.url, 'grace'), 'deny');
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('The person has refused')]);
  expect(existsSync(signIns(folder))).toBe(false);
});

it('a code that no terminal waits with is refused, and guessing is slowed down', async () => {
  const person = new Person(service.url, 'ada');
  const wrong = () => person.open(`${service.url}/oauth/device?user_code=BCDF-GHJK`);
  expect(await wrong()).toMatchObject({ status: 404 });
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await wrong()).status);
  expect(statuses.at(-1)).toBe(429);
});
