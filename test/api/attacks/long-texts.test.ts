import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareGiven } from '../../../api/operations/given-input.js';
import { operations } from '../../../api/operations/registry.js';
import { perform } from '../../../api/operations/shared/authorization.js';
import { getExample } from '../../../api/operations/shared/example-value.js';
import type { Operation, OperationContext } from '../../../api/operations/shared/operation.js';
import { Problem } from '../../../controller/problems/index.js';
import { newBudget } from '../../../controller/security/identity/index.js';
import { nearest } from '../../../schemas/nearest.js';
import { known } from '../identity/doors.js';
import { RealService } from '../identity/real-service.js';

const size = 100_000;
/** Texts that are expensive for patterns that backtrack, for dates, for searches and for cursors. */
const texts: Readonly<Record<string, string>> = {
  'one letter': 'a'.repeat(size),
  'blanks and a letter': `${' '.repeat(size)}x`,
  'letters and dashes': 'a-'.repeat(size / 2),
  'a time without an end': `2026-01-01T00:00:00.${'0'.repeat(size)}Z`,
  accents: '\u0301'.repeat(size / 2),
  'a cursor of a long name': Buffer.from(`n:${'x'.repeat(size)}`).toString('base64url'),
  'a cursor of a long rank': Buffer.from(`q:${'1'.repeat(size)}:x`).toString('base64url'),
  stars: '*'.repeat(size),
};

let service: RealService;
beforeAll(async () => {
  service = await RealService.start();
});
afterAll(() => service.remove());

function context(): OperationContext {
  const principal = { id: 'user:attacker', role: 'admin' as const };
  const { signal } = new AbortController();
  return {
    controller: service.controller,
    principal,
    caller: { principal, budget: newBudget(), expiresAt: null },
    origin: { requestId: 'attack', address: '127.0.0.1', agent: '', via: 'test' },
    signal,
    ending: signal,
    listening: signal,
  };
}

/** The names of the inputs that take text. */
function textInputs({ input }: Operation): string[] {
  return Object.entries(input.properties).flatMap(([name, { type }]) =>
    type === undefined || [type].flat().includes('string') ? [name] : [],
  );
}

test.each(operations.filter(({ hints }) => hints.readOnly))(
  '$name answers texts of 100 KB in a few words',
  async (operation) => {
    const { properties, required = [] } = operation.input;
    const fits = required.map((name) => [name, known[name] ?? getExample(properties[name] ?? true)]);
    for (const name of textInputs(operation)) {
      for (const [what, text] of Object.entries(texts)) {
        const input = { ...Object.fromEntries(fits), [name]: text };
        const told = await Promise.resolve()
          .then(() => perform(operation, context(), prepareGiven(operation, input)))
          .then(
            () => '',
            (error) =>
              error instanceof Problem
                ? `${error.message}${JSON.stringify([error.errors, error.hints])}`
                : error,
          );
        expect(typeof told, `${name}: ${what}: ${told}`).toBe('string');
        expect(told.length, `${name}: ${what}`).toBeLessThan(5_000);
      }
    }
  },
);

test('a name that is too long for a typo gets no suggestion', () => {
  const unread = {
    *[Symbol.iterator](): Generator<string> {
      yield 'hello';
      throw new Error('it was compared');
    },
  };
  expect(nearest('a'.repeat(size), unread)).toBeUndefined();
  expect(nearest('hallo', ['hello', 'other'])).toBe('hello');
});
