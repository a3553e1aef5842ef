import fs from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

beforeAll(() => {
  process.env['OF_THE_FILE'] = 'set';
  const timer = setInterval(() => {}, 1_000);
  return () => {
    delete process.env['OF_THE_FILE'];
    clearInterval(timer);
  };
});

afterAll(() => {
  process.removeAllListeners('SIGUSR2');
});

test('a file may change its process and put it back', () => {
  const folder = process.cwd();
  onTestFinished(() => process.chdir(folder));
  process.chdir('/');
  process.on('SIGUSR2', () => {});
  expect(process.env['OF_THE_FILE']).toBe('set');
});

test('vitest puts back its own stubs and spies', () => {
  vi.stubEnv('STUBBED', 'yes');
  vi.spyOn(fs, 'readFileSync').mockReturnValue('spied');
  expect(fs.readFileSync('/nowhere')).toBe('spied');
});
