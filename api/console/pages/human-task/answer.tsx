import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { formatJson } from '../../data/exact-json.js';
import type { HumanTask } from '../../data/human-tasks.js';
import { sessionQuery } from '../../data/session.js';
import { formatAssignee } from '../../parts/assignee-format.js';
import { Fact, Facts } from '../../parts/facts.js';
import { Icon } from '../../parts/icon.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import '../../panels/form/form.css';

/** How a task has ended, and the answer if there is one. */
export function Answer({ task }: { task: HumanTask }): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const { status, completedBy, endedAt, values, fields = [] } = task;
  const title = texts.humanTask.ended[status === 'open' ? 'completed' : status];
  const titles = new Map(fields.map((field) => [field.property, field.title]));
  return (
    <section className="card form" aria-label={texts.humanTask.answer}>
      <p className={`task-ended ${status === 'completed' ? 'tone-good' : 'tone-calm'}`}>
        <Icon name={status === 'completed' ? 'check' : 'clock'} />
        <span>
          <strong>{title}</strong>
          <span className="muted">
            {completedBy === null ? '' : ` · ${formatAssignee(completedBy, session?.principal)}`}
            {endedAt === null ? null : (
              <>
                {' · '}
                <RelativeTime at={endedAt} />
              </>
            )}
          </span>
        </span>
      </p>
      {values === null ? null : (
        <Facts>
          {Object.entries(values).map(([name, value]) => (
            <Fact key={name} title={titles.get(name) ?? name}>
              <span className="task-value">{formatValue(value)}</span>
            </Fact>
          ))}
        </Facts>
      )}
    </section>
  );
}

function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.humanTask.yes : texts.humanTask.no;
  if (value === null || value === '') return texts.humanTask.empty;
  return typeof value === 'string' ? value : formatJson(value);
}
