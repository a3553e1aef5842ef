import { expect, test, vi } from 'vitest';
import type { KindDefinition } from '../../../../controller/catalog/index.js';
import { FileContent, RecentContents } from '../../../../controller/catalog/parse/file-content.js';

test('definition and plan are built at the first read, and once', () => {
  const { content, parsed, compiled } = contents();
  const one = content('a');
  expect([parsed.mock.calls.length, compiled.mock.calls.length]).toEqual([0, 0]);
  expect(one.compiled).toEqual({ plan: 'a' });
  expect(one.compiled).toBe(one.compiled);
  expect(one.definition).toBe(one.definition);
  expect([parsed.mock.calls.length, compiled.mock.calls.length]).toEqual([1, 1]);
});

test('a definition that was not read lately is built again, and is the same', () => {
  const { content, parsed } = contents();
  const first = content('a'.repeat(2 ** 20));
  const before = first.definition;
  for (let index = 0; index < 5; index++) void content(`${index}`.repeat(2 ** 20)).definition;
  parsed.mockClear();
  expect(first.definition).toEqual(before);
  expect(parsed).toHaveBeenCalledTimes(1);
});

test('a definition that is read repeatedly stays, also when many others are read', () => {
  const { content, parsed } = contents();
  const used = content('used');
  void used.definition;
  parsed.mockClear();
  for (let index = 0; index < 10; index++) {
    void content(`${index}`.repeat(2 ** 20)).definition;
    void used.definition;
  }
  expect(parsed).toHaveBeenCalledTimes(10);
});

test('a text larger than all that is kept is there as long as it is worked with', () => {
  const { content, parsed } = contents();
  const huge = content('x'.repeat(5 * 2 ** 20));
  expect(huge.definition).toBe(huge.definition);
  expect(parsed).toHaveBeenCalledTimes(1);
});

function contents() {
  const parsed = vi.fn((text: string) => ({ name: text.slice(0, 10) }));
  const compiled = vi.fn(({ name }: { name?: unknown }) => ({ compiled: { plan: name }, findings: [] }));
  const kind: KindDefinition = {
    kind: 'one',
    plural: 'ones',
    references: [],
    validate: () => [],
    compile: compiled,
  };
  const recent = new RecentContents();
  return { content: (text: string) => new FileContent(text, kind, parsed, recent), parsed, compiled };
}
