import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { getServicePath } from '../data/base.js';
import { waitingTasksQuery } from '../data/human-tasks.js';
import { useNotifying } from '../data/notices.js';
import { texts } from '../texts/texts.js';

interface Waiting {
  count: number;
  isMore: boolean;
}

/**
 * Returns how many tasks wait for the person, and tells of new ones if the person wants that: then the service is asked while
 * the page is out of view, too.
 */
export function useWaitingTasks(isSignedIn: boolean): Waiting {
  const isNotifying = useNotifying();
  const navigate = useNavigate();
  const { data } = useQuery({
    ...waitingTasksQuery,
    enabled: isSignedIn,
    refetchIntervalInBackground: isNotifying,
  });
  const seenIds = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!data) return;
    const seen = seenIds.current;
    seenIds.current = new Set([...(seen ?? []), ...data.items.map(({ id }) => id)]);
    // Those that waited before are in the list, and no news.
    if (!seen || !isNotifying || !document.hidden) return;
    for (const { id, title, flow } of data.items.filter((task) => !seen.has(task.id))) {
      const icon = getServicePath('console/icon.svg');
      const notice = new Notification(texts.inbox.notices.title(title), { body: flow, tag: id, icon });
      notice.onclick = () => {
        window.focus();
        notice.close();
        void navigate({ to: '/inbox/$task', params: { task: id } });
      };
    }
  }, [data, isNotifying, navigate]);
  return { count: data?.items.length ?? 0, isMore: data?.isMore ?? false };
}
