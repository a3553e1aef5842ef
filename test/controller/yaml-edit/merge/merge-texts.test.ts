import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeTexts } from '../../../../controller/yaml-edit/merge/merge-texts.js';
import { mergeYaml } from '../../../../controller/yaml-edit/merge/merge-yaml.js';

const base = '# Guide\n\none\ntwo\nthree\nfour\nfive\n';
const limits = { depth: 100, aliases: 100 };

describe('two changes of a text', () => {
  test('on lines apart are both in the result', () => {
    const ours = base.replace('one', 'ONE');
    const theirs = base.replace('five\n', 'five');
    expect(mergeTexts({ base, ours, theirs })).toEqual({ merged: '# Guide\n\nONE\ntwo\nthree\nfour\nfive' });
  });

  test('of one line are a conflict with its line and all sides', () => {
    const sides = { base, ours: base.replace('three', '3'), theirs: base.replace('three', 'III') };
    expect(mergeTexts(sides)).toEqual({
      conflicts: [{ line: 5, base: 'three\n', ours: '3\n', theirs: 'III\n' }],
    });
  });

  test('too large to be compared line by line are a conflict, not a hang', () => {
    const lines = (mark: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${mark}${index}\n`).join('');
    const { conflicts } = mergeTexts({ base: lines('a'), ours: lines('b'), theirs: lines('c') });
    expect(conflicts).toHaveLength(1);
  });

  test('of thousands of lines that are all alike are merged without a hang', () => {
    const alike = '\n'.repeat(5000);
    const sides = { base: alike, ours: `a\n${alike}`, theirs: `${alike}b\n` };
    expect(mergeTexts(sides)).toEqual({ merged: `a\n${alike}b\n` });
  });

  test('come out the same whichever is ours, and one alone is taken as it is', () => {
    const anyLines = fc
      .array(fc.constantFrom('a\n', 'b\n', '\n', 'constructor\n', '__proto__'), { maxLength: 8 })
      .map((lines) => lines.join(''));
    fc.assert(
      fc.property(anyLines, anyLines, anyLines, (old, ours, theirs) => {
        expect(mergeTexts({ base: old, ours, theirs: old })).toEqual({ merged: ours });
        const there = mergeTexts({ base: old, ours, theirs });
        const back = mergeTexts({ base: old, ours: theirs, theirs: ours });
        expect(back.merged === undefined).toBe(there.merged === undefined);
      }),
    );
  });
});

describe('two changes of an entity file', () => {
  const file = 'kind: store\nname: seen\nttl: P1D # a day\nmaxEntries: 10\n';

  test('on neighbouring lines are both in the result', () => {
    const ours = file.replace('P1D # a day', 'P2D # two days');
    const theirs = file.replace('10', '20');
    expect(mergeYaml({ base: file, ours, theirs }, { limits })).toEqual({
      merged: 'kind: store\nname: seen\nttl: P2D # two days\nmaxEntries: 20\n',
    });
  });

  test('keep the comments of both sides where they are on lines apart', () => {
    const ours = `# ours\n${file}`;
    const theirs = `${file}# theirs\nlabels: {}\n`;
    expect(mergeYaml({ base: file, ours, theirs }, { limits }).merged).toBe(
      `# ours\n${file}# theirs\nlabels: {}\n`,
    );
  });

  test('of one value are a conflict', () => {
    const sides = { base: file, ours: file.replace('10', '20'), theirs: file.replace('10', '30') };
    expect(mergeYaml(sides, { limits }).conflicts).toEqual([
      { pointer: '/maxEntries', base: 10, ours: 20, theirs: 30 },
    ]);
  });
});
