import type { Run } from '../../controller/runs/contract.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { BranchStatus, Diagnostics, ServerStatus } from '../output/status-text.js';
import { allItems } from './noun-command.js';
import { type ApiClient, apiPath, type Connection } from './rest/api-client.js';

const unfinished = ['pending', 'running', 'waiting', 'suspended'];
/** More runs are not counted: the answer is for people, and each page is a request. */
const maxCounted = 200;

/** Asks a server for its state; at most 200 runs of each state are counted. @throws Failure */
export async function readStatus(connection: Connection): Promise<ServerStatus> {
  const { api } = connection;
  const branch = await connection.branch();
  const isRunning = api.outlivesProcess;
  // An installation that this process has just started has not read the branch yet; a list waits for that.
  if (!isRunning) await api.call(apiPath`/api/v1/${branch}/flows?limit=1`).catch(() => undefined);
  const [principal, sync, runs, diagnostics] = await Promise.all([
    api.call<ServerStatus['principal']>('/api/v1/platform/auth/me'),
    api.call<BranchStatus>(apiPath`/api/v1/${branch}/cicd/sync`),
    countRuns(api, branch),
    api.call<Diagnostics>('/api/v1/platform/diagnostics').catch(nullWithoutRight),
  ]);
  return { server: api.server, isRunning, principal, branch, sync, runs, diagnostics };
}

async function countRuns(api: ApiClient, branch: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    unfinished.map(async (status): Promise<[string, number]> => {
      const { items } = await allItems<Run>(api, apiPath`/api/v1/${branch}/runs`, { status }, maxCounted);
      return [status, items.length];
    }),
  );
  return Object.fromEntries(counts);
}

function nullWithoutRight(error: unknown): null {
  if (error instanceof Failure && error.exitCode === exitCodes.unauthorized) return null;
  throw error;
}
