import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from '../../../controller/runs/deadline.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const day = 86_400_000;

test('a run that may take longer than a timer goes is ended all the same, and not before', () => {
  const deadline = new Deadline();
  const expire = vi.fn();
  deadline.arm(Date.now() + 365 * day, expire);
  vi.advanceTimersByTime(364 * day);
  expect(expire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(day);
  expect(expire).toHaveBeenCalledOnce();
  expect(deadline.hasPassed).toBe(true);
});

test('a run that has ended is not ended again', () => {
  const deadline = new Deadline();
  const expire = vi.fn();
  deadline.arm(Date.now() + 60 * day, expire);
  vi.advanceTimersByTime(30 * day);
  deadline.clear();
  vi.advanceTimersByTime(60 * day);
  expect(expire).not.toHaveBeenCalled();
});
