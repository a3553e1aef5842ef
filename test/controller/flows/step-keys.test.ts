import { expect, test } from 'vitest';
import { MemoryHost } from './memory-host.js';
import { plan } from './support.js';

const yaml = `
use:
  functions:
    twice: { do: [ { one: { call: shop.get } }, { two: { call: shop.get } } ] }
do:
  - pages:
      for: { in: '[1, 2]' }
      do:
        - lines:
            for: { in: '["x"]' }
            do: [ { get: { call: shop.get } } ]
  - both:
      fork:
        branches:
          - a: { call: shop.get }
          - b: { do: [ { c: { call: shop.get } } ] }
  - a/b~c: { call: shop.get }
  - function: { call: twice }
  - again:
      call: shop.get
      output: { as: '$input' }
      input: { from: '{ n: ((.n? // 0) + 1) }' }
  - check:
      switch: [ { more: { when: '.n < 3', then: again } } ]
`;

test('keys name the task, the iterations, the branch and the visit, and are the same every time', async () => {
  const invoke = async () => ({});
  const hosts = [new MemoryHost({ invoke }), new MemoryHost({ invoke })];
  for (const host of hosts) await plan(yaml).execute({}, host);
  expect(hosts[0]?.performed).toEqual([
    '/do/0/pages@0/do/0/lines@0/do/0/get',
    '/do/0/pages@1/do/0/lines@0/do/0/get',
    '/do/1/both/fork/branches/0/a',
    '/do/1/both/fork/branches/1/b/do/0/c',
    '/do/2/a~1b~0c',
    '/do/3/function/twice/do/0/one',
    '/do/3/function/twice/do/1/two',
    '/do/4/again',
    '/do/4/again~2',
    '/do/4/again~3',
  ]);
  expect(hosts[1]?.performed).toEqual(hosts[0]?.performed);
});

test('references are those of the document; inside a function, they stand under its call', async () => {
  const host = new MemoryHost({ invoke: async () => ({}) });
  await plan(yaml).execute({}, host);
  const references = new Set(host.events.map(({ reference }) => reference));
  expect(references).toContain('/do/0/pages/do/0/lines/do/0/get');
  expect(references).toContain('/do/1/both/fork/branches/1/b/do/0/c');
  expect(references).toContain('/do/2/a~1b~0c');
  expect(references).toContain('/do/3/function/do/0/one');
});
