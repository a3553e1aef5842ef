import { expect, test } from 'vitest';
import { Turns } from '../../../../controller/changes/pushing/turns.js';

test('who pushes alone does not wait, but for a moment every two seconds', () => {
  const turns = new Turns();
  const waits: number[] = [];
  for (let now = 0; now <= 2_200; now += 100) {
    waits.push(turns.waitMs(now));
    turns.pushed(now, 50);
  }
  expect(waits.slice(0, 21)).toEqual(Array(21).fill(0));
  expect(waits[21]).toBe(150);
});

test('while others push, each push is followed by a pause of twice its length', () => {
  const turns = new Turns();
  turns.othersPushed(0);
  expect(turns.waitMs(10)).toBe(0);
  turns.pushed(400, 390);
  expect(turns.waitMs(400)).toBe(780);
  expect(turns.waitMs(1_180)).toBe(0);
});

test('others who have not pushed for half a minute are waited for no more', () => {
  const turns = new Turns();
  turns.othersPushed(0);
  expect(turns.waitMs(30_000)).toBe(0);
  turns.pushed(30_100, 100);
  expect(turns.waitMs(30_101)).toBe(0);
});

test('the pause is never longer than two seconds', () => {
  const turns = new Turns();
  turns.othersPushed(0);
  turns.pushed(10_000, 9_000);
  expect(turns.waitMs(10_000)).toBe(2_000);
});

test('a push that is refused is tried again with fewer commits, until one is taken', () => {
  const turns = new Turns();
  expect(turns.mostCommits).toBe(Number.POSITIVE_INFINITY);
  const counts = Array.from({ length: 8 }, () => {
    turns.refused();
    return turns.mostCommits;
  });
  expect(counts).toEqual([32, 16, 8, 4, 2, 1, 1, 1]);
  turns.pushed(0, 10);
  expect(turns.mostCommits).toBe(Number.POSITIVE_INFINITY);
});
