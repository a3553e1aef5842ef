import { platformPath, type Route, route } from '../shared/route.js';
import { listAudit, verifyAudit } from './operations.js';

export const auditRoutes: readonly Route[] = [
  route('GET', `${platformPath}/audit`, listAudit, {
    query: ['principal', 'action', 'target', 'outcome', 'since', 'until', 'limit', 'cursor'],
  }),
  route('GET', `${platformPath}/audit/verification`, verifyAudit),
];
