import hljs from '#highlight.js';
import graphql from '#highlight.js/graphql';
import http from '#highlight.js/http';
import javascript from '#highlight.js/javascript';
import json from '#highlight.js/json';
import nginx from '#highlight.js/nginx';
import powershell from '#highlight.js/powershell';
import python from '#highlight.js/python';
import { BoundedMap } from '../../../../controller/concurrency/bounded-map.js';
import { escapeHtml } from '../../../../schemas/escape-html.js';
import { jq } from './jq-grammar.js';
import { shell } from './shell-grammar.js';
import { yamlWithExpressions } from './yaml-grammar.js';

const highlighter = hljs.newInstance();
highlighter.configure({ classPrefix: 'c-' });
const grammars = {
  graphql,
  http,
  javascript,
  jq,
  json,
  nginx,
  powershell,
  python,
  sh: shell,
  yaml: yamlWithExpressions,
};
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);

/** Longer blocks are shown without colours: all blocks of the manual are shorter. */
const maxHighlightedLength = 20_000;

/** The blocks that were shown last. All of a chapter fit. */
const shown = new BoundedMap<string, string>(500);

/**
 * Returns code as HTML, with a class for each sort of word; the style sheet of the manual has their colours. Code in a
 * language without a grammar is text.
 */
export function highlightCode(code: string, language: string): string {
  if (!highlighter.getLanguage(language) || code.length > maxHighlightedLength) return escapeHtml(code);
  const key = `${language}\n${code}`;
  const highlighted = shown.get(key);
  if (highlighted !== undefined) return highlighted;
  const html = highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  shown.set(key, html);
  return html;
}
