import { findRule, rules } from '../../controller/catalog/index.js';
import { nearest } from '../../schemas/nearest.js';
import { exitCodes, Failure } from '../contract/failure.js';
import { codeLines } from '../output/terminal/code-lines.js';
import type { Measure } from '../output/terminal/measure.js';
import type { Palette } from '../output/terminal/palette.js';
import { wrappedText } from '../output/terminal/wrapped.js';

type Rule = NonNullable<ReturnType<typeof findRule>>;

/** Returns the page about a rule. @throws Failure that suggests the nearest rule when there is none of that name */
export function explanationText(id: string, measure: Measure, palette: Palette): string {
  const { summary, severity, what, why, fix, example } = requireRule(id);
  const paragraph = (text: string, indent = '') => wrappedText(text, measure, { first: indent }).join('\n');
  const section = (title: string, text: string) => `${palette.bold(title)}\n${text}\n`;
  const code = (text: string) => codeLines(text.trimEnd(), measure, '  ').join('\n');
  const silent = `To accept one place, put the comment \`# svc-ignore: ${id}\` on its line or above it.`;
  return [
    `${paragraph(`${id} (${severity}): ${summary}`).replace(id, palette.bold(id))}\n`,
    `${paragraph(what)}\n`,
    section('Why it matters', paragraph(why, '  ')),
    section('How to fix it', paragraph(fix, '  ')),
    section('Wrong', code(example.wrong)),
    section('Right', code(example.right)),
    `${palette.dim(paragraph(silent))}\n`,
  ].join('\n');
}

/** Returns the same page as JSON. @throws Failure like `explanationText` */
export function explanationJson(id: string): string {
  const { summary, severity, what, why, fix, example } = requireRule(id);
  return `${JSON.stringify({ id, severity, summary, what, why, fix, example }, null, 2)}\n`;
}

function requireRule(id: string): Rule {
  const rule = findRule(id);
  if (rule) return rule;
  const ids = rules.map((one) => one.id);
  const near = nearest(id, ids);
  throw new Failure(exitCodes.usage, `There is no rule \`${id}\``, [
    ...(near === undefined ? [] : [`Did you mean \`${near}\`?`]),
    `Rules: ${ids.join(', ')}.`,
  ]);
}
