import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DemoService } from '../../../fixtures/demo-service.js';
import { removeFolder } from '../../../remove-folder.js';
import { serveFolder } from '../../serve-folder.js';
import { failing, flowText, svc, temporaryFolder } from '../../test-io.js';

const total = flowText(
  'order-total',
  `  - add:
      set: { total: '\${ [.lines[].price] | add }', currency: '\${ .currency }', note: null }
`,
  `input:
  schema:
    document:
      type: object
      required: [lines]
      additionalProperties: false
      properties:
        lines: { type: array, items: { $ref: '#/$defs/order-line' } }
        currency: { enum: [EUR, USD], default: EUR, description: 'A comment that does not end here: */ throw 1 /*' }
      $defs:
        order-line:
          type: object
          required: [price]
          properties: { price: { type: number }, parts: { type: array, items: { $ref: '#/$defs/order-line' } } }
output:
  schema:
    document:
      type: object
      required: [total, note]
      properties: { total: { type: number }, currency: { type: string }, note: { type: [string, 'null'] } }
`,
);

/** Uses the client as a typed application does; each \`@ts-expect-error\` is a mistake that the compiler has to find. */
const program = `
import { type Connection, createClient, type Entity, RunError, SvcError } from './svc.js';

const [server = '', apiKey = ''] = process.argv.slice(2);
const client = createClient({ server, apiKey });

const { total, note } = await client.flows.orderTotal({ lines: [{ price: 2 }, { price: 3.5, parts: [{ price: 1 }] }] });
const half: number = total / 2;
const text: string | null = note;
// @ts-expect-error a member of the wrong type
export const wrong = () => client.flows.orderTotal({ lines: [{ price: '2' }] });
// @ts-expect-error a missing parameter
export const missing = () => client.flows.orderTotal({});
// @ts-expect-error a parameter that does not exist
export const unknown = () => client.flows.orderTotal({ lines: [], curency: 'EUR' });
// @ts-expect-error a value that is not in the list
export const value = () => client.flows.orderTotal({ lines: [], currency: 'GBP' });
// @ts-expect-error a flow that does not exist
export const flow = () => client.start('order-totals', { lines: [] });

const started = await client.start('order-total', { lines: [] }, { idempotencyKey: 'once' });
const again = await client.start('order-total', { lines: [] }, { idempotencyKey: 'once' });

let code: string = '';
try {
  await client.runs.read('0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11');
} catch (error) {
  if (!(error instanceof SvcError)) throw error;
  if (error.code === 'run_not_found') code = error.code;
}

let faulted: string = '';
try {
  await client.flows.failing();
} catch (error) {
  if (!(error instanceof RunError)) throw error;
  faulted = error.message;
}

const connections: Entity<Connection>[] = await client.entities.list('connection');
const connectors: (string | undefined)[] = connections.map(({ definition }) => definition?.connector);
const created = await client.entities.create('environment', { kind: 'environment', name: 'preview' });
const changed = await client.entities.replace(
  'environment',
  'preview',
  { kind: 'environment', name: 'preview', variables: { region: 'eu' } },
  created.etag ?? undefined,
);
// @ts-expect-error a field that does not exist
export const slip = () => client.entities.create('environment', { kind: 'environment', name: 'x', variabels: {} });

const variables = changed.definition?.variables;
console.log(JSON.stringify({ half, text, same: started.id === again.id, code, faulted, connectors, variables }));
`;

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
};

let project = '';

beforeAll(() => {
  // Inside the project, so that the compiler finds the types of Node.
  mkdirSync('node_modules/.cache', { recursive: true });
  project = mkdtempSync('node_modules/.cache/svc-client-');
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
});
afterAll(() => removeFolder(project));

const compile = () => execa('npx', ['tsc', '-p', project], { reject: false });

test('a client compiles, lets the compiler find mistakes, and drives a service', async () => {
  const folder = temporaryFolder({
    'flows/total.yaml': total,
    'flows/failing.yaml': failing,
    'flows/odd.yaml': total.replace('name: order-total', 'name: 1-order-total'),
    'connections/shop.yaml':
      'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example.com }\n',
  });
  const url = await serveFolder(folder);
  const out = resolve(project, 'svc.ts');
  const generated = await svc(folder, ['generate', 'client', '--out', out]);
  expect(generated).toEqual({ exitCode: 0, stdout: '', stderr: `Wrote the TypeScript client to ${out}\n` });
  expect(readFileSync(out, 'utf8')).not.toMatch(/^import /m);
  writeFileSync(join(project, 'drive.ts'), program);
  expect((await compile()).stdout).toBe('');

  const { apiKey } = JSON.parse(readFileSync(join(folder, '.svc/initial-admin.json'), 'utf8'));
  const argv = ['--import', import.meta.resolve('tsx'), join(project, 'drive.ts'), url, apiKey];
  const { stdout } = await execa(process.execPath, argv);
  expect(JSON.parse(stdout)).toEqual({
    half: 2.75,
    text: null,
    same: true,
    code: 'run_not_found',
    faulted: 'not today',
    connectors: ['http'],
    variables: { region: 'eu' },
  });
  rmSync(join(project, 'drive.ts'));
});

test('the client of the demo compiles, and --json says what it contains', async () => {
  const demo = await DemoService.start();
  const { url, apiKey } = await demo.listen();
  const { stdout } = await svc(temporaryFolder(), ['generate', 'client', '--json', '--server', url], {
    env: { SVC_API_KEY: apiKey },
  }).finally(() => demo.stop());
  const { branch, flows, entityTypes, errors, source } = JSON.parse(stdout);
  expect(branch).toBe('main');
  expect(flows).toHaveLength(13);
  expect(flows).toContainEqual({ name: 'customer-profile', function: 'customerProfile' });
  expect(entityTypes).toContain('cache-policy');
  expect(errors).toContain('version_conflict');
  writeFileSync(join(project, 'svc.ts'), source);
  expect((await compile()).stdout).toBe('');
});
