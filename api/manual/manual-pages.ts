import type { Manual } from './manual.js';
import { missingHtml, type Neighbours, resultsHtml, startHtml, topicHtml } from './pages/contents.js';
import type { Site } from './pages/links.js';
import { type Frame, getPage, headline } from './pages/page.js';
import type { Topic } from './topics/topic.js';

/** The manual, below the base path of a service. */
export interface Served {
  readonly manual: Manual;
  readonly basePath: string;
}

/** Returns the first page: the guides and the chapters. */
export function startPage(served: Served): string {
  const { manual } = served;
  const main = startHtml(manual.children('guide'), manual.children(), getSite(served));
  return frame(served, { title: 'Contents', main });
}

export function searchPage(served: Served, query: string): string {
  const words = query.slice(0, 200);
  const { manual } = served;
  const main = resultsHtml({
    query: words,
    topics: manual.search(words, 50),
    suggestions: manual.suggest(words),
    guides: manual.children('guide'),
    site: getSite(served),
  });
  return frame(served, { title: `Search: ${words}`, query: words, main });
}

export function topicPage(served: Served, topic: Topic): string {
  const { manual } = served;
  const trail = [topic];
  for (let above = manual.parent(topic.name); above; above = manual.parent(above.name)) trail.unshift(above);
  const siblings = manual.children(trail[0]?.name);
  const neighbours = getNeighbours(manual, topic);
  const main = topicHtml({ topic, children: manual.children(topic.name), neighbours, site: getSite(served) });
  return frame(served, { title: headline(topic), trail, siblings, main });
}

/**
 * Returns the topics before and after one in the order of the contents: each chapter, then the topics right below it. Among
 * topics further down, the one above them comes before the first, and what follows that one comes after the last.
 */
function getNeighbours(manual: Manual, topic: Topic): Neighbours {
  const above = manual.parent(topic.name);
  const isInContents = !above || !manual.parent(above.name);
  const order = isInContents
    ? manual.children().flatMap((chapter) => [chapter, ...manual.children(chapter.name)])
    : [above, ...manual.children(above.name)];
  const place = order.indexOf(topic);
  const next = order[place + 1] ?? (isInContents || !above ? undefined : getNeighbours(manual, above).next);
  return { previous: order[place - 1], next };
}

/** Returns the page for a name that no topic has. */
export function missingPage(served: Served, name: string): string {
  const main = missingHtml(name, served.manual.near(name), getSite(served));
  return frame(served, { title: 'No such topic', main });
}

function getSite({ manual, basePath }: Served): Site {
  return { base: `${basePath}/manual`, find: manual.find };
}

function frame(served: Served, shown: Pick<Frame, 'title' | 'main'> & Partial<Frame>): string {
  const { manual, basePath } = served;
  const chapters = manual.children();
  return getPage({ site: getSite(served), basePath, chapters, trail: [], siblings: [], query: '', ...shown });
}
