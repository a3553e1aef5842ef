import { encodedPart } from '../contract/address-parts.js';
import { ConnectorError } from '../contract/connector.js';

/** Returns a path with its values percent-encoded: no value leads to another place. @throws ConnectorError */
export function getPath(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return texts.reduce((path, text, index) => path + segment(values[index - 1]) + text);
}

/** Returns a path of several names, each percent-encoded. @throws ConnectorError */
export function getNames(path: unknown): string {
  return String(path).split('/').map(segment).join('/');
}

function segment(value: unknown): string {
  const text = String(value);
  if (text !== '' && text !== '.' && text !== '..') return encodedPart(text);
  const detail = `\`${text}\` cannot be a part of the address`;
  throw new ConnectorError('validation', 400, 'Request not usable', detail);
}
