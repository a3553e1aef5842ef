import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
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

  test('a step of an unknown form fails its scenario', async () => {
    const scenario = {
      file: '',
      feature: '',
      name: '',
      steps: [{ text: 'the moon is full', block: undefined }],
    };
    await expect(runScenario(scenario)).rejects.toThrow('no step is written like this');
  });
});
