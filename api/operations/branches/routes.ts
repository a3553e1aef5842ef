import { setLocation } from '../shared/location.js';
import { writeQuery } from '../shared/platform-routes.js';
import { asEntityRoutes, entityPath, platformPath, type Route, route } from '../shared/route.js';
import {
  compareBranches,
  createBranch,
  deleteBranch,
  listBranches,
  mergeBranch,
  readBranch,
} from './operations.js';

const branches = `${platformPath}/branches`;

export const branchRoutes: readonly Route[] = [
  ...routesAt(branches),
  route('GET', `${branches}/:name/compare`, compareBranches, { query: ['with'] }),
  route('POST', `${branches}/:name/merge`, mergeBranch, { query: ['dryRun'], body: ['into', 'message'] }),
  ...asEntityRoutes(routesAt(entityPath('branch')), { 'list-branches': 'list-branch-entities' }),
];

function routesAt(path: string): Route[] {
  return [
    route('GET', path, listBranches),
    route('GET', `${path}/:name`, readBranch),
    route('POST', path, createBranch, {
      query: writeQuery,
      body: ['name', 'from'],
      statuses: [200, 201],
      responseHeaders: { location: { type: 'string', description: 'The comparison with production.' } },
      respond(_request, reply, { value, outcome }): undefined {
        if (outcome !== 'created') return;
        const { name } = value as { name: string };
        setLocation(reply, `${branches}/${encodeURIComponent(name)}/compare`);
      },
    }),
    route('DELETE', `${path}/:name`, deleteBranch, { query: writeQuery }),
  ];
}
