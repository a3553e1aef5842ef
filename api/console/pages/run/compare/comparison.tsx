import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useId } from 'react';
import { lastGoodRunQuery, neighbourQuery, type Run, runQuery } from '../../../data/runs.js';
import { CopyButton } from '../../../parts/copy-button.js';
import { Nothing } from '../../../parts/nothing.js';
import { ProblemNote } from '../../../parts/problem-note.js';
import { Section } from '../../../parts/section.js';
import { StatusBadge } from '../../../parts/status.js';
import { Duration, RelativeTime } from '../../../parts/time.js';
import { formatAbsolute } from '../../../parts/time-format.js';
import { texts } from '../../../texts/texts.js';
import { FlowChange, SameLine } from '../cause/since-good.js';
import { ComparedTasks } from './compared-tasks.js';
import { ComparedValue } from './compared-value.js';
import './comparison.css';

/** A run beside another one: the last good run of its flow, or the one that the address names. */
export function Comparison({ run }: { run: Run }): ReactElement {
  const { compare } = useSearch({ from: '/frame/runs/$run' });
  const good = useQuery({ ...lastGoodRunQuery(run), enabled: compare === undefined });
  const id = compare ?? good.data?.id;
  const other = useQuery({ ...runQuery(id ?? ''), enabled: id !== undefined });
  return (
    <div className="stack">
      <OtherRunChoice run={run} chosen={id} />
      {id === run.id ? <p className="note">{texts.compare.same}</p> : null}
      {other.isError ? <ProblemNote error={other.error} onRetry={() => void other.refetch()} /> : null}
      {good.isError ? <ProblemNote error={good.error} onRetry={() => void good.refetch()} /> : null}
      {id === undefined && good.isSuccess ? (
        <Nothing icon="search" title={texts.compare.none} detail={texts.compare.noneDetail} />
      ) : null}
      {id !== undefined && other.isPending ? (
        <span className="skeleton timeline-waiting" role="status" aria-label={texts.compare.loading} />
      ) : null}
      {other.data && id !== run.id ? <BothRuns run={run} other={other.data} /> : null}
    </div>
  );
}

function OtherRunChoice({ run, chosen }: { run: Run; chosen: string | undefined }): ReactElement {
  const navigate = useNavigate();
  const select = useId();
  const field = useId();
  const { data: runs = [] } = useQuery(neighbourQuery(run));
  const { compare } = useSearch({ from: '/frame/runs/$run' });
  const open = (id: string) => {
    const search = id === '' ? { view: 'compare' as const } : { compare: id };
    void navigate({ to: '/runs/$run', params: { run: run.id }, search, replace: true, resetScroll: false });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('run') ?? '').trim();
    if (id !== '') open(id);
  };
  const others = runs.filter(({ id }) => id !== run.id);
  const isListed = compare === undefined || others.some(({ id }) => id === compare);
  return (
    <div className="compare-choice">
      <div className="field">
        <label htmlFor={select}>{texts.compare.with}</label>
        <select
          id={select}
          className="select"
          value={compare ?? ''}
          onChange={({ target }) => open(target.value)}
        >
          <option value="">{texts.compare.lastGood}</option>
          {isListed ? null : <option value={compare}>{compare}</option>}
          {others.map(({ id, status, createdAt }) => (
            <option key={id} value={id}>
              {texts.status[status]} · {formatAbsolute(createdAt)} · …{id.slice(-6)}
            </option>
          ))}
        </select>
      </div>
      <form className="compare-id" onSubmit={submit}>
        <div className="field">
          <label htmlFor={field}>{texts.compare.other}</label>
          <input
            id={field}
            key={chosen}
            name="run"
            className="input code"
            placeholder={texts.compare.otherHint}
            spellCheck={false}
            autoComplete="off"
          />
        </div>
        <button type="submit" className="button">
          {texts.compare.show}
        </button>
      </form>
    </div>
  );
}

function BothRuns({ run, other }: { run: Run; other: Run }): ReactElement {
  return (
    <>
      <div className="compare-runs">
        <RunCard run={run} title={texts.compare.thisRun} look="here" />
        <RunCard run={other} title={texts.compare.otherRun} look="there" isLinked />
      </div>
      {run.flow === other.flow ? null : <p className="note">{texts.compare.otherFlow}</p>}
      <ComparedTasks run={run} other={other} />
      <Section title={texts.compare.data}>
        <p className="muted">{texts.compare.signs}</p>
        <div className="compare-data">
          <ComparedValue
            here={run.input}
            there={other.input}
            same={texts.compare.sameInput}
            differs={texts.compare.inputDiffers}
            label={texts.compare.inputDiffers}
          />
          <ComparedValue
            here={run.output}
            there={other.output}
            same={texts.compare.sameOutput}
            differs={texts.compare.outputDiffers}
            label={texts.compare.outputDiffers}
          />
          {run.error || other.error ? (
            <ComparedValue
              here={run.error}
              there={other.error}
              same={texts.compare.sameError}
              differs={texts.compare.errorDiffers}
              label={texts.compare.errorDiffers}
            />
          ) : null}
          {run.flow === other.flow ? (
            <div className="since compare-flow">
              {run.revision === other.revision ? (
                <SameLine isChanged={false} text={texts.since.sameVersion} />
              ) : (
                <FlowChange run={run} from={other.revision} />
              )}
            </div>
          ) : null}
        </div>
      </Section>
    </>
  );
}

interface RunCardProps {
  run: Run;
  title: string;
  look: 'here' | 'there';
  isLinked?: boolean;
}

function RunCard({ run, title, look, isLinked = false }: RunCardProps): ReactElement {
  return (
    <section className={`card compare-run compare-${look}`} aria-label={title}>
      <h2 className="compare-title">
        <span className={`compare-key compare-key-${look}`} aria-hidden="true" />
        {title}
        <StatusBadge status={run.status} isSmall />
      </h2>
      <p className="compare-facts">
        <span>
          {isLinked ? (
            <Link to="/runs/$run" params={{ run: run.id }}>
              {run.flow}
            </Link>
          ) : (
            run.flow
          )}
        </span>
        <RelativeTime at={run.createdAt} />
        <Duration startedAt={run.startedAt} ms={run.durationMs} />
        <span>
          <code title={run.revision}>{run.revision.slice(0, 8)}</code> · {run.branch}
          {run.environment ? ` · ${run.environment}` : ''}
        </span>
      </p>
      <p className="fact-id muted">
        <code>{run.id}</code>
        <CopyButton text={run.id} what={`${texts.run.facts.id} ${title}`} />
      </p>
    </section>
  );
}
