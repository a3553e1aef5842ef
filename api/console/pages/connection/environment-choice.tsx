import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';
import { environmentsQuery } from '../../data/environments.js';
import { texts } from '../../texts/texts.js';

interface EnvironmentChoiceProps {
  branch: string;
  /** Empty for the default environment. */
  value: string;
  onChange: (environment: string) => void;
}

/** The choice of the environment in which a connection is used. */
export function EnvironmentChoice({ branch, value, onChange }: EnvironmentChoiceProps): ReactElement {
  const id = useId();
  const { data: environments = [] } = useQuery(environmentsQuery(branch));
  return (
    <>
      <label className="unseen" htmlFor={id}>
        {texts.flow.run.environment}
      </label>
      <select
        id={id}
        className="select connection-environment"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{texts.flow.run.defaultEnvironment}</option>
        {environments.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </>
  );
}
