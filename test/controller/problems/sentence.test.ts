import { expect, test } from 'vitest';
import {
  catalog,
  Problem,
  type ProblemCode,
  sentence,
  toHintText,
} from '../../../controller/problems/index.js';

const twice = /(?<![.\s/\\])\.\.(?=\s|$)/;

test.each(Object.entries(catalog))('no text of %s has a double full stop', (_, { title, hint }) => {
  expect(title).not.toMatch(twice);
  expect(toHintText(hint)).not.toMatch(twice);
});

test.each(['The server answered.', 'The server answered', 'It ends… '])(
  'a problem that quotes %j has one full stop',
  (quoted) => {
    for (const code of Object.keys(catalog) as ProblemCode[]) {
      const { message } = new Problem(code, `It failed: ${quoted}. Then it stopped: ${quoted}.`);
      expect(message).not.toMatch(twice);
    }
  },
);

test('an ellipsis and a path keep their dots', () => {
  expect(new Problem('internal', 'Reading ../x and .. failed...').message).toBe(
    'Reading ../x and .. failed...',
  );
});

test.each([
  ['it failed', 'it failed.'],
  ['it failed.', 'it failed.'],
  ['it failed..', 'it failed.'],
  ['did it fail?', 'did it fail?'],
])('%j as a sentence is %j', (text, expected) => expect(sentence(text)).toBe(expected));
