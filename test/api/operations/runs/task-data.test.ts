import { expect, onTestFinished, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';

const fails = `document: { dsl: '1.0.3', namespace: test, name: fails, version: '1.0.0' }
do:
  - prepare: { set: { card: '\${ "4711-" + .customer }' } }
  - refuse: { raise: { error: { type: 'https://shop.example.com/refused', status: 409, title: Refused } } }
`;
const input = { card: '4711-ada' };

/** Everything that a caller can read of a failed run. */
async function readAll(shownData: string) {
  const service = await RealService.start({
    'flows/fails.yaml': fails,
    'svc.yaml': `Flows: { TaskData: ${shownData} }\n`,
  });
  onTestFinished(() => service.remove());
  const started = (await service.call('POST', '/api/v1/live/flows/fails/runs', { customer: 'ada' })).json();
  const path = `/api/v1/live/runs/${started.id}`;
  const run = (await service.call('GET', path)).json();
  const tasks = (await service.call('GET', `${path}/tasks`)).json().items;
  const [executed] = (await service.call('GET', `${path}/tasks/refuse`)).json().items;
  const query = `{ runTasks(branch: "live", run: "${started.id}") { nodes { name input missing } } }`;
  const graphql = (await service.call('POST', '/graphql', { query })).json();
  const texts = [started, run, tasks, graphql].map((answer) => JSON.stringify(answer));
  return { started, run, refused: tasks.at(-1), executed, graphql, texts };
}

test('the input of the task that failed is in the run and its timeline where the settings show it', async () => {
  for (const shownData of ['all', 'failed']) {
    const { started, run, refused, executed, texts } = await readAll(shownData);
    for (const { failed } of [started, run]) {
      expect(failed).toMatchObject({ task: '/do/1/refuse', taskInput: input });
      expect(failed.missing).toBeUndefined();
    }
    expect(refused).toMatchObject({ name: 'refuse', input });
    expect(executed).toMatchObject({ input, missing: null });
    for (const text of texts) expect(text).toContain('4711-ada');
  }
});

test('`Flows.TaskData: none` hides the input of the task that failed on every surface, and says so', async () => {
  const { started, run, refused, executed, graphql, texts } = await readAll('none');
  const missing = expect.stringContaining('`Flows.TaskData: none` hides');
  for (const { failed } of [started, run]) {
    expect(failed).toMatchObject({ task: '/do/1/refuse', missing, likelyFix: expect.any(String) });
    expect(failed).not.toHaveProperty('taskInput');
  }
  expect(refused).toMatchObject({ name: 'refuse', status: 'faulted', input: null, missing });
  expect(executed).toMatchObject({ input: null, missing });
  expect(graphql).not.toHaveProperty('errors');
  expect(JSON.stringify(graphql)).toContain('Flows.TaskData: none');
  for (const text of texts) expect(text).not.toContain('4711-ada');
});
