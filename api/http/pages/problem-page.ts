import type { ProblemBody } from '../../../controller/problems/index.js';
import { escapeHtml } from '../../../schemas/escape-html.js';
import { type Page, sentenceHtml } from './page.js';

/** Titles for people who opened an address, in place of those of the catalog. */
const titles: Readonly<Record<string, string>> = {
  route_not_found: 'There is no page at this address',
  unauthenticated: 'This address is for programs with a key',
};

/** The page of a problem, for people: what happened, what to do, where to go. */
export function problemPage(problem: ProblemBody, base: string): Page {
  const { code, detail, hints, instance } = problem;
  const title = titles[code] ?? problem.title;
  const steps = hints.map(({ text }) => `<li>${sentenceHtml(text)}</li>`).join('\n');
  return {
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${sentenceHtml(detail)}</p>
${steps === '' ? '' : `<ul>\n${steps}\n</ul>\n`}<p><a href="${base}/console/">Console</a> · <a href="${base}/manual">Manual</a> · <a href="${base}/manual/error.${escapeHtml(code)}">About this error</a></p>`,
    footer: `<code>${escapeHtml(code)}</code> · request <code>${escapeHtml(instance)}</code>`,
  };
}
