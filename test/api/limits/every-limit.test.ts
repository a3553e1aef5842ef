import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../controller/settings/index.js';
import { RealService } from '../identity/real-service.js';
import { type Crossing, limits } from './crossings.js';

const flow = (name: string, task: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n  - ${task}\n`;

const subflow = (name: string) =>
  `{ run: { workflow: { namespace: test, name: ${name}, version: '1.0.0', input: {} } } }`;

const crossings = Object.entries(limits).flatMap(([name, limit]) =>
  'to' in limit ? [[name, limit] as const] : [],
);
let service: RealService;

beforeAll(async () => {
  service = await RealService.start(
    {
      'flows/large.yaml': flow(
        'large',
        'big: { set: { text: \'${ [range(3000)] | map("x") | join("") }\' } }',
      ),
      'flows/long.yaml': flow('long', 'rest: { wait: PT1H }'),
      // A flow cannot catch that it starts too many tasks.
      'flows/endless.yaml': flow(
        'endless',
        'on: { try: [ { one: { set: { a: 1 } } }, { two: { set: { a: 2 }, then: one } } ], catch: { do: [ { again: { set: { a: 3 } } } ] } }',
      ),
      'flows/wordy.yaml': `${flow(
        'wordy',
        'all: { for: { in: "${ [range(60)] }" }, do: [ { big: { run: { script: { language: js, code: "return \'x\'.repeat(1900)" } } } } ] }',
      )}timeout: { after: PT5M }\n`,
      'flows/recursive.yaml': flow('recursive', `deeper: ${subflow('recursive')}`),
      'flows/small.yaml': flow('small', 'say: { set: { a: 1 } }'),
      'flows/parent.yaml': flow(
        'parent',
        `all: { for: { in: "\${ [range(3)] }" }, do: [ { start: ${subflow('small')} } ] }`,
      ),
    },
    Object.fromEntries(crossings.map(([name, { to }]) => [`SVC_Limits__${name}`, String(to)])),
  );
});
afterAll(() => service.remove());

describe.each(crossings)('`Limits.%s`', (_name, { told, over }: Crossing) => {
  test.each(Object.entries(over))('is reported when it is exceeded over %s', async (_way, cross) => {
    expect(await cross(service)).toBe(told);
  });
});

test('every limit of the settings is exceeded here, or in the test that is named', () => {
  expect(Object.keys(limits).sort()).toEqual(Object.keys(defaultSettings.Limits).sort());
  for (const limit of Object.values(limits)) {
    if (!('shownIn' in limit)) continue;
    const text = readFileSync(new URL(limit.shownIn, import.meta.url), 'utf8');
    expect(text).toContain(limit.as);
  }
});
