import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flowText, greet, svc, temporaryFolder } from '../test-io.js';

const kubernetes = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\n';

const others: Record<string, string> = {
  'k8s/deployment.yaml': kubernetes,
  'k8s/all.yaml': `# all of it\n${kubernetes}---\napiVersion: v1\nkind: Service\nmetadata: { name: shop }\n---\n`,
  'k8s/broken.yaml': `${kubernetes}spec: [\n`,
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/values.yaml': 'name: shop\nreplicas: 2\n',
  'chart/values-staging.yaml': 'name: shop\n',
  'chart/templates/web.yaml':
    '{{- if .Values.web }}\napiVersion: v1\nkind: {{ .Values.kind }}\nmetadata:\n  name: {{ include "name" . }}\n{{- end }}\n',
  'chart/templates/service.yaml': '{{ include "common.service" . }}\n',
  'ci/workflow.yaml': 'name: CI\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n',
  'compose.yaml': 'name: shop\nservices:\n  web:\n    image: shop\n',
  'docker-compose.override.yml': 'name: shop\nvolumes: {}\n',
  'openapi.yaml': 'openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\n',
  'mkdocs.yml': 'site_name: Shop\nextra: !!python/name:material.x\n',
  'package.json': '{ "name": "shop", "version": "1.0.0" }',
  'tsconfig.json': '{ // comments\n  "compilerOptions": {} }',
};

describe('documents of other tools', () => {
  test('are passed over with one summary line, and the flows beside them are valid', async () => {
    const folder = temporaryFolder({ ...others, 'flows/greet.yaml': greet });
    const { exitCode, stdout, stderr } = await svc(folder, ['validate', '.']);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      '15 files of other tools passed over: 5 Helm, 3 Kubernetes, 2 compose, 1 GitHub workflow, 1 JSON, 1 MkDocs, 1 OpenAPI, 1 TypeScript\n' +
        '✓ 1 file valid\n',
    );
    expect(exitCode).toBe(0);
  });

  const n8n = '{ "name": "x", "nodes": [{ "id": "1" }], "connections": {} }';
  const actions = others['ci/workflow.yaml'] ?? '';
  const kestra =
    'id: hello\nnamespace: company.team\ntasks:\n  - { id: log, type: io.kestra.plugin.core.log.Log }\n';

  test.each([
    ['flows/news.json', n8n, 'n8n'],
    ['flows/ci.yml', actions, 'GitHub Actions'],
    ['flows/hello.yaml', kestra, 'Kestra'],
    ['shop/flows/news.json', n8n, 'n8n'],
  ])(
    'a workflow of another tool among the flows is not valid, and leads to the guide: %s',
    async (path, content, tool) => {
      const folder = temporaryFolder({ [path]: content });
      for (const named of ['.', path]) {
        const { stdout, stderr } = await svc(folder, ['validate', named]);
        expect(stdout).toContain(`${path}:1:1  warning: this file defines no entity`);
        expect(stdout).toContain(`a flow of ${tool}: \`svc explain guide.coming-from\``);
        expect(stderr).toBe('! 0 files valid, 1 file without an entity, 1 warning\n');
      }
    },
  );

  test('a file of another tool elsewhere is named, and nothing is called valid', async () => {
    const folder = temporaryFolder({ 'exports/news.json': n8n });
    const { stdout, stderr } = await svc(folder, ['validate', 'exports/news.json']);
    expect(stdout).toBe('');
    expect(stderr).toBe('1 file of other tools passed over: 1 n8n\n! 0 files valid\n');
  });

  test('are named in JSON and by `--passed-over`', async () => {
    const folder = temporaryFolder({ 'k8s/shop.yaml': kubernetes, 'flows/greet.yaml': greet });
    const json = JSON.parse((await svc(folder, ['validate', '.', '--json'])).stdout);
    expect(json.passedOver).toEqual({
      count: 1,
      tools: { Kubernetes: 1 },
      files: [{ file: 'k8s/shop.yaml', reason: 'other-tool', tool: 'Kubernetes' }],
    });
    expect(json.counts.files).toBe(1);
    const listed = await svc(folder, ['validate', '.', '--passed-over']);
    expect(listed.stdout).toBe('k8s/shop.yaml  Kubernetes\n');
  });

  test.each([
    ['kind: flows\nname: ship\n', 'there is no kind `flows`'],
    ['kind: conection\nname: shop\n', 'there is no kind `conection`'],
    ['apiVersion: v1\nkind: Flow\nname: ship\n', 'there is no kind `Flow`'],
    ['apiVersion: svc/v1\nkind: Workflow\nname: ship\n', 'there is no kind `Workflow`'],
    [`${greet}---\n${greet}`, 'document'],
    ['kind: connection\nname: shop\nservices:\n  web: { image: x }\n', 'services'],
    ['name: ship\ndo: []\n', '`name` must be in `document`'],
    ['kind: template\nname: mail\nbody: {{ name }\n', ''],
  ])('a file that is meant for svc stays an error: %j', async (content, message) => {
    const folder = temporaryFolder({ 'flows/a.yaml': content });
    const { exitCode, stdout } = await svc(folder, ['validate', '.']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(message);
  });
});

