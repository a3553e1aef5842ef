import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { type FlowContext, runFlow } from '../../data/flows.js';
import { ServiceProblem } from '../../data/problem.js';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import { ValueForm } from '../../panels/form/value-form.js';
import { Icon } from '../../parts/icon.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';

/** The form that starts a flow, from the schema of its parameters. */
export function RunForm({ branch, context }: { branch: string; context: FlowContext }): ReactElement {
  const { name, fields = [], environments = [], runnable } = context;
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const environmentId = useId();
  const [environment, setEnvironment] = useState('');
  const start = useMutation({
    mutationFn: (values: Record<string, unknown>) => runFlow(branch, name, values, environment || undefined),
    onSuccess: ({ id }) => {
      showToast('good', texts.run.actions.started);
      return navigate({ to: '/runs/$run', params: { run: id } });
    },
  });
  const { error } = start;
  const faults = error instanceof ServiceProblem && error.status === 422 ? error.faults : [];
  if (!mayPerhaps(session, 'operator')) {
    return (
      <p className="note">
        <Icon name="person" />
        {texts.flow.run.operatorsOnly}
      </p>
    );
  }
  return (
    <div className="stack">
      {error && faults.length === 0 ? <ProblemNote error={error} /> : null}
      {runnable?.status === 'False' ? <p className="note note-warn">{texts.flow.run.blocked}</p> : null}
      {fields.length === 0 ? <p className="muted">{texts.flow.run.noParameters}</p> : null}
      <ValueForm
        fields={fields}
        submit={texts.flow.run.start}
        isPending={start.isPending || start.isSuccess}
        faults={faults}
        onSubmit={(values) => start.mutate(values)}
      >
        {environments.length > 0 ? (
          <div className="field">
            <label htmlFor={environmentId}>{texts.flow.run.environment}</label>
            <select
              id={environmentId}
              className="select form-short"
              value={environment}
              onChange={({ target }) => setEnvironment(target.value)}
            >
              <option value="">{texts.flow.run.defaultEnvironment}</option>
              {environments.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </div>
        ) : null}
      </ValueForm>
    </div>
  );
}
