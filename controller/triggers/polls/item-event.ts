import type { JsonObject } from '../../../schemas/json/types.js';
import type { NewEvent } from '../../runs/contract.js';
import { hashKey, type PollState } from './poll-store.js';
import type { NewItem } from './read-items.js';

/** The type of the event that an item becomes. */
const itemType = 'svc.item.v1';
const maxShownKey = 200;

export interface PolledSource {
  connection: string;
  action: string;
  environment: string | undefined;
}

/**
 * Returns the event that a new item becomes: the item is its `data`. Its id has the time since when the trigger looks for
 * items, so that a trigger which begins from the start is given the items that it had before.
 */
export function toItemEvent(
  { item, key }: NewItem,
  { branch, trigger_id: trigger, begun_at }: PollState,
  { connection, action, environment }: PolledSource,
  now: number,
): NewEvent {
  const shown = key.length > maxShownKey ? hashKey(key) : key;
  const event: JsonObject = {
    specversion: '1.0',
    id: `${trigger}/${begun_at}/${shown}`,
    source: `/connections/${connection}`,
    type: itemType,
    subject: action,
    time: new Date(now).toISOString(),
    datacontenttype: 'application/json',
    data: item,
    svcconnection: connection,
  };
  return {
    branch,
    event,
    origin: { connection, trigger, ...(environment === undefined ? {} : { environment }) },
  };
}
