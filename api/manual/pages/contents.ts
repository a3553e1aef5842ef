import { escapeHtml } from '../../../schemas/escape-html.js';
import type { Suggestions } from '../topics/suggestions.js';
import type { Topic } from '../topics/topic.js';
import { linksIn, type Site } from './links.js';
import { type Heading, inlineHtml, toHtml } from './markdown-html.js';
import { headline, linkTo } from './page.js';

/** The topics before and after one. */
export interface Neighbours {
  readonly previous: Topic | undefined;
  readonly next: Topic | undefined;
}

interface ListedTopic {
  readonly topic: Topic;
  /** The topics right below it. */
  readonly children: readonly Topic[];
  readonly neighbours: Neighbours;
  readonly site: Site;
}

/** Returns the text of a topic with the list of topics below it. */
export function topicHtml({ topic, children, neighbours, site }: ListedTopic): string {
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
    neighboursHtml(neighbours, site),
  ]
    .filter((block) => block !== '')
    .join('\n');
}

function neighboursHtml({ previous, next }: Neighbours, site: Site): string {
  const items = [
    previous
      ? `<li class="previous"><span>Previous</span> ${linkTo(site, previous, ' rel="prev"')}</li>`
      : '',
    next ? `<li class="next"><span>Next</span> ${linkTo(site, next, ' rel="next"')}</li>` : '',
  ].join('');
  return items === '' ? '' : `<nav class="neighbours" aria-label="Previous and next"><ul>${items}</ul></nav>`;
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

interface Results {
  readonly query: string;
  readonly topics: readonly Topic[];
  readonly suggestions: Suggestions;
  /** The guides, for readers whom nothing else helps. */
  readonly guides: readonly Topic[];
  readonly site: Site;
}

/** Returns the results of a search, and what else the reader may have meant. */
export function resultsHtml({ query, topics: results, suggestions, guides, site }: Results): string {
  const { notes, topics, corrected } = suggestions;
  const others = topics.filter((topic) => !results.slice(0, 5).includes(topic));
  const hasOthers = others.length > 0;
  return [
    `<h1>Search: ${escapeHtml(query)}</h1>`,
    results.length === 0 ? '<p>No page of the manual has these words.</p>' : '',
    corrected === undefined ? '' : `<p>Did you mean ${searchLink(corrected, site)}?</p>`,
    ...(hasOthers
      ? notes.map((note) => `<p class="note">${inlineHtml(note, linksIn(undefined, site))}</p>`)
      : []),
    hasOthers ? `${results.length === 0 ? '' : '<h2>Perhaps you mean</h2>\n'}${listHtml(others, site)}` : '',
    results.length === 0
      ? ''
      : `${hasOthers ? '<h2>Pages with these words</h2>\n' : ''}${listHtml(results, site)}`,
    results.length > 0 || hasOthers ? '' : `<h2>Guides</h2>\n${listHtml(guides, site)}`,
  ]
    .filter((block) => block !== '')
    .join('\n');
}

function searchLink(query: string, { base }: Site): string {
  return `<a href="${base}?q=${encodeURIComponent(query)}">${escapeHtml(query)}</a>`;
}

/** Returns the page for a name that no topic has. */
export function missingHtml(name: string, near: readonly Topic[], site: Site): string {
  const heading = `<h1>There is no topic of this name</h1>\n<p class="name"><code>${escapeHtml(name)}</code></p>`;
  return near.length === 0 ? heading : `${heading}\n<p>The nearest topics are:</p>\n${listHtml(near, site)}`;
}
