import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Check, diagnosticsQuery } from '../../data/installation.js';
import { CodeText, toSentence } from '../../parts/code-text.js';
import { Fact, Facts } from '../../parts/facts.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { apiCall, ProblemNote } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import type { Tone } from '../../parts/status.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import '../../parts/status.css';

const looks: Record<Check['status'], { icon: IconName; tone: Tone }> = {
  ok: { icon: 'check', tone: 'good' },
  warn: { icon: 'alert', tone: 'warn' },
  fail: { icon: 'cross', tone: 'bad' },
};
const order = ['fail', 'warn', 'ok'];

/** The checks of the installation, those that fail first. */
export function Health(): ReactElement {
  const query = useQuery(diagnosticsQuery);
  if (query.isError) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data)
    return <span className="skeleton rows-waiting" role="status" aria-label={texts.installation.loading} />;
  const { checks, version, node, platform, startedAt, nodes } = query.data;
  const sorted = checks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <>
      <Facts>
        <Fact title={texts.installation.facts.version}>{version}</Fact>
        <Fact title={texts.installation.facts.runtime}>
          Node {node} · {platform}
        </Fact>
        <Fact title={texts.installation.facts.started}>
          <RelativeTime at={startedAt} />
        </Fact>
      </Facts>
      <Section title={texts.installation.checks}>
        <ul className="card rows">
          {sorted.map(({ name, status, detail, hint }) => (
            <li key={name} className={`row-item check-item tone-${looks[status].tone}`}>
              <Icon name={looks[status].icon} />
              <div className="row-main">
                <p className="row-title">
                  {toSentence(name.replaceAll('-', ' '))}
                  <span className="unseen">: {texts.installation.states[status]}</span>
                </p>
                <p className="row-note">
                  <CodeText text={toSentence(detail)} />
                </p>
                {hint && status !== 'ok' && !apiCall.test(hint) ? (
                  <p className="row-note">
                    <CodeText text={hint} />
                  </p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      </Section>
      {nodes.length > 1 ? (
        <Section title={texts.installation.nodes}>
          <ul className="card rows">
            {nodes.map((each) => (
              <li key={each.id} className="row-item">
                <span className="row-main row-title">{each.url ?? each.id}</span>
                <span className="row-side">{each.version}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
