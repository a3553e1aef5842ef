import { describe, expect, it } from 'vitest';
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
    });
    const problem = expectProblem(await get(`${platform}/errors/run_not_foun`), 404, 'error_code_unknown');
    expect(problem.hints).toEqual(['Did you mean `run_not_found`?']);
  });

  it('serves the schemas of the kinds', async () => {
    const { get } = await startApp();
    expect((await get('/schemas/connection.json')).json()).toMatchObject({ title: 'Connection' });
    expectProblem(await get('/schemas/conection.json'), 404, 'entity_type_unknown');
  });
});
