import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { testConnection } from '../../data/connections.js';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import { CodeText } from '../../parts/code-text.js';
import { Icon } from '../../parts/icon.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import { formatDuration } from '../../parts/time-format.js';
import { texts } from '../../texts/texts.js';
import { EnvironmentChoice } from './environment-choice.js';

/** Tries a connection with the credentials of an environment. */
export function ConnectionTest({ branch, connection }: { branch: string; connection: string }): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const [environment, setEnvironment] = useState('');
  const test = useMutation({
    mutationFn: () => testConnection(branch, connection, environment || undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['connection', branch, connection] }),
  });
  const { data: result } = test;
  return (
    <Section title={texts.connections.test}>
      <div className="card connection-test">
        {mayPerhaps(session, 'operator') ? (
          <div className="row">
            <EnvironmentChoice
              branch={branch}
              value={environment}
              onChange={(next) => {
                setEnvironment(next);
                test.reset();
              }}
            />
            <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
              <Icon name="plug" />
              {texts.connections.testNow}
            </button>
          </div>
        ) : (
          <p className="muted">{texts.connections.operatorsOnly}</p>
        )}
        <div role="status">
          {test.isPending ? <p className="muted">{texts.connections.testing}</p> : null}
          {result ? (
            <p className={`connection-result ${result.ok ? 'tone-good' : 'tone-bad'}`}>
              <Icon name={result.ok ? 'check' : 'cross'} />
              <span>
                <strong>
                  {result.ok
                    ? texts.connections.works(formatDuration(result.latencyMs))
                    : texts.connections.fails}
                </strong>{' '}
                <CodeText text={result.detail} />
              </span>
            </p>
          ) : null}
        </div>
        {test.error ? <ProblemNote error={test.error} /> : null}
      </div>
    </Section>
  );
}