describe('.svcignore', () => {
  const broken = 'kind: flows\n';

  test('takes files out of a check, also those named one by one', async () => {
    const folder = temporaryFolder({
      '.svcignore': '# drafts\ndrafts/\n*.draft.yaml\n!keep.draft.yaml\n',
      'drafts/a.yaml': broken,
      'flows/b.draft.yaml': broken,
      'flows/keep.draft.yaml': greet,
    });
    const all = await svc(folder, ['validate', '.']);
    expect(all.stderr).toBe('1 file ignored by .svcignore\n✓ 1 file valid\n');
    const marked = temporaryFolder({ '.svcignore': 'drafts/\n', 'svc.yaml': '', 'drafts/a.yaml': broken });
    expect((await svc(marked, ['validate', 'drafts/a.yaml'])).exitCode).toBe(0);
  });

  test('hides texts too: an entity that names one has a dangling reference', async () => {
    const folder = temporaryFolder({
      '.svcignore': 'texts/\n',
      'svc.yaml': '',
      'folios/terms.yaml': 'kind: folio\nname: terms\ntitle: Terms\nfile: ../texts/terms.md\n',
      'texts/terms.md': '# Terms\n',
    });
    const { exitCode, stdout } = await svc(folder, ['validate', '.']);
    expect(stdout).toContain('texts/terms.md');
    expect(exitCode).toBe(1);
  });

  test('with a rule that costs too much is refused with its line', async () => {
    const folder = temporaryFolder({ '.svcignore': 'a\n*a*a*a*a*b\n', 'flows/a.yaml': greet });
    const { exitCode, stderr } = await svc(folder, ['validate', '.']);
    expect(stderr).toContain('.svcignore:2');
    expect(exitCode).not.toBe(0);
  });
});

describe('Git.Path', () => {
  const files = {
    'svc.yaml': 'Git:\n  Path: ops\n',
    'ops/folios/terms.yaml': 'kind: folio\nname: terms\ntitle: Terms\nfile: /texts/terms.md\n',
    'ops/texts/terms.md': '# Terms\n',
    'flows/other.yaml': 'kind: flows\n',
  };

  test('leaves out the files outside of the folder, and paths with a slash at the start begin in it', async () => {
    const folder = temporaryFolder(files);
    const { exitCode, stdout, stderr } = await svc(folder, ['validate', '.']);
    expect(stdout).toBe('');
    expect(stderr).toBe('1 file outside of the folder of Git.Path\n✓ 1 file valid\n');
    expect(exitCode).toBe(0);
  });

  test('findings name the path from the root of the repository', async () => {
    const folder = temporaryFolder({ ...files, 'ops/flows/a.yaml': flowText('a', '  - x: { sett: 1 }\n') });
    const { stdout } = await svc(folder, ['validate', '.']);
    expect(stdout).toContain('ops/flows/a.yaml:');
  });

  test('that is a link in a work tree is refused, as the service refuses it', async () => {
    const folder = temporaryFolder({ 'svc.yaml': 'Git:\n  Path: linked\n', 'ops/flows/greet.yaml': greet });
    execFileSync('git', ['init', '--quiet', '-b', 'main'], { cwd: folder });
    symlinkSync('ops', join(folder, 'linked'));
    const { exitCode, stderr } = await svc(folder, ['validate', '.']);
    expect(stderr).toContain('`Git.Path` is `linked`, but `linked` is no folder in this commit');
    expect(exitCode).toBe(3);
  });

  test.each(['../up', '/abs', 'a/../b', '.hidden', 'a/', 'node_modules/x', ''])(
    'refuses %j with the reason',
    async (path) => {
      const folder = temporaryFolder({ 'svc.yaml': `Git: { Path: ${JSON.stringify(path)} }\n` });
      const { exitCode, stderr } = await svc(folder, ['serve', '--port', '0']);
      expect(stderr).toContain('Git.Path: must be a folder in the repository');
      expect(exitCode).not.toBe(0);
    },
  );
});
