import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocks, code, fenced } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** A form of a function of jq, with an example. */
export interface ExpressionExample {
  /** The function with its arguments: `range(from; upto)`. */
  readonly signature: string;
  readonly summary: string;
  readonly program: string;
  /** JSON. */
  readonly input: string;
  /** Each output as JSON. */
  readonly outputs: readonly string[];
}

/** Each is a file of `expressions/`: groups of a signature, a summary, a program, its input and its outputs. */
const families = ['lists', 'objects', 'texts', 'numbers', 'times', 'types'] as const;

/** Reads the functions with their examples. @param folder the folder with the files */
export function expressionExamples(folder: string): ExpressionExample[] {
  return families.flatMap((family) =>
    readFileSync(join(folder, `${family}.txt`), 'utf8')
      .trimEnd()
      .split('\n\n')
      .map((group) => {
        const [signature = '', summary = '', program = '', input = '', ...outputs] = group.split('\n');
        return { signature, summary, program, input, outputs };
      }),
  );
}

/** One page for each function that expressions can call. @param folder the folder with the examples */
export function expressionTopics(folder: string): Topic[] {
  const forms = new Map<string, ExpressionExample[]>();
  for (const example of expressionExamples(folder)) {
    // Names of topics are found in any case, so that `index` and `INDEX` share a page.
    const key = getName(example).toLowerCase();
    forms.set(key, [...(forms.get(key) ?? []), example]);
  }
  return [...forms].map(([name, examples]) => {
    const own = examples.filter((each) => getName(each) === name);
    return getTopic(name, [...own, ...examples.filter((each) => !own.includes(each))]);
  });
}

function getName({ signature }: ExpressionExample): string {
  return signature.split('(')[0] ?? '';
}

function getTopic(name: string, examples: readonly ExpressionExample[]): Topic {
  const [first, ...others] = examples as [ExpressionExample, ...ExpressionExample[]];
  const names = [...new Set(examples.map(getName))];
  const more = others.map((each) => blocks(`## ${each.signature}`, each.summary, exampleText(each)));
  return {
    name: `expression.${name}`,
    title: `${names.join(', ')} (expression.${name})`,
    summary: first.summary,
    text: blocks(code(first.signature), exampleText(first), ...more),
  };
}

function exampleText({ program, input, outputs }: ExpressionExample): string {
  const results = outputs.map((output) => `# output: ${output}`);
  return fenced('jq', [`# input:  ${input}`, program, ...results].join('\n'));
}
