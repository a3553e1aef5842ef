import type { ParsedNode } from 'yaml';
import type { Json } from '../../../schemas/json/types.js';
import type { TextFinding } from '../read/decode.js';
import { parseText } from '../read/read-yaml.js';
import type { YamlLimits } from '../read/yaml-document.js';
import { jsonStyle, plainStyle, type Style } from '../write/style.js';
import { styleOf } from './detect-style.js';

/** A parsed text. */
export interface Source {
  text: string;
  contents: ParsedNode | null;
  value: Json;
  eol: '\n' | '\r\n';
  hasAliases: boolean;
  /** Returns the style of the document, which is detected at the first call. */
  style(): Style;
}

export type ParsedSource =
  | { source: Source; finding?: undefined }
  | { finding: TextFinding; source?: undefined };

/** @param isJson true if the text must stay JSON */
export function parseSource(text: string, limits: YamlLimits, isJson: boolean): ParsedSource {
  const parsed = parseText(text, limits);
  if (parsed.finding) return { finding: parsed.finding };
  const { contents, value } = parsed;
  let style: Style | undefined;
  return {
    source: {
      text,
      contents,
      value,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
      hasAliases: text.includes('*') && text.includes('&'),
      style: () => {
        style ??= styleOf(text, contents, isJson ? jsonStyle : plainStyle);
        return style;
      },
    },
  };
}
