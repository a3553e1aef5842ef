import { patchBodies } from '../shared/platform-routes.js';
import { asEntityRoutes, entityPath, platformPath, type Route, route } from '../shared/route.js';
import {
  approveProposal,
  closeProposal,
  listProposals,
  mergeProposal,
  readProposal,
  readProposalPlan,
  requestChanges,
  updateProposal,
} from './operations.js';

const proposals = `${platformPath}/proposals`;

const readsAt = (path: string): Route[] => [
  route('GET', path, listProposals, { query: ['state', 'limit', 'cursor'] }),
  route('GET', `${path}/:id`, readProposal),
];

export const proposalRoutes: readonly Route[] = [
  ...readsAt(proposals),
  ...asEntityRoutes(readsAt(entityPath('proposal'))),
  route('GET', `${proposals}/:id/plan`, readProposalPlan),
  route('PATCH', `${entityPath('proposal')}/:id`, updateProposal, { bodies: patchBodies(['state']) }),
  route('POST', `${proposals}/:id/approve`, approveProposal, { body: ['comment', 'revision'] }),
  route('POST', `${proposals}/:id/request-changes`, requestChanges, { body: ['comment', 'revision'] }),
  route('POST', `${proposals}/:id/merge`, mergeProposal),
  route('POST', `${proposals}/:id/close`, closeProposal),
];
