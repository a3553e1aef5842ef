import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../controller/git/git-fixture.js';
import { RealService } from '../../identity/real-service.js';

const failing = "do: [{ fail: { raise: { error: { type: 'https://example.com/e', status: 500 } } } }]";

function flow(name: string, body: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${body}\n`;
}

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({
    'flows/ship.yaml': flow('ship', failing),
    'flows/alarm.yaml': flow(
      'alarm',
      `schedule: { on: { one: { with: { type: io.serverlessworkflow.workflow.faulted.v1 } } } }\n${failing}`,
    ),
    'flows/note.yaml': flow(
      'note',
      'schedule: { on: { one: { with: { type: alarm.over } } } }\ndo: [{ note: { set: { done: true } } }]',
    ),
    'flows/tell.yaml': flow('tell', 'do: [{ tell: { emit: { event: { with: { type: alarm.over } } } } }]'),
  });
});
afterAll(() => service.remove());

interface ShownRun {
  id: string;
  flow: string;
  status: string;
  principal: string;
  input: { name: string }[];
}

async function getRuns(name: string): Promise<ShownRun[]> {
  return (await service.call('GET', `/api/v1/live/runs?flow=${name}&fields=input,output`)).json().items;
}

test('a failed run starts the failure flow once, whose own failure starts nothing', async () => {
  const run = (await service.call('POST', '/api/v1/live/flows/ship/runs', {})).json();
  const [alarm] = await eventually(async () => {
    const runs = await getRuns('alarm');
    return runs[0]?.status === 'faulted' && runs;
  });
  expect(alarm).toMatchObject({ principal: 'trigger/live/alarm', input: [{ name: `ship-${run.id}.test` }] });
  // Events are taken in their order: what comes after the failure of `alarm` starts its flow later.
  await service.call('POST', '/api/v1/live/flows/tell/runs', {});
  await eventually(async () => (await getRuns('note')).length === 1);
  expect(await getRuns('alarm')).toHaveLength(1);
});
