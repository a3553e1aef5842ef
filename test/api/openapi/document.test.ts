import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOperationId } from '../../../api/openapi/document.js';
import { operations, routes } from '../../../api/operations/registry.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { testWith, tool } from '../../tools/tool.js';
import { startApp } from '../start-app.js';
import { document } from './judge.js';

const spectral = tool('@stoplight/spectral-cli', 'spectral');
const redocly = tool('@redocly/cli', 'redocly');

describe('the OpenAPI document', () => {
  let folder = '';
  let file = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-openapi-'));
    file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify({ ...document, servers: [{ url: 'https://svc.acme.dev' }] }, null, 2));
    writeFileSync(join(folder, 'spectral.json'), '{"extends":["spectral:oas"]}');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('names each of its operations once', () => {
    const ids = routes.map(getOperationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('has no two paths that one address could mean', () => {
    const paths = Object.keys(document['paths'] as JsonObject).map((path) => path.split('/'));
    const isParameter = (part = '') => part.startsWith('{');
    const ambiguous = paths.flatMap((one, index) =>
      paths.slice(index + 1).flatMap((other) => {
        if (one.length !== other.length) return [];
        const fits = one.every(
          (part, at) => part === other[at] || isParameter(part) || isParameter(other[at]),
        );
        const isNarrower = (a: string[], b: string[]) =>
          a.some((part, at) => !isParameter(part) && isParameter(b[at]));
        return fits && isNarrower(one, other) === isNarrower(other, one)
          ? [[one.join('/'), other.join('/')]]
          : [];
      }),
    );
    expect(ambiguous).toEqual([]);
  });

  test('is made of schemas that fit the meta-schema, which no request checks', () => {
    const ajv = new Ajv({ strict: false });
    const faults = operations.flatMap(({ name, input }) => {
      const schema = { type: 'object', properties: input.properties, required: [...(input.required ?? [])] };
      return ajv.validateSchema(schema) ? [] : [`${name}: ${ajv.errorsText()}`];
    });
    expect(faults).toEqual([]);
    expect(ajv.validateSchema({ type: 'object', properties: { a: { type: 'txt' } } })).toBe(false);
  });

  test('has a place for every operation', () => {
    const bound = new Set(routes.map(({ operation }) => operation.name));
    expect(operations.map(({ name }) => name).filter((name) => !bound.has(name))).toEqual([]);
  });

  testWith(spectral)('passes the recommended rules of Spectral without a remark', async () => {
    const { stdout, exitCode } = await execa(
      process.execPath,
      [spectral.file, 'lint', '--fail-severity', 'hint', '-r', join(folder, 'spectral.json'), file],
      { reject: false },
    );
    expect({ stdout, exitCode }).toMatchObject({ exitCode: 0 });
  });

  testWith(redocly)('passes the recommended rules of Redocly without a remark', async () => {
    const { stdout, stderr, exitCode } = await execa(
      process.execPath,
      [redocly.file, 'lint', '--extends=recommended', '--format=json', file],
      { reject: false, env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout).problems).toEqual([]);
  });

  test('is served without a credential, with the address of the request as server', async () => {
    const { app } = await startApp();
    const answer = await app.inject({ url: '/api/v1/openapi.json', headers: { host: 'svc.acme.dev' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://svc.acme.dev' }] });
  });

  test('can be read as a page that loads nothing from other hosts', async () => {
    const { app } = await startApp();
    const page = await app.inject('/api/v1/docs');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/api\/v1\/(docs\/|openapi\.json$)|^\/favicon\.ico$/);
      expect({ asset, status: (await app.inject(asset)).statusCode }).toEqual({ asset, status: 200 });
    }
  });

  test('causes no warning on its page', () => {
    // Swagger UI covers the page with a warning for any dialect but its own.
    expect(document).not.toHaveProperty('jsonSchemaDialect');
  });

  test('has meaningful examples of answers: no text is "text"', () => {
    const made: string[] = [];
    const look = (value: unknown, place: string): void => {
      if (value === 'text') made.push(place);
      if (value !== null && typeof value === 'object')
        for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`);
    };
    for (const [path, item] of Object.entries(document['paths'] as JsonObject)) {
      for (const [method, { responses }] of Object.entries(
        item as Record<string, { responses: JsonObject }>,
      )) {
        for (const [status, { content }] of Object.entries(responses as Record<string, JsonObject>)) {
          for (const { example } of Object.values((content ?? {}) as Record<string, JsonObject>))
            look(example, `${method} ${path} ${status}`);
        }
      }
    }
    expect(made).toEqual([]);
  });

  test('fills in the path where a call is tried', () => {
    const paths = document['paths'] as unknown as Record<string, { post: { parameters: JsonObject[] } }>;
    const parameters = paths['/api/v1/{branch}/flows/{flow}/runs']?.post.parameters ?? [];
    const filled = parameters.map(({ name, example }) => [name, example]);
    expect(Object.fromEntries(filled)).toMatchObject({
      branch: 'main',
      flow: 'daily-report',
      env: undefined,
    });
  });

  test('serves no other file of the package as part of the page', async () => {
    const { app } = await startApp();
    for (const name of ['index.html', '..%2Fpackage.json', '__proto__', 'constructor']) {
      expect((await app.inject(`/api/v1/docs/${name}`)).statusCode).toBe(404);
    }
  });
});
