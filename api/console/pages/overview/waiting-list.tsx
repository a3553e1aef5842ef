import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { HumanTaskSummary } from '../../data/human-tasks.js';
import { sortByUrgency } from '../../data/task-views.js';
import { Assignees } from '../../parts/assignees.js';
import { Due } from '../../parts/due.js';
import { Icon } from '../../parts/icon.js';
import { texts } from '../../texts/texts.js';

const maxTasks = 5;

/** The most urgent ones of tasks, and the way to all of them. @param isForOthers names the people who are asked */
export function WaitingList({
  items,
  isMore,
  isForOthers = false,
}: {
  items: readonly HumanTaskSummary[];
  isMore: boolean;
  isForOthers?: boolean;
}): ReactElement {
  if (items.length === 0) return <p className="card overview-calm">{texts.overview.noneWaiting}</p>;
  return (
    <div className="card">
      <ul>
        {sortByUrgency(items)
          .slice(0, maxTasks)
          .map(({ id, title, flow, assignees, dueAt }) => (
            <li key={id} className="overview-item">
              <Icon name="person" className="overview-mark" />
              <div>
                <Link to="/inbox/$task" params={{ task: id }} className="item-link overview-link">
                  {title}
                </Link>
                <p className="overview-note">
                  {flow} · <Due at={dueAt} />
                  {isForOthers ? (
                    <>
                      {' · '}
                      <Assignees names={assignees} />
                    </>
                  ) : null}
                </p>
              </div>
              <Icon name="chevronRight" className="overview-arrow" />
            </li>
          ))}
      </ul>
      {items.length > maxTasks || isMore ? (
        <p className="overview-foot">
          <Link to="/inbox" search={isForOthers ? { view: 'all' } : {}}>
            {texts.overview.allWaiting(items.length, isMore)}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
