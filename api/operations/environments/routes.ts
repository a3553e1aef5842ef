import { shortForms } from '../entities/routes.js';
import { type Route, route } from '../shared/route.js';
import { resolveEnvironment } from './operations.js';

export const environmentRoutes: readonly Route[] = [
  ...shortForms('environment', 'environments'),
  route('GET', '/api/v1/:branch/environments/:environment/resolved', resolveEnvironment),
];
