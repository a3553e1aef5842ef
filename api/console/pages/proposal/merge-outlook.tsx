import type { ReactElement } from 'react';
import type { ProposalDetails } from '../../data/proposals.js';
import { CodeText, toSentence } from '../../parts/code-text.js';
import { Icon } from '../../parts/icon.js';
import { apiCall } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import type { Tone } from '../../parts/status.js';
import { texts } from '../../texts/texts.js';
import '../../parts/status.css';

interface Line {
  id: string;
  tone: Tone;
  text: string;
  hint?: string | undefined;
}

const maxLines = 50;

/** Tells the outcome of a merge as far as the service knows it: conflicts, findings, what could not run. */
export function MergeOutlook({ proposal }: { proposal: ProposalDetails }): ReactElement {
  const lines = getLines(proposal);
  return (
    <Section title={texts.proposals.outlook}>
      <ul className="card rows">
        {lines.slice(0, maxLines).map(({ id, tone, text, hint }) => (
          <li key={id} className={`row-item outlook-item tone-${tone}`}>
            <Icon name={tone === 'good' ? 'check' : tone === 'bad' ? 'cross' : 'alert'} />
            <div className="row-main">
              <p>
                <CodeText text={toSentence(text)} />
              </p>
              {hint && !apiCall.test(hint) ? (
                <p className="row-note">
                  <CodeText text={hint} />
                </p>
              ) : null}
            </div>
          </li>
        ))}
        {lines.length > maxLines ? (
          <li className="row-item">{texts.bulk.more(lines.length - maxLines)}</li>
        ) : null}
      </ul>
    </Section>
  );
}

function getLines({
  base,
  mergeability = 'settled',
  valid,
  conflicts = [],
  findings = [],
  notRunnable = [],
}: ProposalDetails): Line[] {
  return [
    {
      id: 'merge',
      tone: mergeability === 'conflict' ? 'bad' : 'good',
      text: texts.proposals.mergeability[mergeability](base),
    },
    ...conflicts.map(
      ({ path }): Line => ({
        id: `conflict ${path}`,
        tone: 'bad',
        text: texts.proposals.conflict(path),
      }),
    ),
    ...(valid === undefined
      ? []
      : [
          {
            id: 'valid',
            tone: valid ? ('good' as const) : ('bad' as const),
            text: valid ? texts.proposals.valid(base) : texts.proposals.invalid(base),
          },
        ]),
    ...findings.map(
      ({ rule, severity, file, line, message, hint }): Line => ({
        id: `${rule} ${file}:${line} ${message}`,
        tone: severity === 'error' ? 'bad' : 'warn',
        text: `${message} (\`${file}:${line}\`)`,
        hint,
      }),
    ),
    ...notRunnable.flatMap(({ type, name, missing }) =>
      missing.map(
        (need): Line => ({
          id: `${type}/${name} ${need.message}`,
          tone: 'warn',
          text: texts.proposals.notRunnable(type, name, need.message),
          hint: need.hint,
        }),
      ),
    ),
  ];
}
