import { expect, test } from 'vitest';
import { expressionExamples } from '../../../api/manual/reference/expressions.js';
import { compile } from '../../../controller/expressions/index.js';
import { builtManual, manualSources } from '../../built-manual.js';

const examples = expressionExamples(`${manualSources}/expressions`);

/** Returns the name of a function with the number of its arguments, as jq writes it. */
function getSignatureKey(signature: string): string {
  const [name = '', given] = signature.split('(');
  return `${name}/${given === undefined ? 0 : given.split(';').length}`;
}

test('every function has an example, and every example is of a function', () => {
  const known = compile('builtins').first(null) as string[];
  expect(examples.map(({ signature }) => getSignatureKey(signature)).toSorted()).toEqual(known.toSorted());
});

test.each(examples)('$signature: $program on $input gives what the manual says', (example) => {
  const outputs = [...compile(example.program)(JSON.parse(example.input))];
  expect(outputs.map((output) => JSON.stringify(output))).toEqual(example.outputs);
  expect(example.program).toContain(example.signature.split('(')[0]);
  expect(example.summary).toMatch(/^[A-Z\d`e].*\.$/);
});

test('every function has a page', () => {
  const manual = builtManual();
  for (const { signature } of examples) {
    expect(manual.find(`expression.${signature.split('(')[0]}`), signature).toBeDefined();
  }
});
