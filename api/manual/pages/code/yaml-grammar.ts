import type { Highlighter, Language } from '#highlight.js';
import yaml from '#highlight.js/yaml';
import { expressionMode } from './jq-grammar.js';

/** YAML in which `${ … }` is an expression, bare or as a whole quoted text. */
export function yamlWithExpressions(hljs: Highlighter): Language {
  const plain = yaml(hljs);
  const expression = expressionMode(hljs);
  const quoted = { scope: 'string', begin: /'(?=\$\{)/, end: /'/, contains: [expression] };
  return { ...plain, contains: [quoted, expression, ...plain.contains] };
}
