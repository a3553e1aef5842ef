import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { useBranch } from '../../data/branches.js';
import { runCountQuery, runListQuery } from '../../data/runs.js';
import { useLive, useThrottled } from '../../data/use-live.js';
import { Icon } from '../../parts/icon.js';
import { LiveMark } from '../../parts/live-mark.js';
import { Nothing } from '../../parts/nothing.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useNow } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { BulkMenu } from './bulk-menu.js';
import { FilterBar } from './filter-bar.js';
import { toRunQuery } from './run-filter.js';
import { RunTable } from './run-table.js';
import './runs.css';

const events = '/api/v1/platform/events?type=io.serverlessworkflow.workflow.*';
const renewMs = 1_500;
/** Renewing more pages than these would ask for hundreds of runs that have not changed. */
const maxRenewedPages = 2;

/** The runs of a branch, newest first. */
export function RunsPage(): ReactElement {
  const filter = useSearch({ from: '/frame/runs' });
  const branch = useBranch();
  const minute = useNow(60_000);
  const query = useMemo(() => toRunQuery(filter, minute), [filter, minute]);
  const list = useInfiniteQuery(runListQuery(branch, query));
  const count = useQuery(runCountQuery(branch, query));
  const queryClient = useQueryClient();
  const [hasNewer, setNewer] = useState(false);
  const runs = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);

  const renew = useThrottled(() => {
    if ((list.data?.pages.length ?? 0) <= maxRenewedPages) void list.refetch();
    else setNewer(true);
  }, renewMs);
  // A page of a search may be empty, although there are runs further back.
  const isSearching = runs.length === 0 && list.hasNextPage && !list.isError;
  const { fetchNextPage, isFetching } = list;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  const connection = useLive(branch === undefined ? undefined : events, ({ data }) => {
    if (data.includes(`/api/v1/${encodeURIComponent(branch ?? '')}/runs/`)) renew();
    return false;
  });
  const showNewest = () => {
    setNewer(false);
    scrollTo({ top: 0 });
    void queryClient.resetQueries({ queryKey: runListQuery(branch, query).queryKey });
  };
  return (
    <Page
      title={texts.runs.title}
      beside={<LiveMark connection={connection} />}
      actions={branch === undefined ? null : <BulkMenu branch={branch} query={query} onDone={showNewest} />}
    >
      <FilterBar filter={filter} branch={branch} />
      {hasNewer ? (
        <button type="button" className="button runs-news" onClick={showNewest}>
          <Icon name="refresh" />
          {texts.runs.news}
        </button>
      ) : null}
      {list.isError ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <span className="skeleton runs-waiting" role="status" aria-label={texts.runs.loading} />
      ) : null}
      {isSearching ? <p role="status">{texts.runs.searching}</p> : null}
      {list.isSuccess && runs.length === 0 && !isSearching ? (
        <NoRuns isFiltered={Object.keys(filter).length > 0} />
      ) : null}
      <p className="unseen" role="status">
        {list.isFetchingNextPage ? texts.runs.loading : ''}
      </p>
      {runs.length > 0 && count.data ? <p className="runs-count">{texts.runs.count(count.data)}</p> : null}
      {runs.length > 0 ? (
        <RunTable
          runs={runs}
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      ) : null}
    </Page>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }): ReactElement {
  return <Nothing icon="run" {...(isFiltered ? texts.runs.noMatch : texts.runs.none)} />;
}
