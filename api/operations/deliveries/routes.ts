import { pageFields } from '../shared/fields.js';
import { type Route, route } from '../shared/route.js';
import { discardDelivery, listDeliveries, readDelivery, replayDelivery } from './operations.js';

const base = '/api/v1/:branch/deliveries';
const one = `${base}/:delivery`;

export const deliveryRoutes: readonly Route[] = [
  route('GET', base, listDeliveries, { query: ['trigger', ...Object.keys(pageFields)] }),
  route('GET', one, readDelivery),
  route('POST', `${one}/replay`, replayDelivery, { statuses: [201] }),
  route('POST', `${one}/discard`, discardDelivery),
];
