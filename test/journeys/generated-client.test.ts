import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DemoService } from '../fixtures/demo-service.js';
import { removeFolder } from '../remove-folder.js';

/** A client that uses only types generated from the document. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': apiKey } });
const path = { branch: 'main' };

const flows = await client.GET('/api/v1/{branch}/flows', { params: { path, query: { limit: 100 } } });
if (!flows.data) throw new Error(flows.error.detail);
const names: string[] = flows.data.items.map((flow) => flow.name);

const started = await client.POST('/api/v1/{branch}/flows/{flow}/runs', {
  params: { path: { ...path, flow: 'restock' }, header: { prefer: 'wait=30' } },
  body: {},
});
if (!started.data) throw new Error(started.error.detail);
const run: components['schemas']['Run'] = started.data;

const timeline = await client.GET('/api/v1/{branch}/runs/{run}/tasks', { params: { path: { ...path, run: run.id } } });
const refused = await client.POST('/api/v1/{branch}/flows/{flow}/runs', {
  params: { path: { ...path, flow: 'restok' } },
  body: {},
});
const problem: components['schemas']['Problem'] | undefined = refused.error;
const status: 'pending' | 'running' | 'waiting' | 'suspended' | 'completed' | 'faulted' | 'cancelled' = run.status;

console.log(
  JSON.stringify({
    names: names.length,
    status,
    tasks: (timeline.data?.items ?? []).length > 0,
    refusal: problem?.code,
    hint: problem?.hints[0]?.text,
  }),
);
`;

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
};

let demo: DemoService;
let folder = '';

beforeAll(async () => {
  demo = await DemoService.start();
  // Inside the project, so that the program finds the client library.
  mkdirSync('node_modules/.cache', { recursive: true });
  folder = mkdtempSync('node_modules/.cache/generated-client-');
});
afterAll(async () => {
  await demo.stop();
  removeFolder(folder);
});

test('a TypeScript client generated from the document compiles and drives the demo', async () => {
  const { url, apiKey } = await demo.listen();
  const types = astToString(await openapiTS(new URL('/api/v1/openapi.json', url)));
  writeFileSync(join(folder, 'schema.ts'), types);
  writeFileSync(join(folder, 'drive.ts'), program);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));

  const checked = await execa('npx', ['tsc', '-p', folder], { reject: false });
  expect(checked.stdout).toBe('');

  const { stdout } = await execa(process.execPath, [
    '--import',
    import.meta.resolve('tsx'),
    join(folder, 'drive.ts'),
    url,
    apiKey,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    names: 13,
    status: 'completed',
    tasks: true,
    refusal: 'flow_not_found',
    hint: expect.stringContaining('restock'),
  });
});
