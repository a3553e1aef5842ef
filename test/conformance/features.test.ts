import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { difference } from './compare.js';
import { runScenario } from './run-scenario.js';
import { readScenarios } from './scenarios.js';

const scenarios = await readScenarios(fileURLToPath(new URL('features', import.meta.url)));

describe('features', () => {
  test.each(scenarios.map((scenario) => [`${scenario.feature}: ${scenario.name}`, scenario] as const))(
    '%s',
    async (_, scenario) => {
      await runScenario(scenario);
    },
  );

  const scenario = { file: '', feature: '', name: '' };

  test('a step of an unknown form fails its scenario', async () => {
    const steps = [{ text: 'the moon should be full', block: undefined }];
    await expect(runScenario({ ...scenario, steps })).rejects.toThrow('no step is written like this');
  });

  test('a scenario without a step that checks something fails', async () => {
    const steps = [{ text: 'the workflow input is:', block: '{}' }];
    await expect(runScenario({ ...scenario, steps })).rejects.toThrow('checks nothing');
    await expect(runScenario({ ...scenario, steps: [] })).rejects.toThrow('checks nothing');
  });

  test('an output with a member that the feature does not name differs', () => {
    const error = { type: 'https://example.com/e', status: 500 };
    expect(difference({ caught: { ...error, title: 'Oh' } }, { caught: error })).toContain('.caught.title');
  });
});
