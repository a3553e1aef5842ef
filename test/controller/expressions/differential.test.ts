import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedAnswers, allowedDifferences } from './allowed-differences.js';
import { askJq, askJqMany, askUs, oracleVersion } from './oracle.js';
import { inputText, wrappedProgram } from './program-arbitrary.js';
import { readPrograms, topics } from './programs.js';

it('the oracle is jq 1.8', () => {
  expect(oracleVersion).toMatch(/^(jq-)?1\.8/);
});

describe.each(topics())('programs about %s', (topic) => {
  it('give what jq gives, or differ as is documented', () => {
    const differing = readPrograms(topic)
      .filter(({ program }) => !allowedDifferences.has(program))
      .map(({ program, input }) => ({
        program,
        input,
        jq: askJq(program, input),
        ours: askUs(program, input),
      }))
      .filter(({ jq, ours }) => jq.join('\n') !== ours.join('\n'));
    expect(differing).toEqual([]);
  });
});

it('every documented difference is one', () => {
  const same = topics()
    .flatMap(readPrograms)
    .filter(({ program }) => allowedDifferences.has(program))
    .filter(({ program, input }) => askJq(program, input).join('\n') === askUs(program, input).join('\n'));
  expect(same).toEqual([]);
});

/** Programs by inputs: more than 20,000 comparisons. */
const PROGRAMS = 2_100;
const INPUTS = 10;

it('generated programs give what jq gives', { timeout: 300_000 }, () => {
  let compared = 0;
  const inputs = fc.array(inputText, { minLength: INPUTS, maxLength: INPUTS });
  fc.assert(
    fc.property(wrappedProgram, inputs, (program, texts) => {
      const answers = askJqMany(program, texts);
      if (answers === undefined) return;
      for (const [index, input] of texts.entries()) {
        const answer = answers[index] ?? 'nothing';
        compared++;
        if (allowedAnswers.some(({ pattern }) => pattern.test(answer))) continue;
        expect(askUs(program, input).join('\n'), `on ${input}`).toBe(answer);
      }
    }),
    {
      numRuns: PROGRAMS,
      ...(process.env['FC_SEED'] === undefined ? {} : { seed: Number(process.env['FC_SEED']) }),
    },
  );
  expect(compared).toBeGreaterThan(20_000);
});
