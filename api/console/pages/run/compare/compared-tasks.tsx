import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { inspectedTaskQuery, type Run, type TaskExecution, taskListQuery } from '../../../data/runs.js';
import { Icon } from '../../../parts/icon.js';
import { ProblemNote } from '../../../parts/problem-note.js';
import { Section } from '../../../parts/section.js';
import { getTone, StatusBadge, StatusDot } from '../../../parts/status.js';
import { formatDuration } from '../../../parts/time-format.js';
import { texts } from '../../../texts/texts.js';
import { VirtualRows } from '../timeline/virtual-rows.js';
import { alignTasks, findFirstDifference, type Pair } from './align-tasks.js';
import { ComparedValue } from './compared-value.js';

/** Executions of each run that are compared at first, and on request. */
const firstLimit = 2_000;
const maxLimit = 10_000;

/** The tasks of two runs beside each other, with both timelines on one scale. */
export function ComparedTasks({ run, other }: { run: Run; other: Run }): ReactElement {
  const [limit, setLimit] = useState(firstLimit);
  const here = useQuery(taskListQuery(run, limit));
  const there = useQuery(taskListQuery(other, limit));
  const pairs = useMemo(
    () => (here.data && there.data ? alignTasks(here.data.items, there.data.items) : undefined),
    [here.data, there.data],
  );
  const error = here.error ?? there.error;
  if (error) return <ProblemNote error={error} onRetry={() => void (here.error ? here : there).refetch()} />;
  if (!pairs)
    return <span className="skeleton timeline-waiting" role="status" aria-label={texts.compare.loading} />;
  const isCut = Boolean(here.data?.nextCursor || there.data?.nextCursor);
  return (
    <Section title={texts.compare.tasks}>
      <Pairs run={run} other={other} pairs={pairs} isCut={isCut} />
      {isCut ? (
        <p className="row">
          <span className="muted">{texts.compare.cut(limit)}</span>
          {limit < maxLimit ? (
            <button type="button" className="button button-small" onClick={() => setLimit(maxLimit)}>
              {texts.compare.more}
            </button>
          ) : null}
        </p>
      ) : null}
    </Section>
  );
}

interface PairsProps {
  run: Run;
  other: Run;
  pairs: readonly Pair[];
  isCut: boolean;
}

function Pairs({ run, other, pairs, isCut }: PairsProps): ReactElement {
  const { task, compare } = useSearch({ from: '/frame/runs/$run' });
  const navigate = useNavigate();
  const [isFiltered, setFiltered] = useState(false);
  const first = useMemo(() => findFirstDifference(pairs), [pairs]);
  const different = useMemo(() => pairs.filter(({ difference }) => difference !== 'same'), [pairs]);
  const rows = isFiltered ? different : pairs;
  const scale = Math.max(getLength(run), getLength(other), 1);
  const getId = (pair: Pair) => (pair.here ? run.id + pair.here.key : other.id + pair.there?.key);
  const select = (id: string) => {
    const search = {
      ...(compare ? { compare } : { view: 'compare' as const }),
      ...(id === task ? {} : { task: id }),
    };
    void navigate({ to: '/runs/$run', params: { run: run.id }, search, replace: true, resetScroll: false });
  };
  return (
    <>
      {first ? (
        <div className="note note-warn compare-first">
          <Icon name="alert" />
          <p>
            <strong>{texts.compare.firstAt(formatPath(first.path))}</strong>{' '}
            <span>{texts.compare.kinds[first.difference]}</span>
          </p>
          <button
            type="button"
            className="button button-small"
            aria-pressed={task === getId(first)}
            onClick={() => select(getId(first))}
          >
            {texts.compare.goThere}
          </button>
        </div>
      ) : isCut ? null : (
        <p className="note">
          <Icon name="check" />
          {texts.compare.noDifference}
        </p>
      )}
      {different.length > 0 ? (
        <label className="row compare-filter">
          <input type="checkbox" checked={isFiltered} onChange={() => setFiltered(!isFiltered)} />
          {texts.compare.onlyDifferent(different.length)}
        </label>
      ) : null}
      <section className="card timeline" aria-label={texts.compare.label}>
        <div className="timeline-scale" aria-hidden="true">
          <span>0</span>
          <span>{formatDuration(scale / 2)}</span>
          <span>{formatDuration(scale)}</span>
        </div>
        <VirtualRows
          keys={rows.map(({ path }) => path)}
          first={rows.findIndex((pair) => getId(pair) === task)}
        >
          {(index) => {
            const pair = rows[index];
            if (!pair) return null;
            const id = getId(pair);
            return (
              <>
                <PairLine
                  pair={pair}
                  index={index}
                  starts={[getStart(run), getStart(other)]}
                  scale={scale}
                  isFirst={pair === first}
                  isSelected={id === task}
                  onSelect={() => select(id)}
                />
                {id === task ? <PairDetails run={run} other={other} pair={pair} /> : null}
              </>
            );
          }}
        </VirtualRows>
      </section>
    </>
  );
}

function getStart({ startedAt, createdAt }: Run): number {
  return Date.parse(startedAt ?? createdAt);
}

function getLength(run: Run): number {
  return (run.endedAt ? Date.parse(run.endedAt) : Date.now()) - getStart(run);
}

/** `each › round 4 › total` for `each@3/total`. */
function formatPath(path: string): string {
  return path
    .split('/')
    .flatMap((name) => {
      const [, task = name, round] = /^(.*?)(?:@(\d+))?$/.exec(name) ?? [];
      return round === undefined ? [task] : [task, texts.cause.round(Number(round) + 1)];
    })
    .join(' › ');
}

