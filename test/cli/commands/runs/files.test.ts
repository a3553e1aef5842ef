import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveFolder } from '../../serve-folder.js';
import { flowText, svc, temporaryFolder } from '../../test-io.js';

test('svc runs lists the files of a run and downloads one', async () => {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/csv').end('id;total\n'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = `{ method: get, endpoint: 'http://127.0.0.1:${port}/report.csv', output: file }`;
  const folder = temporaryFolder({
    'flows/fetch.yaml': flowText('fetch', `  - get: { call: http, with: ${call} }\n`),
    'svc.yaml': 'Flows: { AllowPrivateNetworks: true }\n',
  });
  await serveFolder(folder);
  const { id, output } = JSON.parse((await svc(folder, ['run-flow', 'fetch', '--json'])).stdout);
  const listed = await svc(folder, ['runs', 'files', id]);
  expect(listed.stdout).toBe(`${output.file}  9 bytes  text/csv  report.csv\n`);
  const read = await svc(folder, ['runs', 'file', id, output.file, '-o', 'got.csv']);
  expect(read).toMatchObject({ exitCode: 0, stdout: '' });
  expect(readFileSync(join(folder, 'got.csv'), 'utf8')).toBe('id;total\n');
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  expect(await svc(folder, ['runs', 'file', id, 'nothing', '-o', 'got.csv'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^file_not_found: /),
  });
  expect((await svc(folder, ['runs', 'file', id, output.file])).exitCode).toBe(2);
  expect((await svc(folder, ['runs', 'file', id, output.file, '-o', 'no/such/folder'])).exitCode).toBe(2);
});
