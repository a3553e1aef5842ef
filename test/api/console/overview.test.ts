import { describe, expect, test } from 'vitest';
import {
  type BranchState,
  collectConcerns,
  getNextStarts,
  type TriggerState,
  toCount,
} from '../../../api/console/pages/overview/concerns.js';

const now = Date.parse('2026-03-04T18:00:00Z');
const trigger: TriggerState = {
  name: 'nightly',
  flow: 'report',
  kind: 'schedule',
  state: 'active',
  environment: 'production',
  next: ['2026-03-04T23:30:00+01:00', '2026-03-05T23:30:00+01:00'],
  pausedBy: null,
  messages: null,
  poll: null,
};
const calm: NonNullable<BranchState['syncStatus']> = {
  conditions: [{ type: 'Ready', status: 'True' }],
  held: null,
  problems: [],
  lastError: null,
  hints: [],
  push: { pending: 0, lastError: null },
};

function collect(state: Partial<typeof calm>, triggers: TriggerState[] = []) {
  const whole = { syncStatus: { ...calm, ...state }, triggerStates: { nodes: triggers } };
  return collectConcerns({ state: whole, unrunnable: [], checks: [] });
}

describe('what needs attention', () => {
  test('is nothing where all is well, and where the reader may see nothing', () => {
    expect(collect({}, [trigger])).toEqual([]);
    const nothing = { syncStatus: null, triggerStates: null };
    expect(collectConcerns({ state: nothing, unrunnable: [], checks: [] })).toEqual([]);
  });

  test('has files that are not in service with place, reason and fix, and no warnings', () => {
    const finding = { rule: 'x', file: 'flows/a.yaml', line: 3, message: 'is missing', hint: 'Add it.' };
    const concerns = collect({
      problems: [
        { ...finding, severity: 'error' },
        { ...finding, severity: 'warning' },
      ],
    });
    expect(concerns.map(({ title, detail, fix }) => [title, detail, fix])).toEqual([
      ['Not in service: `flows/a.yaml:3`', 'is missing', 'Add it.'],
    ]);
  });

  test('has a held revision once, with the way on', () => {
    const held = { reason: 'prune', revision: '0123456789abcdef', message: 'It deletes 40 entities.' };
    const concerns = collect({ held, lastError: 'It deletes 40 entities.' });
    expect(concerns).toHaveLength(1);
    expect(concerns[0]).toMatchObject({ tone: 'bad', detail: 'It deletes 40 entities.' });
    expect(concerns[0]?.title).toContain('01234567');
  });

  test('has a revision without a signature with how to sign it, as it cannot be confirmed', () => {
    const held = { reason: 'unverified', revision: '0123456789abcdef', message: 'It is not signed.' };
    const concerns = collect({ held, lastError: held.message, hints: [{ text: 'Sign it.' }] });
    expect(concerns.map(({ detail, fix }) => [detail, fix])).toEqual([['It is not signed.', 'Sign it.']]);
  });

  test('has what keeps an entity from running, and failing checks that say more than that, the worst first', () => {
    const concerns = collectConcerns({
      state: {
        syncStatus: calm,
        triggerStates: { nodes: [{ ...trigger, state: 'paused', pausedBy: 'user:ada' }] },
      },
      unrunnable: [
        {
          type: 'flow',
          name: 'report',
          missing: [{ message: 'there is no secret `mail`', hint: 'Store it.' }],
        },
      ],
      checks: [
        { name: 'runnable', status: 'warn', detail: 'One cannot run', hint: null },
        { name: 'disk', status: 'fail', detail: 'Full', hint: 'Free some.' },
        { name: 'clock', status: 'ok', detail: 'Right', hint: null },
      ],
    });
    expect(concerns.map(({ id, tone }) => `${id} ${tone}`)).toEqual([
      'flow/report bad',
      'check/disk bad',
      'paused/nightly warn',
    ]);
    expect(concerns[0]).toMatchObject({ detail: 'there is no secret `mail`.', fix: 'Store it.' });
    expect(concerns[2]?.detail).toContain('ada');
  });

  test('has triggers whose messages do not arrive', () => {
    const messages = { connection: 'orders', status: 'failing', detail: 'refused' };
    expect(collect({}, [{ ...trigger, messages }])[0]).toMatchObject({ tone: 'bad', detail: 'refused' });
  });
});

describe('the next starts', () => {
  test('are sorted by time over zones, each trigger once, with its later times', () => {
    const early = { ...trigger, name: 'early', flow: 'clean', next: ['2026-03-04T21:00:00Z'] };
    const starts = getNextStarts([trigger, early], [], now);
    expect(starts.map(({ flow, later, obstacle }) => [flow, later.length, obstacle])).toEqual([
      ['clean', 0, undefined],
      ['report', 1, undefined],
    ]);
  });

  test('say why a flow will not run', () => {
    const unrunnable = [{ type: 'flow', name: 'report', missing: [] }];
    expect(getNextStarts([trigger], unrunnable, now)[0]?.obstacle).toMatch(/cannot run/);
    expect(getNextStarts([{ ...trigger, state: 'paused' }], [], now)[0]?.obstacle).toMatch(/paused/);
  });

  test('have no times of the past, of other branches, or of later weeks', () => {
    const past = { ...trigger, next: ['2026-03-04T17:00:00Z'] };
    const far = { ...trigger, next: ['2026-04-04T17:00:00Z'] };
    expect(getNextStarts([past, far, { ...trigger, state: 'inactive' }], [], now)).toEqual([]);
  });
});

test('a number of runs says that there are more, and is absent where they may not be seen', () => {
  expect(toCount({ nodes: [{ id: 'a' }], pageInfo: { hasNextPage: true } })).toEqual({
    count: 1,
    isMore: true,
  });
  expect(toCount(null)).toBeUndefined();
});
