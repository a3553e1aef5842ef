import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { callService } from '../../../data/client.js';
import { formatJson } from '../../../data/exact-json.js';
import { lastGoodRunQuery, type Run } from '../../../data/runs.js';
import { compareLines } from '../../../parts/compare-lines.js';
import { DiffView } from '../../../parts/diff-view.js';
import { Icon } from '../../../parts/icon.js';
import { RelativeTime } from '../../../parts/time.js';
import { texts } from '../../../texts/texts.js';

/** The differences from the last run of the flow that completed: the flow, the parameters, the environment. */
export function SinceGood({ run }: { run: Run }): ReactElement | null {
  const good = useQuery(lastGoodRunQuery(run));
  if (good.isPending) return <span className="skeleton since-waiting" />;
  if (!good.data) {
    return (
      <div className="since">
        <h3>{texts.since.title}</h3>
        <p className="muted">{good.isError ? texts.since.unknown : texts.since.none}</p>
      </div>
    );
  }
  const before = good.data;
  const inputPatch = compareLines(formatJson(before.input), formatJson(run.input));
  const isSameVersion = before.revision === run.revision;
  return (
    <div className="since">
      <h3>{texts.since.title}</h3>
      <p>
        <Link to="/runs/$run" params={{ run: before.id }}>
          {texts.since.goodRun}
        </Link>{' '}
        <span className="muted">
          <RelativeTime at={before.createdAt} />
        </span>
      </p>
      {isSameVersion ? (
        <SameLine isChanged={false} text={texts.since.sameVersion} />
      ) : (
        <FlowChange run={run} from={before.revision} />
      )}
      {inputPatch === '' ? (
        <SameLine isChanged={false} text={texts.since.sameInput} />
      ) : (
        <>
          <SameLine isChanged text={texts.since.inputChanged} />
          <DiffView patch={inputPatch} label={texts.since.inputChanged} />
        </>
      )}
      <p>
        <Link to="/runs/$run" params={{ run: run.id }} search={{ compare: before.id }} resetScroll={false}>
          {texts.since.compare}
        </Link>
      </p>
      {before.environment === run.environment ? null : (
        <SameLine
          isChanged
          text={texts.since.environment(
            before.environment ?? texts.value.none,
            run.environment ?? texts.value.none,
          )}
        />
      )}
    </div>
  );
}

/** Says whether a part of two runs is the same. */
export function SameLine({ isChanged, text }: { isChanged: boolean; text: string }): ReactElement {
  return (
    <p className={`since-line ${isChanged ? 'tone-warn' : 'tone-calm'}`}>
      <Icon name={isChanged ? 'alert' : 'check'} />
      {text}
    </p>
  );
}

/** The commits between look for the one that was in service when the run began. */
const historyLength = 20;

/** The difference of the flow between two runs, with the commit that made it. */
export function FlowChange({ run, from }: { run: Run; from: string }): ReactElement | null {
  const path = { branch: run.branch, type: 'flow', name: run.flow };
  const diff = useQuery({
    queryKey: ['flow-diff', path, from, run.revision],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/{branch}/versions/{type}/{name}/diff', {
        path,
        query: { from, to: run.revision },
        signal,
      }),
  });
  const isChanged = diff.data !== undefined && diff.data.patch !== '';
  const history = useQuery({
    queryKey: ['flow-history', path],
    enabled: isChanged,
    queryFn: ({ signal }) =>
      callService('get', '/api/v1/{branch}/versions/{type}/{name}/history', {
        path,
        query: { limit: historyLength },
        signal,
      }),
  });
  if (diff.isPending) return <span className="skeleton since-waiting" />;
  if (diff.isError) return <SameLine isChanged text={texts.since.otherVersion} />;
  if (!isChanged) return <SameLine isChanged={false} text={texts.since.sameFlow} />;
  const commit = history.data?.items.find(
    ({ committedAt }) => Date.parse(committedAt) <= Date.parse(run.createdAt),
  );
  return (
    <>
      <SameLine isChanged text={texts.since.flowChanged} />
      {history.isPending ? <span className="skeleton since-commit-waiting" /> : null}
      {commit ? (
        <p className="since-commit">
          <code>{commit.commitHash.slice(0, 8)}</code> {commit.message.split('\n')[0]}{' '}
          <span className="muted">
            · {commit.author.name} · <RelativeTime at={commit.committedAt} />
          </span>
        </p>
      ) : null}
      <DiffView patch={diff.data.patch} label={texts.since.flowChanged} />
      <p className="since-commit">
        <Link to="/flows/$flow" params={{ flow: run.flow }} search={{ view: 'versions' }}>
          {texts.since.versions}
        </Link>
      </p>
    </>
  );
}
