import { createHash } from 'node:crypto';
import type { HumanTask } from '../../controller/runs/contract.js';
import { escapeHtml } from '../../schemas/escape-html.js';
import type { Json } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import type { Entered, Fault, Field } from './fields.js';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#1b1f1d;background:#fff}
h1{font-size:1.4rem;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem;margin:1rem 0}
dt{color:#5b6660}dd{margin:0;overflow-wrap:anywhere}.text{white-space:pre-wrap;overflow-wrap:anywhere}
.note{border-left:4px solid #b26a00;background:#fff6e5;padding:.5rem 1rem}.fault{color:#a30000}
label,legend{display:block;font-weight:600;margin-top:1rem}.hint{color:#5b6660;margin:0}
input:not([type=checkbox]),select,textarea{font:inherit;width:100%;box-sizing:border-box;padding:.4rem;border:1px solid #8a958f;border-radius:4px}
textarea{min-height:7rem}button{font:inherit;margin-top:1.5rem;padding:.5rem 1.5rem;border:0;border-radius:4px;background:#23705a;color:#fff}
@media (prefers-color-scheme:dark){body{background:#161a18;color:#e6ebe8}dt,.hint{color:#9fb0a8}.note{background:#3a2c10}.fault{color:#ff9c8f}
input,select,textarea{background:#202623;color:inherit}}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of every page: no scripts, nothing from elsewhere, in no frame, in no cache, and no address for others. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'content-type': 'text/html; charset=utf-8',
};

function escaped(value: unknown): string {
  return escapeHtml(String(value));
}

/** A page of a title and a sentence. */
export function plainPage(title: string, sentence: string): string {
  return page(title, `<h1>${escaped(title)}</h1>\n<p class="text">${escaped(sentence)}</p>`);
}

interface TaskPage {
  task: HumanTask;
  assignee: string;
  /** The production branch. */
  production: string;
  fields: readonly Field[];
  entered: Entered;
  faults: readonly Fault[];
  /** The reason why the values were not taken, where it is not in a field. */
  problem?: string | undefined;
}

/**
 * The hidden field of the page. A browser sends nothing for a check box that is off: without this field, a request without
 * content would read as an answer of "no" to each of them.
 */
const marker = 'task';

/** True when the fields come from the page of the task. */
export function isOfPage(entered: Entered, { id }: Pick<HumanTask, 'id'>): boolean {
  return entered[marker] === id;
}

/** The page on which a person completes a task. */
export function taskPage({ task, assignee, production, fields, entered, faults, problem }: TaskPage): string {
  const { title, description, flow, branch, environment, dueAt } = task;
  const facts = [
    ['For', assignee],
    ['Flow', flow],
    ['Branch', branch],
    ['Environment', environment ?? 'none'],
    ...(dueAt === null ? [] : [['Due', dueAt]]),
  ];
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('');
  const warning = `This is not production: the flow runs on branch ${branch}.`;
  const elsewhere = faults.filter(({ pointer }) => !fields.some(({ property }) => isIn(pointer, property)));
  const notes = [...(problem === undefined ? [] : [problem]), ...elsewhere.map(sentenceOf)];
  return page(
    title,
    [
      `<h1>${escaped(title)}</h1>`,
      branch === production ? '' : `<p class="note">${escaped(warning)}</p>`,
      description === null ? '' : `<p class="text">${escaped(description)}</p>`,
      `<dl>${list}</dl>`,
      ...(faults.length > 0 ? ['<p class="fault">Some values do not fit; please correct them.</p>'] : []),
      ...notes.map((note) => `<p class="fault">${escaped(note)}</p>`),
      '<form method="post" autocomplete="off">',
      `<input type="hidden" name="${marker}" value="${escaped(task.id)}">`,
      ...fields.map((field) => fieldOf(field, entered[field.input], faults)),
      '<button type="submit">Complete</button>',
      '</form>',
    ].join('\n'),
  );
}

function sentenceOf({ pointer, message }: Fault): string {
  return `${pointer || 'The form'} ${message}`;
}

function isIn(pointer: string, property: string): boolean {
  const own = pointerTo('', property);
  return pointer === own || pointer.startsWith(`${own}/`);
}

function fieldOf(field: Field, entered: unknown, faults: readonly Fault[]): string {
  const { input, property, schema, isRequired, kind } = field;
  const { title, description } = schema;
  const label = `${escaped(title ?? property)}${isRequired && kind !== 'flag' ? ' *' : ''}`;
  const given = typeof entered === 'string' ? entered : '';
  const own = faults.filter(({ pointer }) => isIn(pointer, property));
  const lines = own.map(({ message }) => `<p class="fault" id="${input}-fault">${escaped(message)}</p>`);
  const about = own.length > 0 ? ` aria-invalid="true" aria-describedby="${input}-fault"` : '';
  return [
    `<label for="${input}">${label}</label>`,
    typeof description === 'string' ? `<p class="hint">${escaped(description)}</p>` : '',
    controlOf(field, given, ` id="${input}" name="${input}"${about}`),
    ...lines,
  ].join('\n');
}

function controlOf({ schema, isRequired, kind }: Field, given: string, common: string): string {
  const required = isRequired ? ' required' : '';
  switch (kind) {
    case 'flag':
      return `<input type="checkbox" value="on"${common}${given === '' ? '' : ' checked'}>`;
    case 'choice': {
      const options = (schema['enum'] as Json[]).map((choice, index) => {
        const isChosen = given === String(index) ? ' selected' : '';
        const text = typeof choice === 'string' ? choice : JSON.stringify(choice);
        return `<option value="${index}"${isChosen}>${escaped(text)}</option>`;
      });
      return `<select${common}${required}><option value=""></option>${options.join('')}</select>`;
    }
    case 'long-text':
      return `<textarea${common}${required}${limitOf(schema)}>\n${escaped(given)}</textarea>`;
    case 'json':
      return `<textarea${common}${required} spellcheck="false" placeholder="JSON">\n${escaped(given)}</textarea>`;
    case 'number':
      return `<input type="text" inputmode="decimal"${common}${required} value="${escaped(given)}">`;
    default: {
      const type = { date: 'date', email: 'email', uri: 'url' }[String(schema['format'])] ?? 'text';
      return `<input type="${type}"${common}${required}${limitOf(schema)} value="${escaped(given)}">`;
    }
  }
}

function limitOf({ maxLength }: Field['schema']): string {
  return Number.isInteger(maxLength) ? ` maxlength="${maxLength}"` : '';
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
