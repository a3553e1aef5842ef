import { patchBodies, writeQuery } from '../shared/platform-routes.js';
import { entityPath, type Route, route } from '../shared/route.js';
import { listSections, readSection, updateSection } from './operations.js';

const sections = entityPath('config-section');

export const configSectionRoutes: readonly Route[] = [
  route('GET', sections, listSections, { query: ['limit', 'cursor'] }),
  route('GET', `${sections}/:name`, readSection),
  route('PATCH', `${sections}/:name`, updateSection, { query: writeQuery, bodies: patchBodies('values') }),
];
