import type { ParsedNode } from 'yaml';
import type { Json } from '../../../schemas/json.js';
import type { TextFinding } from '../../catalog/decode.js';
import { parseYaml, type YamlLimits } from '../../catalog/yaml-document.js';
import { toJson } from '../../catalog/yaml-value.js';
import { jsonStyle, plainStyle, type Style, styleOf } from './style.js';

/** A text as it was parsed. */
export interface Source {
  text: string;
  contents: ParsedNode | null;
  value: Json;
  eol: '\n' | '\r\n';
  hasAliases: boolean;
  /** Looked up when first asked for. */
  style(): Style;
}

export type Parsed = { source: Source; finding?: undefined } | { finding: TextFinding; source?: undefined };

/** @param isJson the text is to stay JSON */
export function parseSource(text: string, limits: YamlLimits, isJson: boolean): Parsed {
  const { contents, findings } = parseYaml(text, limits);
  const [fault] = findings;
  if (contents === undefined) return { finding: fault as TextFinding };
  const json = toJson(contents, limits);
  const [finding] = json.findings;
  if (finding) return { finding };
  let style: Style | undefined;
  return {
    source: {
      text,
      contents,
      value: json.value,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
      hasAliases: text.includes('*') && text.includes('&'),
      style: () => {
        style ??= styleOf(text, contents, isJson ? jsonStyle : plainStyle);
        return style;
      },
    },
  };
}
