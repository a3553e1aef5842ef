import { expect, test } from 'vitest';
import { KeyedMutex } from '../../../controller/concurrency/turns.js';

test('operations under one key run one after the other in the order of the calls, those under two keys together', async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const gates = new Map<string, () => void>();
  const operation = (name: string) => () => {
    log.push(`${name} began`);
    return new Promise<string>((resolve) => {
      gates.set(name, () => {
        log.push(`${name} ended`);
        resolve(name);
      });
    });
  };
  const first = mutex.run('a', operation('first'));
  const second = mutex.run('a', operation('second'));
  const other = mutex.run('b', operation('other'));
  expect(log).toEqual(['first began', 'other began']);
  gates.get('first')?.();
  expect(await first).toBe('first');
  await expect.poll(() => log).toContain('second began');
  gates.get('second')?.();
  gates.get('other')?.();
  expect(await Promise.all([second, other])).toEqual(['second', 'other']);
  expect(log.indexOf('first ended')).toBeLessThan(log.indexOf('second began'));
});

test('a failed operation fails its own caller alone', async () => {
  const mutex = new KeyedMutex();
  const failed = mutex.run('a', () => Promise.reject(new Error('no')));
  const next = mutex.run('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
