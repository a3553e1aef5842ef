import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../../../controller/connectors/index.js';
import { catalog } from '../../../../controller/problems/index.js';
import { expectProblem, startApp } from '../../start-app.js';

const platform = '/api/v1/platform';

describe('the platform', () => {
  it('lists branches', async () => {
    const { get } = await startApp();
    expect((await get(`${platform}/branches`)).json().items).toMatchObject([
      { name: 'main', production: true },
    ]);
  });

  it('shows the error catalog, whole and by code', async () => {
    const { get } = await startApp();
    expect((await get(`${platform}/errors`)).json().items).toHaveLength(Object.keys(catalog).length);
    expect((await get(`${platform}/errors/run_not_found`)).json()).toEqual({
      code: 'run_not_found',
      ...catalog.run_not_found,
      hint: 'List the runs with `GET /api/v1/{branch}/runs`.',
      hintCall: { operation: 'list-runs', arguments: {}, call: 'GET /api/v1/{branch}/runs' },
      manual: '/manual/error.run_not_found',
    });
    const problem = expectProblem(await get(`${platform}/errors/run_not_foun`), 404, 'error_code_unknown');
    expect(problem.hints).toEqual([{ text: 'Did you mean `run_not_found`?' }]);
  });

  it('leads a browser from a problem to its page in the manual', async () => {
    const { app } = await startApp();
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const url = `${platform}/errors/run_not_found`;
    const answer = await app.inject({ method: 'GET', url, headers: browser });
    expect(answer.statusCode).toBe(303);
    const page = new URL(String(answer.headers.location), `http://127.0.0.1${url}`);
    const { headers } = await app.inject({ method: 'GET', url: page.pathname });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('serves the schemas of the kinds', async () => {
    const { get } = await startApp();
    expect((await get('/schemas/connection.json')).json()).toMatchObject({ title: 'Connection' });
    expectProblem(await get('/schemas/conection.json'), 404, 'entity_type_unknown');
  });

  it('serves the schemas of connectors, with which those of connections and flows check', async () => {
    const { get } = await startApp();
    const names = builtInConnectors().map(({ name }) => name);
    const answers = await Promise.all(names.map((name) => get(`/schemas/connectors/${name}.json`)));
    const fits = new Ajv2020({ strict: false, schemas: answers.map((answer) => answer.json<object>()) });
    fits.addSchema((await get('/schemas/connection.json')).json(), 'connection');
    fits.addSchema((await get('/schemas/flow.json')).json(), 'flow');
    const connection = (config: object) => ({ kind: 'connection', name: 'shop', connector: 'http', config });
    const flow = (given: object) => ({
      document: { dsl: '1.0.1', namespace: 'shop', name: 'list', version: '1.0.0' },
      do: [{ list: { call: 'shop.get', with: given } }],
    });
    const config = {
      baseUrl: 'https://shop.example.com',
      auth: { type: 'bearer', token: { secret: 'a', key: 'b' } },
    };
    expect(fits.validate('connection', connection(config))).toBe(true);
    expect(fits.validate('connection', connection({ ...config, auth: { type: 'oauth2' } }))).toBe(false);
    expect(fits.validate('flow', flow({ path: '/orders', query: '${ .query }' }))).toBe(true);
    expect(fits.validate('flow', flow({ pathh: '/orders' }))).toBe(false);
    expectProblem(await get('/schemas/connectors/htp.json'), 404, 'entity_type_unknown');
  });
});
