import { findRule, rules } from '../../controller/catalog/index.js';
import { nearest } from '../../controller/problems/index.js';
import { exitCodes, Failure } from '../failure.js';
import type { Palette } from '../output/palette.js';

type Rule = NonNullable<ReturnType<typeof findRule>>;

/** The page about a rule. @throws Failure for one that does not exist, with what may be meant */
export function explanationText(id: string, palette: Palette): string {
  const { summary, severity, what, why, mend, example } = known(id);
  const section = (title: string, text: string) => `${palette.bold(title)}\n${indented(text)}\n`;
  return [
    `${palette.bold(id)} (${severity}): ${summary}\n`,
    `${wrapped(what)}\n`,
    section('Why it matters', wrapped(why)),
    section('How to mend it', wrapped(mend)),
    section('Found', example.wrong),
    section('Mended', example.right),
    `${palette.dim(`To let one place be: a comment \`# svc-ignore: ${id}\` on its line or above it.`)}\n`,
  ].join('\n');
}

/** The same as data. @throws Failure as `explanationText` */
export function explanationJson(id: string): string {
  const { summary, severity, what, why, mend, example } = known(id);
  return `${JSON.stringify({ id, severity, summary, what, why, mend, example }, null, 2)}\n`;
}

function known(id: string): Rule {
  const rule = findRule(id);
  if (rule) return rule;
  const ids = rules.map((one) => one.id);
  const meant = nearest(id, ids);
  throw new Failure(exitCodes.usage, `There is no rule \`${id}\``, [
    ...(meant === undefined ? [] : [`Did you mean \`${meant}\`?`]),
    `Rules: ${ids.join(', ')}.`,
  ]);
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < 90) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
