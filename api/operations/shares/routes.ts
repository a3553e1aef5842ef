import { storedEntityRoutes } from '../shared/platform-routes.js';
import { shares } from './operations.js';

export const shareRoutes = storedEntityRoutes(shares, 'shares');
