import { escapeHtml } from '../../../schemas/escape-html.js';
import type { Topic } from '../topics/topic.js';
import { linksIn, type Site } from './links.js';
import { type Heading, inlineHtml, toHtml } from './markdown-html.js';
import { headline, linkTo } from './page.js';

interface Shown {
  readonly topic: Topic;
  /** The topics right below it. */
  readonly children: readonly Topic[];
  /** The topic after it in its chapter. */
  readonly next: Topic | undefined;
  readonly site: Site;
}

/** Returns the text of a topic with the list of topics below it. */
export function topicHtml({ topic, children, next, site }: Shown): string {
  const links = linksIn(topic, site);
  const { html, headings } = toHtml(topic.text, links);
  const listed = children.filter(({ isPart }) => !isPart);
  return [
    `<h1>${escapeHtml(headline(topic))}</h1>`,
    `<p class="name"><code>${escapeHtml(topic.name)}</code></p>`,
    `<p class="summary">${inlineHtml(topic.summary, links)}</p>`,
    headings.length > 2 ? headingList(headings) : '',
    html,
    listed.length === 0 ? '' : `${topic.text === '' ? '' : '<h2>Topics</h2>\n'}${listHtml(listed, site)}`,
    next ? `<p class="next">Next: ${linkTo(site, next)}</p>` : '',
  ]
    .filter((block) => block !== '')
    .join('\n');
}

function headingList(headings: readonly Heading[]): string {
  const items = headings.map(
    ({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav aria-label="On this page"><ul>${items.join('')}</ul></nav>`;
}

/** Returns topics as a list of links, each with its summary. */
function listHtml(topics: readonly Topic[], site: Site): string {
  const items = topics.map((topic) => {
    const name = `<code>${escapeHtml(topic.name)}</code>`;
    const summary = inlineHtml(topic.summary, linksIn(topic, site));
    return `<li>${linkTo(site, topic)} ${name}<span>${summary}</span></li>`;
  });
  return `<ul class="list">\n${items.join('\n')}\n</ul>`;
}

/** Returns the first page: the guides, and the chapters. */
export function startHtml(guides: readonly Topic[], chapters: readonly Topic[], site: Site): string {
  return [
    '<h1>The manual of svc</h1>',
    '<p class="summary">Every page is also printed by <code>svc explain</code> with its name.</p>',
    '<h2>Guides</h2>',
    listHtml(guides, site),
    '<h2>Reference</h2>',
    listHtml(
      chapters.filter(({ name }) => name !== 'guide'),
      site,
    ),
  ].join('\n');
}

/** Returns the results of a search. */
export function resultsHtml(query: string, found: readonly Topic[], site: Site): string {
  const heading = `<h1>Search: ${escapeHtml(query)}</h1>`;
  if (found.length > 0) return `${heading}\n${listHtml(found, site)}`;
  return `${heading}\n<p>The manual has nothing about these words. Try fewer words, or look through the <a href="#contents">contents</a>.</p>`;
}

/** Returns the page for a name that no topic has. */
export function missingHtml(name: string, near: readonly Topic[], site: Site): string {
  const heading = `<h1>There is no topic of this name</h1>\n<p class="name"><code>${escapeHtml(name)}</code></p>`;
  return near.length === 0 ? heading : `${heading}\n<p>The nearest topics are:</p>\n${listHtml(near, site)}`;
}
