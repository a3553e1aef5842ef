import { escapeHtml } from '../../../schemas/escape-html.js';
import type { Topic } from '../topics/topic.js';
import { copyScript } from './code/copy-script.js';
import { getAddress, type Site } from './links.js';

/** The text of a page, and the facts for the parts around it. */
export interface Frame {
  readonly site: Site;
  /** The base path of the service. */
  readonly basePath: string;
  readonly title: string;
  /** The chapters, for the list beside the text. */
  readonly chapters: readonly Topic[];
  /** The topics from the chapter down to the one that is shown; empty on other pages. */
  readonly trail: readonly Topic[];
  /** The topics in the chapter of the trail. */
  readonly siblings: readonly Topic[];
  /** The words of a search, as they were entered. */
  readonly query: string;
  readonly main: string;
}

/** Returns a page. Its only script is that of the buttons that copy. */
export function getPage(frame: Frame): string {
  const { site, basePath, title, chapters, trail, query, main } = frame;
  const above = trail.slice(0, -1).map((topic) => `<li>${linkTo(site, topic)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · svc manual</title>
<link rel="icon" href="${basePath}/favicon.ico">
<link rel="stylesheet" href="${site.base}/assets/style.css">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a href="${site.base}">svc manual</a>
<form action="${site.base}" role="search">
<input type="search" name="q" value="${escapeHtml(query)}" maxlength="200" aria-label="Words to search for" placeholder="retry after an error">
<button>Search</button>
</form>
<a class="contents" href="#contents">Contents</a>
</header>
<div class="columns">
<main id="text" tabindex="-1">
${above.length === 0 ? '' : `<nav class="trail" aria-label="Topics above"><ul>${above.join('')}</ul></nav>\n`}${main}
</main>
<nav class="side" id="contents" aria-label="Contents">
<ul>
${chapters.map((chapter) => chapterItem(frame, chapter)).join('\n')}
</ul>
</nav>
</div>
<script type="module">${copyScript().text}</script>
</body>
</html>
`;
}

function chapterItem({ site, trail, siblings }: Frame, chapter: Topic): string {
  if (trail[0] !== chapter) return `<li>${linkTo(site, chapter)}</li>`;
  const items = siblings.map((topic) => `<li>${linkTo(site, topic, current(topic, trail))}</li>`).join('\n');
  return `<li>${linkTo(site, chapter, current(chapter, trail))}${items === '' ? '' : `\n<ul>\n${items}\n</ul>\n`}</li>`;
}

function current(topic: Topic, trail: readonly Topic[]): string {
  if (trail.at(-1) === topic) return ' aria-current="page"';
  return trail.includes(topic) && trail[0] !== topic ? ' aria-current="true"' : '';
}

export function linkTo(site: Site, topic: Topic, attributes = ''): string {
  return `<a href="${getAddress(site, topic)}"${attributes}>${escapeHtml(headline(topic))}</a>`;
}

/** Returns the title without the name of the topic, which pages show below it. */
export function headline({ name, title }: Topic): string {
  return title.replace(` (${name})`, '');
}
