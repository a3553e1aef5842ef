import { platformPath, type Route, route } from '../shared/route.js';
import { planChange, readProposalPlan } from './plan.js';
import { recordFlowTest } from './record-test.js';
import { replayRun } from './replay.js';
import { runFlowTests } from './test.js';

export const rehearsalRoutes: readonly Route[] = [
  route('POST', '/api/v1/:base/cicd/plan', planChange, { body: ['branch', 'files'] }),
  route('POST', '/api/v1/:branch/cicd/test', runFlowTests, { body: ['names', 'files'] }),
  route('GET', `${platformPath}/proposals/:id/plan`, readProposalPlan),
  route('GET', '/api/v1/:branch/runs/:run/flow-test', recordFlowTest, { query: ['name'] }),
  route('POST', '/api/v1/:base/runs/:run/replay', replayRun, { body: ['branch', 'files'] }),
];
