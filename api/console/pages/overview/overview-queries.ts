import { queryOptions } from '@tanstack/react-query';
import { queryGraph } from '../../data/graph.js';
import type { BranchState, Check, Need, RunCounts, UnrunnableEntity } from './concerns.js';
import checksText from './queries/checks.graphql?raw';
import runsText from './queries/runs.graphql?raw';
import stateText from './queries/state.graphql?raw';
import unrunnableText from './queries/unrunnable.graphql?raw';

export const overviewKey = ['overview'] as const;
/** The state of the installation changes without events, such as by a secret that is put in. */
const renewMs = 60_000;
const hourMs = 3_600_000;
/** Pages of 200 entities that are looked through for those that cannot run. */
const maxPages = 5;

export function runCountsQuery(branch: string | undefined) {
  return queryOptions({
    queryKey: [...overviewKey, 'runs', branch],
    enabled: branch !== undefined,
    refetchInterval: renewMs,
    queryFn: ({ signal }) => {
      const now = Date.now();
      const day = new Date(now - 24 * hourMs).toISOString();
      const week = new Date(now - 7 * 24 * hourMs).toISOString();
      return queryGraph<RunCounts>(runsText, { branch, day, week }, signal);
    },
  });
}

export function branchStateQuery(branch: string | undefined) {
  return queryOptions({
    queryKey: [...overviewKey, 'state', branch],
    enabled: branch !== undefined,
    refetchInterval: renewMs,
    queryFn: ({ signal }) => queryGraph<BranchState>(stateText, { branch }, signal),
  });
}

interface EntityPage {
  nodes: { type: string; name: string; status: { missing: Need[] } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
const pageTypes = ['connections', 'flows', 'triggers'] as const;
type EntityPages = Record<(typeof pageTypes)[number], EntityPage | null>;

/** The entities that cannot run, of the types that people look for. */
export function unrunnableQuery(branch: string | undefined, isNeeded: boolean) {
  return queryOptions({
    queryKey: [...overviewKey, 'unrunnable', branch],
    enabled: branch !== undefined && isNeeded,
    refetchInterval: renewMs,
    queryFn: async ({ signal }) => {
      const entities = new Map<string, UnrunnableEntity>();
      let cursors: Record<string, string | null> = {};
      for (let page = 0; page < maxPages; page++) {
        const pages = await queryGraph<EntityPages>(unrunnableText, { branch, ...cursors }, signal);
        for (const { type, name, status } of pageTypes.flatMap((each) => pages[each]?.nodes ?? [])) {
          if (status.missing.length > 0)
            entities.set(`${type}/${name}`, { type, name, missing: status.missing });
        }
        const others = pageTypes.filter((each) => pages[each]?.pageInfo.hasNextPage);
        if (others.length === 0) break;
        cursors = Object.fromEntries(
          pageTypes.map((each) => [each, pages[each]?.pageInfo.endCursor ?? null]),
        );
      }
      return [...entities.values()];
    },
  });
}

/** The checks of the installation, which administrators see. */
export function checksQuery(isAllowed: boolean) {
  return queryOptions({
    queryKey: [...overviewKey, 'checks'],
    enabled: isAllowed,
    refetchInterval: renewMs,
    queryFn: async ({ signal }) => {
      const answer = await queryGraph<{ diagnostics: { checks: Check[] } | null }>(checksText, {}, signal);
      return answer.diagnostics?.checks ?? [];
    },
  });
}
