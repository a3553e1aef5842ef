import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type ChangePlan, type ProposalDetails, proposalPlanQuery } from '../../data/proposals.js';
import { CodeText, toSentence } from '../../parts/code-text.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import type { Tone } from '../../parts/status.js';
import { texts } from '../../texts/texts.js';
import { PlannedTestLine } from './planned-test.js';
import '../../parts/status.css';

type PlannedReplay = ChangePlan['replays'][number];

const looks: Record<PlannedReplay['result'], { icon: IconName; tone: Tone }> = {
  same: { icon: 'check', tone: 'good' },
  different: { icon: 'alert', tone: 'bad' },
  'cannot-compare': { icon: 'alert', tone: 'warn' },
  'not-replayable': { icon: 'alert', tone: 'calm' },
};

/** Lines of other effects, and differences of one run. */
const maxLines = 50;
const maxDifferences = 10;

/** The plan of a proposal: the effects of its merge, and the recorded runs that would end otherwise. */
export function ProposalPlan({ proposal: { id, revision, mergeability } }: { proposal: ProposalDetails }) {
  const query = useQuery({ ...proposalPlanQuery(id, revision), enabled: mergeability !== 'conflict' });
  if (mergeability === 'conflict') return null;
  return (
    <Section title={texts.proposals.plan.title}>
      {query.data ? (
        <PlanLines plan={query.data} />
      ) : query.isError ? (
        <ProblemNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.proposals.plan.loading} />
      )}
    </Section>
  );
}

function PlanLines({ plan }: { plan: ChangePlan }): ReactElement {
  const effects = getEffects(plan);
  return (
    <>
      <p>
        <CodeText text={plan.summary} />
      </p>
      <ul className="card rows">
        {plan.replays.length === 0 ? <li className="row-item">{texts.proposals.plan.none}</li> : null}
        {plan.replays.map((replay) => (
          <ReplayLine key={replay.run} replay={replay} />
        ))}
        {plan.tests.map((test) => (
          <PlannedTestLine key={test.name} test={test} />
        ))}
        {effects.slice(0, maxLines).map((text) => (
          <li key={text} className="row-item outlook-item tone-warn">
            <Icon name="alert" />
            <div className="row-main">
              <p>
                <CodeText text={toSentence(text)} />
              </p>
            </div>
          </li>
        ))}
        {effects.length > maxLines ? (
          <li className="row-item">{texts.bulk.more(effects.length - maxLines)}</li>
        ) : null}
      </ul>
    </>
  );
}

function ReplayLine({ replay }: { replay: PlannedReplay }): ReactElement {
  const { run, flow, result, partsAt, differences = [], reason } = replay;
  const { icon, tone } = looks[result];
  const at = partsAt ? ` ${texts.proposals.plan.partsAt(partsAt.task)}` : '';
  return (
    <li className={`row-item outlook-item tone-${tone}`}>
      <Icon name={icon} />
      <div className="row-main">
        <p>
          <Link to="/runs/$run" params={{ run }}>
            {flow} {run.slice(0, 8)}
          </Link>{' '}
          <CodeText text={`${texts.proposals.plan.results[result]}${at}`} />
        </p>
        {reason ? <p className="row-note">{reason}</p> : null}
        {differences.slice(0, maxDifferences).map((difference) => (
          <p key={`${difference.kind} ${difference.task} ${difference.text}`} className="row-note">
            <CodeText text={getDifferenceText(difference)} />
          </p>
        ))}
      </div>
    </li>
  );
}

function getDifferenceText({ text, fields }: NonNullable<PlannedReplay['differences']>[number]): string {
  if (fields.length === 0) return toSentence(text);
  const places = fields.map(({ path }) => `\`${path || '/'}\``).join(', ');
  return `${toSentence(text)} (${texts.proposals.plan.fields(places)})`;
}

/** Everything besides replays, and what the outlook of the merge says already. */
function getEffects(plan: ChangePlan): string[] {
  const { plan: words } = texts.proposals;
  return [
    ...plan.affected.map(({ type, name }) => words.used(type, name)),
    ...plan.schedules.map(({ type, name, after }) => words.schedule(type, name, after[0] ?? words.never)),
    ...plan.rights.map(({ name }) => words.rights(name)),
    ...plan.destinations.map(({ secret, destination }) => words.destination(secret, destination)),
    ...plan.inProgress.map(({ runs, isMore, flow, openHumanTasks }) =>
      words.inProgress(isMore ? `${runs}+` : String(runs), flow, openHumanTasks),
    ),
    ...plan.missing.map(words.missing),
  ];
}
