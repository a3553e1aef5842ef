import dns from 'node:dns';
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { part } from './part.js';

test('the last file meets nothing that the files before it left', () => {
  const left = Object.keys(process.env).filter((name) => name.startsWith('LEFT'));
  expect({ left, mode: process.env['NODE_ENV'] }).toEqual({ left: [], mode: 'test' });
  expect(process.cwd()).toBe(import.meta.dirname);
  expect(process.umask()).not.toBe(0o123);
  expect(process.listenerCount('SIGUSR2')).toBe(0);
  expect(globalThis).not.toHaveProperty('leftGlobal');
  expect([]).not.toHaveProperty('leftMethod');
  expect([fetch.name, dns.lookup.name, part]).toEqual(['fetch', 'lookup', 'of the file']);
  expect(createRequire(import.meta.url)('undici')).toHaveProperty('Agent');
  expect(vi.isFakeTimers()).toBe(false);
});
