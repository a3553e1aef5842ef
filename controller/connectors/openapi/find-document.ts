import type { JsonObject } from '../../../schemas/json/types.js';
import type { DescribingTexts } from '../contract/described.js';
import { type ApiDocument, isFault, readDocument } from './document/read.js';
import { getPreset } from './presets/complete.js';
import { toDocument } from './presets/to-document.js';

/** Returns the description that a configuration names, or the operations of its preset; undefined where the server alone has it. */
export function findDocument(config: JsonObject, texts: DescribingTexts): ApiDocument | undefined {
  const { document: text } = texts;
  if (text !== undefined) {
    const document = readDocument(text);
    return isFault(document) ? undefined : document;
  }
  const preset = config['document'] === undefined ? getPreset(config, texts) : undefined;
  return preset && toDocument(preset);
}
