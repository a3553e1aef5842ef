import { Liquid, type Template } from 'liquidjs';
import { nearest } from '../../../schemas/nearest.js';
import type { CompileFinding } from '../compile/compilation.js';

/** The longest rendered text, in characters. */
export const maxOutputLength = 1024 * 1024;

/**
 * Liquid for templates that see their parameters only: it reads no file, an unknown name is an error, the time zone is
 * UTC. `render.ts` bounds the steps and the memory of a rendering.
 */
export const liquid = new Liquid({
  templates: {},
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: true,
  lenientIf: true,
  timezoneOffset: 0,
  locale: 'en-US',
  parseLimit: maxOutputLength,
});

/** Tags that read other templates. */
const removedTags = ['include', 'render', 'layout', 'block'];
for (const name of removedTags) delete liquid.tags[name];
// Members that every object inherits, such as `constructor`, are neither tags nor filters.
Object.setPrototypeOf(liquid.tags, null);
Object.setPrototypeOf(liquid.filters, null);

/** The parser takes a token off a list at a time, which becomes slow for long lists. */
const maxMarks = 5_000;

type ParsedTemplate =
  | { template: Template[]; finding?: undefined }
  | { template?: undefined; finding: CompileFinding };

/** Parses a template; the finding names the place and the reason of a syntax error. */
export function parseLiquid(body: string, pointer: string): ParsedTemplate {
  const marks = body.match(/\{[{%]/g) ?? [];
  if (marks.length > maxMarks) {
    const message = `the template has more than ${maxMarks} tags and outputs`;
    const hint = 'Split it into several templates.';
    return {
      finding: {
        rule: 'template-syntax',
        severity: 'error',
        pointer,
        offset: 0,
        message,
        hint,
      },
    };
  }
  try {
    return { template: liquid.parse(body) };
  } catch (error) {
    return { finding: { rule: 'template-syntax', severity: 'error', pointer, ...explain(error, body) } };
  }
}

/** Filters and tags of other languages. */
const foreign: Readonly<Record<string, string>> = {
  elseif: 'elsif',
  json_encode: 'json',
  length: 'size',
  lower: 'downcase',
  set: 'assign',
  title: 'capitalize',
  tojson: 'json',
  trim: 'strip',
  upper: 'upcase',
};

function notClosed(message: string): string {
  if (message.startsWith('output')) return 'Close it with `}}`.';
  return message.startsWith('tag "{%') && !message.includes('%}')
    ? 'Close it with `%}`.'
    : 'Write the tag that ends it, such as `{% endif %}` or `{% endfor %}`.';
}

interface LiquidFailure extends Error {
  token?: { input: string; begin: number };
  originalError?: Error;
}

function explain(error: unknown, body: string): { offset: number; message: string; hint?: string } {
  const { message, token, originalError } = error as LiquidFailure;
  const start = token && token.input === body ? token.begin : 0;
  if (error instanceof RangeError || originalError instanceof RangeError)
    return { offset: start, message: 'the template is nested too deeply' };
  const plain = message.replace(/, line:\d+, col:\d+$/, '');
  const [, section] = /^(?:invalid value expression: "|unexpected token ").{0,2}?[#/](\w+)/.exec(plain) ?? [];
  if (section !== undefined)
    return {
      offset: start,
      message: plain,
      hint: 'Write `{% for item in items %}…{% endfor %}` or `{% if name %}…{% endif %}`.',
    };
  if (/ not closed$/.test(plain)) return { offset: start, message: plain, hint: notClosed(plain) };
  const [, what, name] = /^(tag|undefined filter)[: ]+"?(\w+)/.exec(plain) ?? [];
  if (what === undefined || name === undefined) return { offset: start, message: plain };
  const offset = Math.max(start, body.indexOf(name, start));
  if (what === 'tag' && removedTags.includes(name))
    return { offset, message: plain, hint: 'A template stands alone: it cannot include others.' };
  const other = Object.hasOwn(foreign, name) ? foreign[name] : undefined;
  if (other !== undefined) return { offset, message: plain, hint: `Write \`${other}\`.` };
  const close = nearest(name, Object.keys(what === 'tag' ? liquid.tags : liquid.filters));
  return { offset, message: plain, ...(close === undefined ? {} : { hint: `Did you mean \`${close}\`?` }) };
}
