import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LongTimer } from '../../../controller/concurrency/long-timer.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const day = 86_400_000;
const hour = 3_600_000;

test('a timer for longer than `setTimeout` allows fires when it is due, and not before', () => {
  const timer = new LongTimer();
  const expire = vi.fn();
  timer.start(Date.now() + 365 * day, expire);
  vi.advanceTimersByTime(364 * day);
  expect(expire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(day);
  expect(expire).toHaveBeenCalledOnce();
  expect(timer.hasFired).toBe(true);
});

test('a stopped timer does not fire', () => {
  const timer = new LongTimer();
  const expire = vi.fn();
  timer.start(Date.now() + 60 * day, expire);
  vi.advanceTimersByTime(30 * day);
  timer.stop();
  vi.advanceTimersByTime(60 * day);
  expect(expire).not.toHaveBeenCalled();
});

test('a timer that began while the clock was an hour behind fires soon after the clock is right', () => {
  const timer = new LongTimer();
  const expire = vi.fn();
  const due = Date.now() + 5_000;
  vi.setSystemTime(Date.now() - hour);
  timer.start(due, expire);
  vi.advanceTimersByTime(8_000);
  expect(expire).not.toHaveBeenCalled();

  vi.setSystemTime(Date.now() + hour);
  vi.advanceTimersByTime(10_000);

  expect(expire).toHaveBeenCalledOnce();
});

test('a timer whose time the clock has passed over fires soon', () => {
  const timer = new LongTimer();
  const expire = vi.fn();
  timer.start(Date.now() + hour, expire);
  vi.setSystemTime(Date.now() + 2 * hour);
  vi.advanceTimersByTime(10_000);
  expect(expire).toHaveBeenCalledOnce();
});
