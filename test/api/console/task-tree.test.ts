import { describe, expect, test } from 'vitest';
import type { TaskExecution } from '../../../api/console/data/runs.js';
import { getTaskStates } from '../../../api/console/pages/run/graph/task-states.js';
import {
  buildTaskTree,
  findFailurePath,
  flattenTree,
  placeBar,
  type TaskNode,
} from '../../../api/console/pages/run/timeline/task-tree.js';

function execution(key: string, startMs: number, endMs: number | null, more: Partial<TaskExecution> = {}) {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    key,
    reference: key.replaceAll(/[@#~]\d+/g, ''),
    name:
      key
        .split('/')
        .at(-1)
        ?.replace(/[@#].*/, '') ?? '',
    task: 'set',
    attempt: 1,
    status: endMs === null ? 'running' : 'completed',
    startedAt: at(startMs),
    endedAt: endMs === null ? null : at(endMs),
    ...more,
  } as TaskExecution;
}

const loop = [
  execution('/do/0/each', 0, 90, { task: 'for' }),
  execution('/do/0/each@0/do/0/get', 0, 30),
  execution('/do/0/each@1/do/0/get', 30, 40, { status: 'faulted' }),
  execution('/do/0/each@1/do/0/get#2', 50, 60, { attempt: 2 }),
  execution('/do/1/child', 90, 100, { task: 'run', status: 'faulted', childRun: 'r2' }),
];

function names(nodes: readonly TaskNode[]): unknown[] {
  return nodes.map(({ task, round, children }) => {
    const name = task ? `${task.name}${task.attempt > 1 ? `#${task.attempt}` : ''}` : `round ${round}`;
    return children.length === 0 ? name : [name, ...names(children)];
  });
}

describe('the timeline', () => {
  test('has rounds of loops with their tasks, and attempts beside each other', () => {
    expect(names(buildTaskTree('r1', loop))).toEqual([
      ['each', ['round 0', 'get'], ['round 1', 'get', 'get#2']],
      'child',
    ]);
  });

  test('gives a round the time of its tasks', () => {
    const [each] = buildTaskTree('r1', loop);
    expect(each?.children.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [0, 30],
      [30, 60],
    ]);
  });

  test('leaves a round open while a task in it runs', () => {
    const [each] = buildTaskTree('r1', [
      execution('/do/0/each', 0, null),
      execution('/do/0/each@0/do/0/get', 0, 5),
      execution('/do/0/each@0/do/1/put', 5, null),
    ]);
    expect(each?.children[0]?.endedAt).toBeUndefined();
  });

  test('counts a failure that a task inside has caught as no failure of its round', () => {
    const [each] = buildTaskTree('r1', [
      execution('/do/0/each', 0, 9),
      execution('/do/0/each@0/do/0/safe', 0, 9, { task: 'try' }),
      execution('/do/0/each@0/do/0/safe/try/0/get', 0, 9, { status: 'faulted' }),
    ]);
    expect(each?.children[0]?.hasFailed).toBe(false);
  });

  test('opens the way to what failed, and a subflow in place', () => {
    const roots = buildTaskTree('r1', loop);
    const path = findFailurePath(roots);
    expect(path.runs).toEqual(['r2']);
    const inside = new Map([['r2', buildTaskTree('r2', [execution('/do/0/deep', 91, 99)])]]);
    const rows = flattenTree(roots, ({ id }) => path.nodes.includes(id), inside);
    expect(rows.map(({ node, depth }) => [node.task?.name ?? `round ${node.round}`, depth])).toEqual([
      ['each', 0],
      ['round 0', 1],
      ['round 1', 1],
      ['get', 2],
      ['get', 2],
      ['child', 0],
      ['deep', 1],
    ]);
  });

  test('shows nothing inside what is closed', () => {
    expect(flattenTree(buildTaskTree('r1', loop), () => false, new Map())).toHaveLength(2);
  });

  test('builds 10,000 rounds', () => {
    const many = [execution('/do/0/each', 0, 10_000)];
    for (let round = 0; round < 10_000; round++)
      many.push(execution(`/do/0/each@${round}/do/0/get`, round, round + 1));
    expect(buildTaskTree('r1', many)[0]?.children).toHaveLength(10_000);
  });

  test('draws a bar within the scale, also for a task that took no time', () => {
    const node = buildTaskTree('r1', [execution('/do/0/end', 100, 100)])[0] as TaskNode;
    const { left, width } = placeBar(node, { from: 0, to: 100 });
    expect(width).toBeGreaterThan(0);
    expect(left + width).toBeLessThanOrEqual(100);
  });
});

test('a task in the graph has the state of its latest execution and their number', () => {
  expect(getTaskStates(loop).get('/do/0/each/do/0/get')).toEqual({ status: 'completed', count: 3 });
});

test('a task that runs in one branch and has ended in another one still runs', () => {
  const states = getTaskStates([execution('/do/0/a@0/do/0/x', 0, null), execution('/do/0/a@1/do/0/x', 0, 5)]);
  expect(states.get('/do/0/a/do/0/x')?.status).toBe('running');
});
