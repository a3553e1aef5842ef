import { findRule, rules } from '../../controller/catalog/index.js';
import { nearest } from '../../schemas/nearest.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Palette } from '../output/terminal/palette.js';

type Rule = NonNullable<ReturnType<typeof findRule>>;

/** Returns the page about a rule. @throws Failure that suggests the nearest rule when there is none of that name */
export function explanationText(id: string, palette: Palette): string {
  const { summary, severity, what, why, fix, example } = requireRule(id);
  const section = (title: string, text: string) => `${palette.bold(title)}\n${indented(text)}\n`;
  return [
    `${palette.bold(id)} (${severity}): ${summary}\n`,
    `${wrapped(what)}\n`,
    section('Why it matters', wrapped(why)),
    section('How to fix it', wrapped(fix)),
    section('Wrong', example.wrong),
    section('Right', example.right),
    `${palette.dim(`To accept one place, put the comment \`# svc-ignore: ${id}\` on its line or above it.`)}\n`,
  ].join('\n');
}

/** Returns the same page as JSON. @throws Failure like `explanationText` */
export function explanationJson(id: string): string {
  const { summary, severity, what, why, fix, example } = requireRule(id);
  return `${JSON.stringify({ id, severity, summary, what, why, mend: fix, example }, null, 2)}\n`;
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
  return text.replace(/^/gm, '  ');
}
