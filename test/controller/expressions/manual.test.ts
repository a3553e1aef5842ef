import { describe, expect, it } from 'vitest';
import { askUs, canonical } from './oracle.js';
import { readManual } from './programs.js';

describe('every example of the manual gives what the manual says', () => {
  it.each(readManual())('$topic: $program on $input', ({ program, input, outputs }) => {
    const expected = outputs.map((line) => (line.startsWith('error: ') ? line : canonical(line)));
    expect(askUs(program, input)).toEqual(expected);
  });
});
