import { pageFields } from '../shared/fields.js';
import { type Route, route } from '../shared/route.js';
import {
  backfillTrigger,
  fireTrigger,
  listTriggers,
  pauseTrigger,
  readTrigger,
  resumeTrigger,
} from './operations.js';

const base = '/api/v1/:branch/triggers';
const one = `${base}/:trigger`;

export const triggerRoutes: readonly Route[] = [
  route('GET', base, listTriggers, { query: ['flow', ...Object.keys(pageFields)] }),
  route('GET', one, readTrigger),
  route('POST', `${one}/pause`, pauseTrigger),
  route('POST', `${one}/resume`, resumeTrigger),
  route('POST', `${one}/fire`, fireTrigger, { statuses: [201] }),
  route('POST', `${one}/backfill`, backfillTrigger, { body: ['from', 'to', 'dryRun'] }),
];
