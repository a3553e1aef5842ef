import { catalog, type ProblemBody, sentence } from '../../../controller/problems/index.js';
import { escapeHtml } from '../../../schemas/escape-html.js';
import { type Page, sentenceHtml } from './page.js';

/** Titles for people who opened an address, in place of those of the catalog. */
const titles: Readonly<Record<string, string>> = {
  route_not_found: 'There is no page at this address',
  unauthenticated: 'This address is for programs with a key',
};

/** Hints for people, in place of those that the catalog has for programs. */
const advice: Readonly<Record<string, string>> = {
  route_not_found:
    'The address may be mistyped, or the link old. Flows, runs and what waits for you are in the console; programs find the API at `/api/v1/docs`.',
};

/** The page of a problem, for people: what happened, what to do, where to go. */
export function problemPage(problem: ProblemBody, base: string): Page {
  const { code, detail, hints, instance } = problem;
  const title = titles[code] ?? problem.title;
  const steps = hints.map(({ text }) => sentenceHtml((text === catalog[code].hint && advice[code]) || text));
  return {
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${sentenceHtml(sentence(detail))}</p>
${stepsHtml(steps)}<p><a href="${base}/console/">Console</a> · <a href="${base}/manual">Manual</a> · <a href="${base}/manual/error.${escapeHtml(code)}">About this error</a></p>`,
    footer: `<code>${escapeHtml(code)}</code> · request <code>${escapeHtml(instance)}</code>`,
  };
}

/** One step is a sentence, several are a list. */
function stepsHtml(steps: readonly string[]): string {
  if (steps.length < 2) return steps.map((step) => `<p>${step}</p>\n`).join('');
  return `<ul>\n${steps.map((step) => `<li>${step}</li>`).join('\n')}\n</ul>\n`;
}
