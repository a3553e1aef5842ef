import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../../schemas/escape-html.js';
import { acceptsPage } from './accept.js';

/** One style for all pages that people meet outside of the manual: light and dark as the system is, one column. */
const common = `:root{color-scheme:light dark;--text:#1b1f1d;--dim:#56615b;--page:#fff;--panel:#f4f7f5;--line:#d5ddd8;--accent:#1d6450;--on-accent:#fff;--fault:#a30000;--warn:#fff6e5;--warn-line:#b26a00}
@media (prefers-color-scheme:dark){:root{--text:#e3e9e6;--dim:#a2b1a9;--page:#141816;--panel:#1d2320;--line:#36403b;--accent:#7fd0b5;--on-accent:#10201a;--fault:#ff9c8f;--warn:#3a2c10;--warn-line:#d99a2b}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,sans-serif;color:var(--text);background:var(--page);overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
header,main,footer{max-width:44rem;margin:0 auto;padding:0 1rem}
header{display:flex;gap:.6rem;align-items:center;padding-top:1.25rem;font-weight:700}
header a{color:inherit;text-decoration:none;display:flex;gap:.6rem;align-items:center}header svg{width:1.75rem;height:1.75rem}
footer{margin-top:2.5rem;padding-top:1rem;padding-bottom:2rem;color:var(--dim);font-size:.9rem}
h1{font-size:1.6rem;line-height:1.25;margin:1.5rem 0 .75rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
code{font:.9em/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--panel);padding:.1em .3em;border-radius:3px}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow-x:auto}pre code{background:none;padding:0;overflow-wrap:normal}
.lead{font-size:1.1rem}
.cards{list-style:none;padding:0;margin:1.25rem 0;display:grid;gap:.75rem}
.cards a{display:block;padding:.9rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--panel);color:inherit;text-decoration:none}
.cards a:hover{border-color:var(--accent)}.cards b{color:var(--accent)}.cards span{display:block;color:var(--dim)}
@media (min-width:40rem){.cards{grid-template-columns:1fr 1fr}}
`;

const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#23705a"/><path d="M9 10h7v12h7" fill="none" stroke="#fff" stroke-width="2.5"/><circle cx="9" cy="10" r="3.5" fill="#fff"/><circle cx="23" cy="22" r="3.5" fill="#fff"/></svg>`;

/** A style sheet, and its hash for the policy that allows it. */
export interface Style {
  readonly css: string;
  readonly hash: string;
}

/** A script without which the page is whole too, and its hash for the policy that allows it. */
export interface Script {
  readonly js: string;
  readonly hash: string;
}

function computeHash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Returns the style of all pages with more CSS. */
export function createStyle(more: string): Style {
  const css = common + more;
  return { css, hash: computeHash(css) };
}

export function createScript(js: string): Script {
  return { js, hash: computeHash(js) };
}

const usual = createStyle('');

/** A page that needs no scripts. */
export interface Page {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** The style of this page; that of all pages where it has none of its own. */
  readonly style?: Style;
  readonly script?: Script | undefined;
  /** HTML below the body. */
  readonly footer?: string;
  /** A source besides this service that the answer to a form may lead to, as the policy writes it: browsers check redirects too. */
  readonly formTarget?: string | undefined;
}

/** The service as pages need it. */
type Site = Pick<FastifyInstance, 'basePath' | 'siteName'>;

function toHtml(
  { title, body, style = usual, script, footer = '' }: Page,
  { basePath, siteName }: Site,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${basePath}/favicon.ico">
<style>${style.css}</style>
</head>
<body>
<header><a href="${basePath}/">${mark}${escapeHtml(siteName)}</a></header>
<main>
${body}
</main>
<footer>${footer}</footer>${script ? `\n<script>${script.js}</script>` : ''}
</body>
</html>
`;
}

/** Headers of a page: no script but its own, nothing from elsewhere, in no frame, in no cache, and no address for others. */
function getHeaders({
  style = usual,
  script,
  formTarget,
}: Pick<Page, 'style' | 'script' | 'formTarget'>): Record<string, string> {
  const targets = formTarget === undefined ? "'self'" : `'self' ${formTarget}`;
  const scripts = script ? ` script-src 'sha256-${script.hash}';` : '';
  return {
    'content-security-policy': `default-src 'none';${scripts} style-src 'sha256-${style.hash}'; img-src 'self'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'content-type': 'text/html; charset=utf-8',
  };
}

export function sendHtml(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(getHeaders(page)).send(toHtml(page, reply.server));
}

/** True for a browser that opens an address; programs ask for JSON, or for anything. */
export function wantsPage({
  method,
  headers: { accept = '' },
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && acceptsPage(accept);
}

/** Returns a sentence as HTML, with what stands between backticks as code. */
export function sentenceHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
