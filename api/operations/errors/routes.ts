import { platformPath, type Route, route } from '../shared/route.js';
import { listErrors, readError } from './operations.js';

export const errorRoutes: readonly Route[] = [
  route('GET', `${platformPath}/errors`, listErrors, { credential: 'none' }),
  route('GET', `${platformPath}/errors/:code`, readError, { credential: 'none' }),
];
