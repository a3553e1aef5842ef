import type { ReactElement } from 'react';
import type { ChangePlan } from '../../data/proposals.js';
import { CodeText, toSentence } from '../../parts/code-text.js';
import { Icon, type IconName } from '../../parts/icon.js';
import type { Tone } from '../../parts/status.js';
import { texts } from '../../texts/texts.js';

type PlannedTest = ChangePlan['tests'][number];

const looks: Record<PlannedTest['result'], { icon: IconName; tone: Tone }> = {
  passed: { icon: 'check', tone: 'good' },
  failed: { icon: 'alert', tone: 'bad' },
  invalid: { icon: 'alert', tone: 'warn' },
};

const maxReasons = 10;

/** A flow test with the change: its result, and the reasons of one that does not pass. */
export function PlannedTestLine({ test }: { test: PlannedTest }): ReactElement {
  const { name, flow, file, result, failures, findings } = test;
  const { icon, tone } = looks[result];
  const reasons = [
    ...failures.map(({ line, message }) => ({ line, message })),
    ...findings.map(({ line, message }) => ({ line, message })),
  ];
  return (
    <li className={`row-item outlook-item tone-${tone}`}>
      <Icon name={icon} />
      <div className="row-main">
        <p>
          <CodeText text={texts.proposals.plan.test(name, flow, result)} />
        </p>
        {reasons.slice(0, maxReasons).map(({ line, message }) => (
          <p key={`${line} ${message}`} className="row-note">
            <CodeText text={`\`${file}:${line}\` ${toSentence(message)}`} />
          </p>
        ))}
      </div>
    </li>
  );
}
