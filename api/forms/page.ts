import type { HumanTask } from '../../controller/runs/contract.js';
import { escapeHtml } from '../../schemas/escape-html.js';
import { pointerTo } from '../../schemas/json/values.js';
import { markdownOfCaller } from '../http/pages/markdown.js';
import { createStyle, type Page, sentenceHtml } from '../http/pages/page.js';
import { type Entered, type Fault, type Field, findQuestion } from './fields.js';
import { localTimes, timeHtml } from './time-in-words.js';

const style =
  createStyle(`dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem;margin:1rem 0}dt{color:var(--dim)}dd{margin:0}
.note{border-left:4px solid var(--warn-line);background:var(--warn);padding:.6rem 1rem;border-radius:0 6px 6px 0}.fault{color:var(--fault)}
label,.question{display:block;font-weight:600;margin-top:1.25rem}.hint{color:var(--dim);margin:0}
input:not([type=checkbox]),select,textarea{font:inherit;width:100%;margin-top:.25rem;padding:.55rem .65rem;color:inherit;background:var(--page);border:1px solid var(--dim);border-radius:6px}
input[type=checkbox]{width:1.25rem;height:1.25rem;accent-color:var(--accent)}textarea{min-height:7rem}
.answers{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.75rem}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.75rem;border:1px solid var(--accent);border-radius:6px;cursor:pointer;color:var(--on-accent);background:var(--accent)}
button.other{color:var(--text);background:var(--page);border-color:var(--dim)}
table{border-collapse:collapse}th,td{text-align:left;padding:.35rem .9rem .35rem 0;border-bottom:1px solid var(--line)}th{color:var(--dim);font-weight:600}
.about{overflow-x:auto}blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:4px solid var(--line)}
@media (max-width:30rem){.answers button{flex:1 1 100%}}
`);

function escaped(value: unknown): string {
  return escapeHtml(String(value));
}

/** A page of a title and a sentence. */
export function plainPage(title: string, sentence: string): Page {
  return getPage(title, sentenceHtml(sentence));
}

/** A page of a title and a sentence in HTML. */
export function getPage(title: string, html: string): Page {
  const body = `<h1>${escaped(title)}</h1>\n<p class="lead">${html}</p>`;
  return { title, style, body };
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
export function taskPage({ task, assignee, production, fields, entered, faults, problem }: TaskPage): Page {
  const { title, description, flow, branch, environment, dueAt } = task;
  const facts = [
    ['For', escaped(getPrincipalName(assignee))],
    ['Flow', escaped(flow)],
    ...(environment === null ? [] : [['Environment', escaped(environment)]]),
    ...(dueAt === null ? [] : [['Due', timeHtml(dueAt)]]),
  ];
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('');
  const warning = `This is not production: the flow runs on branch ${branch}.`;
  const elsewhere = faults.filter(({ pointer }) => !fields.some(({ property }) => isIn(pointer, property)));
  const notes = [...(problem === undefined ? [] : [problem]), ...elsewhere.map(toSentence)];
  const question = findQuestion(fields);
  const shown = fields.filter((field) => field !== question);
  return {
    title,
    style,
    script: dueAt === null ? undefined : localTimes,
    body: [
      `<h1>${escaped(title)}</h1>`,
      branch === production ? '' : `<p class="note">${escaped(warning)}</p>`,
      description === null ? '' : `<div class="about">${markdownOfCaller(description)}</div>`,
      `<dl>${list}</dl>`,
      ...(faults.length > 0 ? ['<p class="fault">Some values do not fit; please correct them.</p>'] : []),
      ...notes.map((note) => `<p class="fault">${escaped(note)}</p>`),
      '<form method="post" autocomplete="off">',
      `<input type="hidden" name="${marker}" value="${escaped(task.id)}">`,
      ...shown.map((field) => getField(field, entered[field.input], faults)),
      ...(question ? answersTo(question, faults) : ['<p class="answers"><button>Complete</button></p>']),
      '</form>',
    ].join('\n'),
    footer: `Branch ${escaped(branch)}. The answer is recorded with the name of the person that this link is for.`,
  };
}

/** The first button of a form is pressed by the enter key; it can do nothing, so that no answer is given by accident. */
function answersTo({ input, property, title, description }: Field, faults: readonly Fault[]): string[] {
  const isApproval = /^approved?$/i.test(property);
  const [yes, no] = isApproval ? ['Approve', 'Decline'] : ['Yes', 'No'];
  const own = faults.filter(({ pointer }) => isIn(pointer, property));
  return [
    '<button disabled hidden></button>',
    isApproval && title === property ? '' : `<p class="question">${escaped(title)}</p>`,
    description === null ? '' : `<p class="hint">${escaped(description)}</p>`,
    ...own.map(({ message }) => `<p class="fault">${escaped(message)}</p>`),
    `<p class="answers"><button name="${input}" value="on">${yes}</button>`,
    `<button class="other" name="${input}" value="">${no}</button></p>`,
  ];
}

/** The name of a person without the source of the account. */
export function getPrincipalName(principal: string): string {
  return principal.replace(/^(?:user|oidc):/, '');
}

function toSentence({ pointer, message }: Fault): string {
  return `${pointer || 'The form'} ${message}`;
}

function isIn(pointer: string, property: string): boolean {
  const own = pointerTo('', property);
  return pointer === own || pointer.startsWith(`${own}/`);
}

function getField(field: Field, entered: unknown, faults: readonly Fault[]): string {
  const { input, property, title, description, required, kind } = field;
  const label = `${escaped(title)}${required && kind !== 'flag' ? ' *' : ''}`;
  const text = typeof entered === 'string' ? entered : '';
  const own = faults.filter(({ pointer }) => isIn(pointer, property));
  const lines = own.map(({ message }) => `<p class="fault" id="${input}-fault">${escaped(message)}</p>`);
  const about = own.length > 0 ? ` aria-invalid="true" aria-describedby="${input}-fault"` : '';
  return [
    `<label for="${input}">${label}</label>`,
    description === null ? '' : `<p class="hint">${escaped(description)}</p>`,
    getControl(field, text, ` id="${input}" name="${input}"${about}`),
    ...lines,
  ].join('\n');
}

/** A time has no field of its own: without a script, the zone of the reader is not known. */
const inputTypes: Partial<Record<Field['kind'], string>> = { date: 'date', email: 'email', uri: 'url' };

function getControl(field: Field, valueText: string, common: string): string {
  const { choices, kind } = field;
  const required = field.required ? ' required' : '';
  switch (kind) {
    case 'flag':
      return `<input type="checkbox" value="on"${common}${valueText === '' ? '' : ' checked'}>`;
    case 'choice': {
      const options = choices.map(({ title }, index) => {
        const isChosen = valueText === String(index) ? ' selected' : '';
        return `<option value="${index}"${isChosen}>${escaped(title)}</option>`;
      });
      return `<select${common}${required}><option value=""></option>${options.join('')}</select>`;
    }
    case 'long-text':
      return `<textarea${common}${required}${getLimit(field)}>\n${escaped(valueText)}</textarea>`;
    case 'json':
      return `<textarea${common}${required} spellcheck="false" placeholder="JSON">\n${escaped(valueText)}</textarea>`;
    case 'number':
      return `<input type="text" inputmode="decimal"${common}${required} value="${escaped(valueText)}">`;
    default: {
      const type = inputTypes[kind] ?? 'text';
      return `<input type="${type}"${common}${required}${getLimit(field)} value="${escaped(valueText)}">`;
    }
  }
}

function getLimit({ maxLength }: Field): string {
  return maxLength === null ? '' : ` maxlength="${maxLength}"`;
}
