import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../data/client.js';
import { queryGraph } from '../../data/graph.js';
import type { Run } from '../../data/runs.js';
import type { FlowFilter } from './flow-filter.js';
import flowsText from './queries/flows.graphql?raw';

export interface ListedFlow {
  name: string;
  /** Null where no version was ever valid. */
  revision: string | null;
  document: { title: string | null; summary: string | null; tags: unknown } | null;
  status: {
    conditions: Pick<Schemas['Condition'], 'type' | 'status'>[];
    missing: { message: string }[];
    findings: { message: string }[];
  };
  runs: { nodes: Pick<Run, 'id' | 'status' | 'createdAt'>[] } | null;
}

interface FlowPage {
  nodes: ListedFlow[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The flows of a branch with their states and last runs. */
export function flowListQuery(branch: string | undefined, filter: FlowFilter) {
  return infiniteQueryOptions({
    queryKey: ['flows', branch, filter],
    enabled: branch !== undefined,
    queryFn: async ({ pageParam, signal }): Promise<FlowPage> => {
      const variables = { branch, ...filter, after: pageParam };
      const { flows } = await queryGraph<{ flows: FlowPage | null }>(flowsText, variables, signal);
      return flows ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) =>
      pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  });
}
