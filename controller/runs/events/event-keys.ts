import { hash } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { EventPlace } from '../../flows/index.js';

/** The identity of an event (CloudEvents 1.0, 3.1.1): its source and id. */
export function eventKey(event: JsonObject): string {
  return hash('sha256', JSON.stringify([event['source'], event['id']]), 'base64url');
}

export function keysId(branch: string, type: string): string {
  return JSON.stringify([branch, type]);
}

/** The first part of a bucket tells by which key its listeners are found, the rest by which value of it. */
const prefixLength = 11;

export function getPrefix(branch: string, type: string, source?: string): string {
  const parts = source === undefined ? [branch, type] : [branch, type, source];
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, prefixLength);
}

export function getBucket(branch: string, type: string, key?: EventPlace['key']): string {
  const prefix = getPrefix(branch, type, key?.source);
  return key ? prefix + hash('sha256', key.text, 'base64url').slice(0, 22) : prefix;
}
