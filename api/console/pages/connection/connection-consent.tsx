import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { getServicePath } from '../../data/base.js';
import { beginConsent, type Consent, consentQuery, revokeConsent } from '../../data/connections.js';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import { CodeText } from '../../parts/code-text.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Icon } from '../../parts/icon.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { EnvironmentChoice } from './environment-choice.js';

interface ConsentProps {
  branch: string;
  connection: string;
  /** The environment of the consent that was given just now. */
  initialEnvironment: string | undefined;
}

/** The consent by which a connection signs in: who has given it, and the way to give or revoke it. */
export function ConnectionConsent({ branch, connection, initialEnvironment }: ConsentProps): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const [environment, setEnvironment] = useState(initialEnvironment ?? '');
  const [isRevoking, setRevoking] = useState(false);
  const address = { branch, connection, env: environment || undefined };
  const consent = useQuery(consentQuery(address));
  const begin = useMutation({
    mutationFn: () => beginConsent(address),
    onSuccess: ({ path }) => location.assign(getServicePath(path)),
  });
  const { data } = consent;
  return (
    <Section title={texts.connections.consent.title}>
      <div className="card connection-test">
        {mayPerhaps(session, 'operator') ? (
          <div className="row">
            <EnvironmentChoice
              branch={branch}
              value={environment}
              onChange={(next) => {
                setEnvironment(next);
                begin.reset();
              }}
            />
            <button
              type="button"
              className="button"
              disabled={begin.isPending}
              onClick={() => begin.mutate()}
            >
              <Icon name="plug" />
              {data?.status === 'given' ? texts.connections.consent.again : texts.connections.consent.begin}
            </button>
            {data && data.status !== 'none' ? (
              <button type="button" className="button" onClick={() => setRevoking(true)}>
                {texts.connections.consent.revoke}
              </button>
            ) : null}
          </div>
        ) : (
          <p className="muted">{texts.connections.consent.administratorsOnly}</p>
        )}
        <div role="status">{data ? <ConsentState consent={data} /> : null}</div>
        {consent.error ? <ProblemNote error={consent.error} /> : null}
        {begin.error ? <ProblemNote error={begin.error} /> : null}
      </div>
      {isRevoking ? (
        <ConfirmDialog
          question={{
            title: texts.connections.consent.revokeTitle(connection),
            detail: texts.connections.consent.revokeDetail,
            action: texts.connections.consent.revoke,
            perform: () => revokeConsent(address),
            done: texts.connections.consent.revoked,
          }}
          onClose={() => {
            setRevoking(false);
            void queryClient.invalidateQueries({ queryKey: ['connection', branch, connection] });
          }}
        />
      ) : null}
    </Section>
  );
}

function ConsentState({ consent }: { consent: Consent }): ReactElement {
  const { status, givenBy, givenAt, scopes, endedReason } = consent;
  if (status === 'none') return <p className="muted">{texts.connections.consent.none}</p>;
  const isGiven = status === 'given';
  return (
    <p className={`connection-result ${isGiven ? 'tone-good' : 'tone-bad'}`}>
      <Icon name={isGiven ? 'check' : 'cross'} />
      <span>
        <strong>
          {isGiven ? texts.connections.consent.isGiven : texts.connections.consent.isEnded}{' '}
          {givenBy === null ? texts.connections.consent.byHand : texts.connections.consent.by(givenBy)}
        </strong>{' '}
        {givenAt === null ? null : <RelativeTime at={givenAt} />}{' '}
        {scopes.length > 0 ? <code>{scopes.join(' ')}</code> : null}{' '}
        {endedReason === null ? null : <CodeText text={endedReason} />}
      </span>
    </p>
  );
}
