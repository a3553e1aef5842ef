import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../schemas/json.js';
import type { Occurrence } from './contract.js';

export type PlatformEventType =
  | 'dev.svc.proposal.opened.v1'
  | 'dev.svc.backup.completed.v1'
  | 'dev.svc.apikey.rotated.v1';

/** Something that happened to the installation. */
export function platformEvent(type: PlatformEventType, subject: string, data: JsonObject): Occurrence {
  return {
    event: {
      specversion: '1.0',
      id: randomUUID(),
      source: '/api/v1/platform',
      type,
      subject,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      data,
    },
  };
}

/** An event of a branch that has an id, a time and a type of its own. */
export function branchEvent(event: {
  id: string;
  type: string;
  time: string;
  branch: string;
  revision: string;
  data: object;
}): Occurrence {
  const { id, type, time, branch, revision } = event;
  const data = event.data as JsonObject;
  const { kind, name } = data;
  const entity = typeof kind === 'string' && typeof name === 'string' ? { type: kind, name } : {};
  return {
    event: {
      specversion: '1.0',
      id,
      source: `/api/v1/${encodeURIComponent(branch)}`,
      type,
      subject: 'name' in entity ? `${kind}/${name}` : branch,
      time,
      datacontenttype: 'application/json',
      data: { branch, revision, ...data },
    },
    about: { branch, ...entity },
  };
}
