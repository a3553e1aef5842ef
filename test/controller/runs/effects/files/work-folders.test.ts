import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunEngine } from '../../../../../controller/runs/index.js';
import { createSandbox, type Sandbox } from '../../../../../controller/sandbox/index.js';
import type { Json, JsonObject } from '../../../../../schemas/json/types.js';
import { plan } from '../../../flows/support.js';
import { makeContainerImage, setContainerVariables } from '../../../sandbox/container-image.js';
import { Harness } from '../../engine-harness.js';

const made = await makeContainerImage();
setContainerVariables(made);
const sandbox = createSandbox({
  allowProcesses: false,
  allowContainers: true,
  owner: `files-${process.pid}`,
});
let harness: Harness;
let engine: RunEngine;
let flows = 0;

beforeEach(async () => {
  harness = new Harness();
  engine = await harness.open({ sandbox });
});
afterEach(() => harness.close());
afterAll(async () => {
  await sandbox.close();
  await made?.remove();
});

/** Runs a container with `run-files` at `/work`, whose task gets the files that are made of `texts`. */
async function run(
  command: string,
  texts: Readonly<Record<string, string>>,
  more = ', return: all',
  volumes = '',
) {
  const flow = plan(`do: [ { work: { run: { container: {
    image: '${made?.image ?? 'none'}', pullPolicy: never, command: '${command}',
    volumes: { run-files: /work${volumes} }, lifetime: { cleanup: always } }${more} } } } ]`);
  const name = `work-${++flows}`;
  harness.flow(name, async (_input, host) => {
    const given: Json[] = [];
    for (const [name, text] of Object.entries(texts)) {
      const description = await host.effect(`/do/0/${given.length}`, async ({ files }) => ({
        ...(await files?.write({ name: name.replace(/^\d/, '') }, Readable.from([text]))),
      }));
      given.push(description);
    }
    return flow.execute({ deep: [{ given }] }, host);
  });
  const { id } = await engine.start({ branch: 'main', input: {}, principal: 'user:test', flow: name });
  await engine.wait(id, 60_000);
  const ended = await engine.get(id);
  if (!ended) throw new Error('The run is gone');
  return ended;
}

async function toRunIdText(runId: string, { file }: JsonObject): Promise<string> {
  return String(await buffer((await engine.files.find(runId, String(file))).read()));
}

describe.skipIf(!made)('a container with files of its run', () => {
  test('reads what its input describes, and what it leaves becomes files', async () => {
    const ended = await run('cd /work; mkdir out; cat a.txt b.txt > out/both.txt; echo more >> b.txt; ls', {
      'a.txt': 'one\n',
      'b.txt': 'two\n',
    });
    expect(ended).toMatchObject({ status: 'completed', output: { code: 0, stdout: 'a.txt\nb.txt\nout\n' } });
    const { files } = ended.output as { files: JsonObject[] };
    expect(files.map(({ name }) => name)).toEqual(['b.txt', 'both.txt']);
    const texts = await Promise.all(files.map((file) => toRunIdText(ended.id, file)));
    expect(texts).toEqual(['two\nmore\n', 'one\ntwo\n']);
  });

  test('links that it leaves lead nowhere, and without `return: all` nothing is kept', async () => {
    const links = await run('ln -s /etc/passwd /work/a; mkfifo /work/b; echo c > /work/c', {});
    expect((links.output as { files: JsonObject[] }).files.map(({ name }) => name)).toEqual(['c']);
    const silent = await run('echo c > /work/c', {}, '');
    expect(silent).toMatchObject({ status: 'completed', output: '' });
    expect(await engine.files.list(silent.id)).toEqual([]);
  });

  test('two files of one name are refused, and a file that is too large ends the task', async () => {
    const twice = await run('true', { '1a.txt': 'x', '2a.txt': 'y' });
    expect(twice.error).toMatchObject({ status: 400, detail: expect.stringContaining('`a.txt`') });
    const large = await run('dd if=/dev/zero of=/work/large bs=1M count=2', {});
    expect(large.error).toMatchObject({ status: 413, code: 'file_too_large' });
  });
});

test('a container gets the folder in place of `run-files`, and other volumes as they are', async () => {
  const volumes: Record<string, string>[] = [];
  // In place of docker or podman, which a machine need not have.
  const runContainer: Sandbox['runContainer'] = async (container) => {
    volumes.push(container.volumes);
    const [folder = ''] = Object.keys(container.volumes);
    writeFileSync(join(folder, '.hidden'), readFileSync(join(folder, 'a.txt')));
    return { stdout: readdirSync(folder).join(' '), stderr: '', code: 3 };
  };
  await harness.close();
  harness = new Harness();
  engine = await harness.open({ sandbox: { ...sandbox, runContainer } });
  const ended = await run('true', { 'a.txt': 'one' }, ', return: all', ', /srv/data: /data');
  expect(ended.output).toMatchObject({ code: 3, stdout: '.hidden a.txt', files: [{ name: '_hidden' }] });
  const [folder = ''] = Object.keys(volumes[0] ?? {});
  expect(folder).toContain(join(harness.directory, 'files', 'incoming'));
  expect(volumes).toEqual([{ [folder]: '/work', '/srv/data': '/data' }]);
});
