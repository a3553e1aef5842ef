import { pageFields } from '../shared/fields.js';
import type { Operation } from '../shared/operation.js';
import { asEntityRoutes, entityPath, platformPath, type Route, route } from '../shared/route.js';
import { createGrantApproval, denyApproval, listApprovals, readApproval } from './operations.js';

const base = `${platformPath}/approvals`;

const readsAt = (path: string): Route[] => [
  route('GET', path, listApprovals, { query: ['status', ...Object.keys(pageFields)] }),
  route('GET', `${path}/:id`, readApproval),
];

/** @param findOperation returns an operation by its name: an approval makes the effect of any */
export function createApprovalRoutes(findOperation: (name: string) => Operation | undefined): Route[] {
  return [
    ...readsAt(base),
    ...asEntityRoutes(readsAt(entityPath('approval'))),
    route('POST', `${base}/:id/grant`, createGrantApproval(findOperation)),
    route('POST', `${base}/:id/deny`, denyApproval),
  ];
}
