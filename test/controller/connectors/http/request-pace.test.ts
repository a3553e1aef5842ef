import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestPace } from '../../../../controller/connectors/http/limits/request-pace.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = new AbortController().signal;
setMaxListeners(0, open);

/** Lets time pass and returns the times of the turns of `count` requests, in ms from now. */
async function turns(pace: RequestPace, count: number, ms: number): Promise<number[]> {
  const start = performance.now();
  const times: number[] = [];
  for (let each = 0; each < count; each++)
    void pace.turn(open).then(() => times.push(performance.now() - start));
  await vi.advanceTimersByTimeAsync(ms);
  return times.map((time) => Math.round(time));
}

describe('a pace', () => {
  test('gives all turns of a period at once, and the others in the next periods', async () => {
    const pace = new RequestPace({ requests: 3, periodMs: 1_000, burst: 3 });
    expect(await turns(pace, 8, 10_000)).toEqual([0, 0, 0, 1_000, 1_000, 1_000, 2_000, 2_000]);
  });

  test('spreads the turns after a burst', async () => {
    const pace = new RequestPace({ requests: 4, periodMs: 1_000, burst: 2 });
    expect(await turns(pace, 7, 10_000)).toEqual([0, 0, 250, 500, 1_000, 1_000, 1_250]);
  });

  test('gives never more turns in a period than its requests, for any arrivals', async () => {
    for (const [requests, burst] of [
      [1, 1],
      [5, 5],
      [7, 3],
      [10, 1],
    ] as const) {
      const pace = new RequestPace({ requests, periodMs: 1_000, burst });
      const times: number[] = [];
      for (let step = 0; step < 60; step++) {
        for (let each = 0; each < (step * 7) % 5; each++)
          void pace.turn(open).then(() => times.push(performance.now()));
        await vi.advanceTimersByTimeAsync((step * 37) % 230);
      }
      await vi.advanceTimersByTimeAsync(1_000_000);
      expect(times).toHaveLength(120);
      for (const [index, time] of times.entries()) {
        const later = times[index + requests] ?? Number.POSITIVE_INFINITY;
        expect(later - time).toBeGreaterThanOrEqual(999.9);
      }
    }
  });

  test('keeps the order, and gives the turn of a request that left to the next one', async () => {
    const pace = new RequestPace({ requests: 1, periodMs: 1_000, burst: 1 });
    const order: number[] = [];
    const leaving = new AbortController();
    const waiting = [0, 1, 2, 3].map((each) =>
      pace.turn(each === 1 ? leaving.signal : open).then(() => order.push(each)),
    );
    waiting[1]?.catch(() => {});
    expect(pace.waiting).toBe(3);
    leaving.abort(new Error('cancelled'));
    await expect(waiting[1]).rejects.toThrow('cancelled');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(order).toEqual([0, 2, 3]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('takes no turn before requests that wait', async () => {
    const pace = new RequestPace({ requests: 1, periodMs: 1_000, burst: 1 });
    expect(pace.tryTurn()).toBe(true);
    expect(pace.tryTurn()).toBe(false);
    void pace.turn(open);
    await vi.advanceTimersByTimeAsync(999);
    expect(pace.tryTurn()).toBe(false);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(pace.tryTurn()).toBe(true);
  });
});

describe('a pause', () => {
  test('holds all turns back, also without a pace; a shorter one does not end it', async () => {
    const pace = new RequestPace(undefined);
    expect(pace.tryTurn()).toBe(true);
    pace.pause(5_000);
    pace.pause(1_000);
    expect(pace.tryTurn()).toBe(false);
    expect(await turns(pace, 2, 10_000)).toEqual([5_000, 5_000]);
    expect(pace.pauseMs).toBe(0);
  });

  test('that begins during the wait counts', async () => {
    const pace = new RequestPace({ requests: 1, periodMs: 1_000, burst: 1 });
    pace.tryTurn();
    const times = turns(pace, 1, 900);
    await times;
    pace.pause(3_000);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(pace.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(pace.waiting).toBe(0);
  });
});
