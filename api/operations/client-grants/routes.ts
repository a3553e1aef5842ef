import { pageFields } from '../shared/fields.js';
import { platformPath, type Route, route } from '../shared/route.js';
import { listClientGrants, revokeClientGrant } from './operations.js';

const base = `${platformPath}/auth/grants`;

export const clientGrantRoutes: readonly Route[] = [
  route('GET', base, listClientGrants, { query: Object.keys(pageFields) }),
  route('DELETE', `${base}/:id`, revokeClientGrant, { statuses: [204] }),
];
