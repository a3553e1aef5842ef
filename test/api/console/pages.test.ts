import { describe, expect, test } from 'vitest';
import { getReadiness } from '../../../api/console/data/readiness.js';
import type { Secret } from '../../../api/console/data/secrets.js';
import type { TriggerState } from '../../../api/console/data/triggers.js';
import { getBarShare, getRunFigures } from '../../../api/console/pages/flow/run-figures.js';
import { splitPatch } from '../../../api/console/pages/proposal/split-patch.js';
import { groupSecrets } from '../../../api/console/pages/secrets/secret-groups.js';
import { getCalendarDays } from '../../../api/console/pages/triggers/calendar-days.js';

test.each([
  ['ready', [], true],
  ['ready', [{ type: 'Runnable', status: 'Unknown' }], true],
  ['blocked', [{ type: 'Runnable', status: 'False' }], true],
  ['behind', [{ type: 'Ready', status: 'False' }], true],
  ['broken', [{ type: 'Ready', status: 'False' }], false],
] as const)('an entity is %s with the conditions %j', (readiness, conditions, hasVersion) => {
  expect(getReadiness(conditions, hasVersion)).toBe(readiness);
});

describe('the figures of a flow', () => {
  const runs = [
    { id: 'a', status: 'completed', durationMs: 100 },
    { id: 'b', status: 'faulted', durationMs: 4_000 },
    { id: 'c', status: 'completed', durationMs: 300 },
    { id: 'd', status: 'completed', durationMs: 200 },
    { id: 'e', status: 'running', durationMs: null },
  ] as const;

  test('count the outcomes, and tell the usual duration of runs that completed', () => {
    expect(getRunFigures(runs)).toEqual({ completed: 3, faulted: 1, medianMs: 200, maxMs: 4_000 });
    expect(getRunFigures([])).toEqual({ completed: 0, faulted: 0, medianMs: undefined, maxMs: 0 });
  });

  test('have a bar for each run, also for one without a duration', () => {
    const shares = runs.map((run) => getBarShare(run, 4_000));
    expect(shares[1]).toBe(1);
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
  });
});

describe('secrets', () => {
  const environments = [
    { name: 'staging', secretPrefix: 'staging/' },
    { name: 'local', secretPrefix: undefined },
  ];
  const get = (path: string) => ({ path, keys: ['key'] }) as unknown as Secret;

  test('stand below the environment that owns their prefix, by whole segments', () => {
    const paths = ['shop', 'staging/shop', 'staging-old/shop', 'platform/forge'];
    const groups = groupSecrets(paths.map(get), environments);
    expect(groups.map(({ kind, secrets }) => [kind, secrets.map(({ path }) => path)])).toEqual([
      ['everywhere', ['shop', 'staging-old/shop']],
      ['environment', ['staging/shop']],
      ['installation', ['platform/forge']],
    ]);
  });
});

describe('a patch of several files', () => {
  const patch = [
    'diff --git a/flows/a.yaml b/flows/a.yaml\n--- a/flows/a.yaml\n+++ b/flows/a.yaml\n@@ -1 +1 @@\n-a\n+diff --git a/x b/x\n',
    'diff --git a/flows/b.yaml b/flows/b.yaml\ndeleted file mode 100644\n--- a/flows/b.yaml\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n',
  ].join('');

  test('is split by file; lines that look like its head do not split it', () => {
    expect(splitPatch(patch).map(({ path }) => path)).toEqual(['flows/a.yaml', 'flows/b.yaml']);
    expect(splitPatch('')).toEqual([]);
  });
});

test('the calendar has the times of active triggers alone, in their order', () => {
  const get = (name: string, state: TriggerState['state'], next: string[]) =>
    ({ name, state, next }) as unknown as TriggerState;
  const noon = (day: number) => new Date(2026, 2, day, 12).toISOString();
  const days = getCalendarDays([
    get('late', 'active', [noon(5), noon(7)]),
    get('early', 'active', [noon(4), noon(5)]),
    get('resting', 'paused', [noon(4)]),
  ]);
  expect(
    days.map(({ day, starts }) => [new Date(day).getDate(), starts.map(({ trigger }) => trigger.name)]),
  ).toEqual([
    [4, ['early']],
    [5, ['late', 'early']],
    [7, ['late']],
  ]);
});
