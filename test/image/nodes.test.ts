import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { loadSettings } from '../../controller/settings/index.js';

const folder = join(import.meta.dirname, '../../fixtures/deployments');
const read = (...path: string[]) => parse(readFileSync(join(folder, ...path), 'utf8'), { merge: true });
const compose = read('three-nodes', 'compose.yaml');
const { configMapGenerator, secretGenerator, resources } = read('kubernetes', 'kustomization.yaml');
const nodes = read('kubernetes', 'nodes.yaml').spec.template.spec;
const [container] = nodes.containers;

function getSettings(env: Record<string, string>) {
  const data = mkdtempSync(join(tmpdir(), 'svc-nodes-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  return loadSettings({ dir: data, env });
}

test('three nodes of compose have the settings that a take-over needs', () => {
  const names = Object.keys(compose.services).filter((name) => name.startsWith('node-'));
  expect(names).toHaveLength(3);
  for (const name of names) {
    const { environment, volumes } = compose.services[name];
    const remote = { SVC_Git__Remote: 'https://git.test/a.git' };
    const { Git, Database, Secrets } = getSettings({ ...environment, ...remote });
    expect(Git.Remote).toBe(remote.SVC_Git__Remote);
    expect(Database.Url).toMatch(/^postgres:.*@database\/svc$/);
    expect(Secrets.MasterKeyFile).toBe('/run/secrets/svc-master-key');
    // A data directory belongs to one node.
    expect(volumes).toEqual([`${name}:/data`]);
  }
  const caddy = readFileSync(join(folder, 'three-nodes', 'Caddyfile'), 'utf8');
  expect(caddy).toContain(`reverse_proxy ${names.map((name) => `${name}:7420`).join(' ')} {`);
});

test('the manifests for Kubernetes name what the kustomization makes', () => {
  expect([...resources].sort()).toEqual(
    readdirSync(join(folder, 'kubernetes')).filter(
      (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
    ),
  );
  const [settings] = configMapGenerator;
  const [secrets] = secretGenerator;
  expect(container.envFrom).toEqual([{ configMapRef: { name: settings.name } }]);
  const [{ name, valueFrom }] = container.env;
  expect(valueFrom.secretKeyRef).toEqual({ name: secrets.name, key: 'database-url' });
  const literals = settings.literals.map((line: string) => line.split(/=(.*)/s).slice(0, 2));
  const { Secrets, Database } = getSettings({
    ...Object.fromEntries(literals),
    [name]: 'postgres://svc@database/svc',
  });
  expect(Database.Url).toBe('postgres://svc@database/svc');
  const volume = nodes.volumes.find((each: { name: string }) => each.name === 'secrets');
  const mount = container.volumeMounts.find((each: { name: string }) => each.name === 'secrets');
  expect(volume.secret.secretName).toBe(secrets.name);
  expect(Secrets.MasterKeyFile).toBe(`${mount.mountPath}/${volume.secret.items[0].path}`);
  expect(secrets.files).toContain(volume.secret.items[0].key);
});
