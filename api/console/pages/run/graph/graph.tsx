import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { callService } from '../../../data/client.js';
import { ServiceProblem } from '../../../data/problem.js';
import { latestTasksQuery, type Run, type TaskExecution } from '../../../data/runs.js';
import { FlowGraph } from '../../../panels/graph/flow-graph.js';
import { ProblemNote } from '../../../parts/problem-note.js';
import { getTaskStates } from './task-states.js';

/** The flow as it was when the run began, with the state of each task. */
export function Graph({ run }: { run: Run }): ReactElement {
  const definition = useFlowDefinition(run);
  const { data: tasks = noTasks } = useQuery(latestTasksQuery(run));
  const states = useMemo(() => getTaskStates(tasks), [tasks]);
  const navigate = useNavigate();
  if (definition.isPending) return <span className="skeleton run-graph-waiting" />;
  if (definition.isError)
    return <ProblemNote error={definition.error} onRetry={() => void definition.refetch()} />;
  const open = (reference: string) => {
    const execution = tasks.findLast((task) => task.reference === reference);
    if (!execution) return;
    const search = { task: run.id + execution.key };
    void navigate({ to: '/runs/$run', params: { run: run.id }, search, resetScroll: false });
  };
  return <FlowGraph definition={definition.data} states={states} place={run.error?.instance} onOpen={open} />;
}

const noTasks: readonly TaskExecution[] = [];

/** The definition at the revision of the run; where there are no versions, the present one. */
function useFlowDefinition({ branch, flow, revision }: Run) {
  return useQuery({
    queryKey: ['flow-at', branch, flow, revision],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<unknown> => {
      try {
        const path = { branch, type: 'flow', name: flow, commitHash: revision };
        const at = await callService('get', '/api/v1/{branch}/versions/{type}/{name}/at/{commitHash}', {
          path,
          signal,
        });
        return at.definition;
      } catch (error) {
        if (!(error instanceof ServiceProblem) || ![404, 409, 422].includes(error.status)) throw error;
        const path = { branch, name: flow };
        const now = await callService('get', '/api/v1/{branch}/flows/{name}', { path, signal });
        return now.definition;
      }
    },
  });
}
