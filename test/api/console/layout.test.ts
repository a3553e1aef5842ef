import { describe, expect, test } from 'vitest';
import { readFlowBlocks } from '../../../api/console/panels/graph/flow-blocks.js';
import { layoutFlow, type PlacedBlock, taskWidth } from '../../../api/console/panels/graph/layout.js';

/** A literal with it would look like a promise. */
const next = 'then';

const ship = {
  do: [
    { find: { call: 'shop.get', with: {} } },
    {
      shipEach: {
        for: { each: 'order', in: '.orders' },
        do: [
          {
            shipOne: {
              try: [{ handOver: { call: 'shop.post' } }],
              catch: { do: [{ fileTicket: { call: 'desk.post' } }] },
            },
          },
        ],
      },
    },
    {
      ask: { fork: { branches: [{ a: { wait: { seconds: 1 } } }, { b: { set: {} } }, { c: { set: {} } }] } },
    },
    { route: { switch: [{ large: { when: '.sum > 10', [next]: 'end' } }, { rest: { [next]: 'find' } }] } },
  ],
};

function isInside(inner: PlacedBlock, outer: PlacedBlock): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y + outer.headHeight &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function overlap(a: PlacedBlock, b: PlacedBlock): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('blocks of a flow', () => {
  test('have the references that tasks of a run have', () => {
    const references = layoutFlow(readFlowBlocks(ship)).blocks.map(({ block }) => block.reference);
    expect(references).toEqual([
      '/do/0/find',
      '/do/1/shipEach',
      '/do/1/shipEach/do/0/shipOne',
      '/do/1/shipEach/do/0/shipOne/try/0/handOver',
      '/do/1/shipEach/do/0/shipOne/catch/do/0/fileTicket',
      '/do/2/ask',
      '/do/2/ask/fork/branches/0/a',
      '/do/2/ask/fork/branches/1/b',
      '/do/2/ask/fork/branches/2/c',
      '/do/3/route',
    ]);
  });

  test('say what a task does, and where a switch leads', () => {
    const [find, each, , route] = readFlowBlocks(ship);
    expect([find?.detail, each?.detail]).toEqual(['shop.get', 'order in .orders']);
    expect(route?.cases).toEqual(['large → end', 'rest → find']);
  });

  test.each([undefined, null, 'text', { do: 'text' }, { do: [null, 1, {}, { a: null }] }])(
    'of the definition %j are read without an error',
    (definition) => {
      expect(() => layoutFlow(readFlowBlocks(definition))).not.toThrow();
    },
  );
});

describe('the layout', () => {
  const { blocks, width, height, arrows, titles } = layoutFlow(readFlowBlocks(ship));

  test('keeps what is inside a task inside its box, and everything else apart', () => {
    for (const a of blocks) {
      for (const b of blocks) {
        if (a === b) continue;
        const [inner, outer] = a.block.reference.length > b.block.reference.length ? [a, b] : [b, a];
        if (inner.block.reference.startsWith(`${outer.block.reference}/`))
          expect(isInside(inner, outer)).toBe(true);
        else expect(overlap(a, b)).toBe(false);
      }
    }
  });

  test('stays within its size', () => {
    for (const block of blocks) {
      expect(block.x).toBeGreaterThanOrEqual(0);
      expect(block.x + block.width).toBeLessThanOrEqual(width);
      expect(block.y + block.height).toBeLessThanOrEqual(height);
    }
  });

  test('places branches of a fork side by side and tasks in a row below each other', () => {
    const [a, b, c] = blocks.filter(({ block }) => block.reference.includes('branches'));
    expect(new Set([a?.y, b?.y, c?.y]).size).toBe(1);
    const tops = ['find', 'shipEach', 'ask', 'route'].map(
      (name) => blocks.find(({ block }) => block.name === name)?.y ?? Number.NaN,
    );
    expect(tops).toEqual([...tops].sort((x, y) => x - y));
    expect(arrows).toHaveLength(3);
    expect(titles.map(({ text }) => text)).toEqual(['try', 'catch']);
  });

  test('is the same above a task that another version adds at the end', () => {
    const longer = { do: [...ship.do, { last: { set: {} } }] };
    const added = layoutFlow(readFlowBlocks(longer)).blocks.slice(0, blocks.length);
    expect(added).toEqual(blocks);
  });

  test('of 1,000 tasks in 40 levels takes no more than its tasks', () => {
    let tasks: object[] = [{ inner: { set: {} } }];
    for (let level = 0; level < 40; level++) {
      const siblings = Array.from({ length: 24 }, (_, index) => ({ [`t${index}`]: { set: {} } }));
      tasks = [{ loop: { for: { in: '.' }, do: tasks } }, ...siblings];
    }
    const layout = layoutFlow(readFlowBlocks({ do: tasks }));
    expect(layout.blocks).toHaveLength(40 * 25 + 1);
    expect(layout.width).toBeGreaterThan(taskWidth);
  });
});
