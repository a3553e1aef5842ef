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

  const definition = `
    document: { dsl: '1.0.3', namespace: own, name: wrong, version: '1.0.0' }
    do:
      - first: { set: { pet: { name: Milou, tags: [ a, b ] }, address: https://serverlessworkflow.io/spec/1.0.0/errors/timeout } }
      - second: { set: '\${ . }' }`;
  const faulty = `
    document: { dsl: '1.0.3', namespace: own, name: faulty, version: '1.0.0' }
    do: [ { stop: { raise: { error: { type: https://example.com/e, title: Oh, status: 500 } } } } ]`;

  test.each<[string, string | undefined, string]>([
    ['the workflow output should have properties id, name', undefined, definition],
    ["the workflow output should have properties 'pet', pat", undefined, definition],
    ["the workflow output should have properties 'pet.nam'", undefined, definition],
    ["the workflow output should have properties 'pet.constructor'", undefined, definition],
    ["the workflow output should have a 'pet.name' property with value:", 'Snowy', definition],
    ["the workflow output should have a 'pet.tags' property containing 3 items", undefined, definition],
    [
      "the workflow output should have a 'address' property with value:",
      'https://open-workflow-specification.org/spec/1.0.0/errors/timeout',
      definition,
    ],
    ['the workflow should complete with output:', '{ pet: { name: Milou } }', definition],
    ['second should run first', undefined, definition],
    ['first should run after second', undefined, definition],
    ['the workflow should fault with error:', '{}', faulty],
    ['the workflow should fault with error:', '{ status: 501 }', faulty],
    ['the workflow should complete', undefined, faulty],
    ['the workflow should have sent:', '[ {} ]', definition],
  ])('the wrong expectation «%s» %j is refused', async (text, block, flow) => {
    const steps = [
      { text: 'a workflow with definition:', block: flow },
      { text: 'the workflow is executed', block: undefined },
      { text, block },
    ];
    await expect(runScenario({ ...scenario, steps })).rejects.toThrow(text);
  });

  test('an output with a member that the feature does not name differs', () => {
    const error = { type: 'https://example.com/e', status: 500 };
    expect(difference({ caught: { ...error, title: 'Oh' } }, { caught: error })).toContain('.caught.title');
  });
});