interface PairLineProps {
  pair: Pair;
  index: number;
  /** The starts of both runs, in ms since the epoch. */
  starts: readonly [number, number];
  scale: number;
  isFirst: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

const maxIndent = 6;

function PairLine({
  pair,
  index,
  starts,
  scale,
  isFirst,
  isSelected,
  onSelect,
}: PairLineProps): ReactElement {
  const { here, there, path, difference } = pair;
  const depth = Math.min(path.split('/').length - 1, maxIndent);
  const status = (here ?? there)?.status ?? 'skipped';
  const round = /@(\d+)\/[^/]*$/.exec(path)?.[1];
  const [mine, other] = [here, there].map((task) =>
    task?.durationMs == null ? '–' : formatDuration(task.durationMs),
  );
  return (
    <div
      className={`timeline-line ${isSelected ? 'timeline-selected' : ''} ${isFirst ? 'compare-here-first' : ''}`}
    >
      <div className="timeline-name" style={{ paddingInlineStart: `${depth * 1.125}rem` }}>
        <StatusDot status={status} />
        <button
          type="button"
          className="timeline-open"
          data-row={index}
          aria-expanded={isSelected}
          onClick={onSelect}
        >
          <span className="timeline-title">{(here ?? there)?.name}</span>
          {round === undefined ? null : (
            <span className="timeline-type">{texts.cause.round(Number(round) + 1)}</span>
          )}
          {difference === 'same' ? null : (
            <span className="timeline-chip tone-warn">{texts.compare.kinds[difference]}</span>
          )}
        </button>
      </div>
      <div className="timeline-track compare-track" aria-hidden="true">
        <Bar task={here} start={starts[0]} scale={scale} look="here" />
        <Bar task={there} start={starts[1]} scale={scale} look="there" />
      </div>
      <span className="timeline-duration" title={texts.compare.bars(mine ?? '', other ?? '')}>
        {mine} <span className="muted">{other}</span>
      </span>
    </div>
  );
}

const minPercent = 0.6;

function Bar({
  task,
  start,
  scale,
  look,
}: {
  task: TaskExecution | undefined;
  start: number;
  scale: number;
  look: 'here' | 'there';
}): ReactElement | null {
  if (!task) return null;
  const from = Math.max(0, Date.parse(task.startedAt) - start);
  const left = Math.min(100 - minPercent, (from / scale) * 100);
  const width = Math.min(100 - left, Math.max(minPercent, ((task.durationMs ?? scale - from) / scale) * 100));
  return (
    <span
      className={`compare-bar compare-bar-${look} tone-${getTone(task.status)}`}
      style={{ insetInlineStart: `${left}%`, width: `${width}%` }}
    />
  );
}

function PairDetails({ run, other, pair }: { run: Run; other: Run; pair: Pair }): ReactElement {
  const here = useQuery(inspectedTaskQuery(pair.here && run, pair.here ?? {}));
  const there = useQuery(inspectedTaskQuery(pair.there && other, pair.there ?? {}));
  const isPending = (pair.here && here.isPending) || (pair.there && there.isPending);
  const error = here.error ?? there.error;
  const name = (pair.here ?? pair.there)?.name ?? '';
  const isCut = [here.data, there.data].some((task) => task && task.cut.length > 0);
  return (
    <div className="details">
      <div className="compare-runs">
        <Side title={texts.compare.thisRun} task={pair.here} look="here" />
        <Side title={texts.compare.otherRun} task={pair.there} look="there" />
      </div>
      {isPending ? <span className="skeleton details-waiting" /> : null}
      {error ? <ProblemNote error={error} /> : null}
      {isPending || error ? null : (
        <>
          <div className="compare-data">
            <ComparedValue
              here={here.data?.input}
              there={there.data?.input}
              same={texts.compare.sameInput}
              differs={texts.compare.inputDiffers}
              label={texts.compare.ofTask(texts.compare.inputDiffers, name)}
            />
            <ComparedValue
              here={here.data?.output}
              there={there.data?.output}
              same={texts.compare.sameOutput}
              differs={texts.compare.outputDiffers}
              label={texts.compare.ofTask(texts.compare.outputDiffers, name)}
            />
            {pair.here?.error || pair.there?.error ? (
              <ComparedValue
                here={pair.here?.error}
                there={pair.there?.error}
                same={texts.compare.sameError}
                differs={texts.compare.errorDiffers}
                label={texts.compare.ofTask(texts.compare.errorDiffers, name)}
              />
            ) : null}
          </div>
          {isCut ? <p className="muted">{texts.compare.cutValues}</p> : null}
          {[here.data?.missing, there.data?.missing].map((missing, index) =>
            missing ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: one for each of the two runs
              <p key={index} className="muted">
                {index === 0 ? texts.compare.thisRun : texts.compare.otherRun}: {missing}
              </p>
            ) : null,
          )}
        </>
      )}
    </div>
  );
}

function Side({
  title,
  task,
  look,
}: {
  title: string;
  task: TaskExecution | undefined;
  look: 'here' | 'there';
}): ReactElement {
  return (
    <p className="compare-side">
      <span className={`compare-key compare-key-${look}`} aria-hidden="true" />
      <strong>{title}</strong>
      {task ? (
        <>
          <StatusBadge status={task.status} isSmall />
          <span>{task.durationMs == null ? '–' : formatDuration(task.durationMs)}</span>
        </>
      ) : (
        <span className="muted">{texts.compare.notThere}</span>
      )}
    </p>
  );
}
