import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { Problem } from '../../problems/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { rewriteYaml } from '../../yaml-edit/rewrite/rewrite-yaml.js';
import { newYaml } from '../../yaml-edit/write/new-yaml.js';

/** A wanted definition, and the file that is to contain it. */
export interface WantedText {
  definition: JsonObject;
  limits: YamlLimits;
  /** The text of the file now; undefined for a new file. */
  source?: string | undefined;
  isJson?: boolean;
  /** Members of a new file that come first. */
  first?: readonly string[];
}

/** As `WantedText`, with the definition as JSON, which crosses to a thread much faster than objects. */
export type TextJob = Omit<WantedText, 'definition'> & { definition: string };

export type TextAnswer =
  | { text: string }
  | { refused: Pick<Problem, 'code' | 'message' | 'hints' | 'errors'> };

/** Returns the text of the file with the wanted definition. @throws Problem entity_file_unreadable, entity_invalid */
export function textWith({ definition, source, limits, isJson = false, first = [] }: WantedText): string {
  if (source === undefined) return newYaml(definition, { limits, first });
  return rewriteYaml(source, definition, { limits, isJson }).text;
}

/** Does the job of a thread. */
export function answerText(job: TextJob): TextAnswer {
  try {
    return { text: textWith({ ...job, definition: parseJsonText<JsonObject>(job.definition) }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, hints, errors } = error;
    return { refused: { code, message, hints, errors } };
  }
}

/** @throws Problem as `textWith` */
export function textOfAnswer(answer: TextAnswer): string {
  if ('text' in answer) return answer.text;
  const { code, message, hints, errors } = answer.refused;
  throw new Problem(code, message, { hints, ...(errors ? { errors } : {}) });
}
