import { expect, test } from 'vitest';
import { PushPace } from '../../../../controller/writes/push/push-timing.js';

test('svc pauses every two seconds only, while no other client pushes', () => {
  const pace = new PushPace();
  const waits: number[] = [];
  for (let now = 0; now <= 2_200; now += 100) {
    waits.push(pace.pauseMs(now));
    pace.accepted(now, 50);
  }
  expect(waits.slice(0, 21)).toEqual(Array(21).fill(0));
  expect(waits[21]).toBe(150);
});

test('while other clients push, each push is followed by a pause of twice its length', () => {
  const pace = new PushPace();
  pace.othersPushed(0);
  expect(pace.pauseMs(10)).toBe(0);
  pace.accepted(400, 390);
  expect(pace.pauseMs(400)).toBe(780);
  expect(pace.pauseMs(1_180)).toBe(0);
});

test('svc does not pause for clients that have not pushed for half a minute', () => {
  const pace = new PushPace();
  pace.othersPushed(0);
  expect(pace.pauseMs(30_000)).toBe(0);
  pace.accepted(30_100, 100);
  expect(pace.pauseMs(30_101)).toBe(0);
});

test('a pause is never longer than two seconds', () => {
  const pace = new PushPace();
  pace.othersPushed(0);
  pace.accepted(10_000, 9_000);
  expect(pace.pauseMs(10_000)).toBe(2_000);
});

test('a refused push is repeated with fewer commits until the remote accepts one', () => {
  const pace = new PushPace();
  expect(pace.maxCommits).toBe(Number.POSITIVE_INFINITY);
  const counts = Array.from({ length: 8 }, () => {
    pace.refused();
    return pace.maxCommits;
  });
  expect(counts).toEqual([32, 16, 8, 4, 2, 1, 1, 1]);
  pace.accepted(0, 10);
  expect(pace.maxCommits).toBe(Number.POSITIVE_INFINITY);
});
