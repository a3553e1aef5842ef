import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { flowNamesQuery } from '../../data/flows.js';
import { runStatuses, runTriggers } from '../../data/run-states.js';
import { Icon } from '../../parts/icon.js';
import { SearchField } from '../../parts/search-field.js';
import { texts } from '../../texts/texts.js';
import { finders, periods, type RunFilter, readRunFilter } from './run-filter.js';

/** The filter of the list; each choice is a link, so that a view can be kept and sent. */
export function FilterBar({
  filter,
  branch,
}: {
  filter: RunFilter;
  branch: string | undefined;
}): ReactElement {
  const navigate = useNavigate();
  const flows = useQuery(flowNamesQuery(branch));
  const names = flows.data ?? [];
  // A flow that is gone has runs all the same.
  const flowOptions = filter.flow && !names.includes(filter.flow) ? [filter.flow, ...names] : names;
  const setFilter = (name: keyof RunFilter, value: string) => {
    void navigate({ to: '/runs', search: readRunFilter({ ...filter, [name]: value }) });
  };
  const isFiltered = Object.keys(filter).length > 0;
  const isFound = finders.some((name) => filter[name] !== undefined);
  const [isOpen, setOpen] = useState(isFound);
  return (
    <div className="filter">
      <nav className="filter-states" aria-label={texts.runs.filter.status}>
        {[undefined, ...runStatuses].map((status) => (
          <Link
            key={status ?? 'all'}
            to="/runs"
            search={{ ...filter, status }}
            className="filter-state"
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={filter.status === status ? 'page' : undefined}
          >
            {status ? texts.status[status] : texts.runs.filter.all}
          </Link>
        ))}
      </nav>
      <div className="filter-fields">
        <Choice
          label={texts.runs.filter.flow}
          any={texts.runs.filter.anyFlow}
          value={filter.flow}
          options={flowOptions.map((value) => ({ value, title: value }))}
          onChange={(value) => setFilter('flow', value)}
        />
        <Choice
          label={texts.runs.filter.trigger}
          any={texts.runs.filter.anyTrigger}
          value={filter.trigger}
          options={runTriggers.map((value) => ({ value, title: texts.trigger[value] }))}
          onChange={(value) => setFilter('trigger', value)}
        />
        <Choice
          label={texts.runs.filter.period}
          any={texts.runs.filter.anyPeriod}
          value={filter.period}
          options={periods.map((value) => ({ value, title: texts.runs.filter.periods[value] }))}
          onChange={(value) => setFilter('period', value)}
        />
        <RunIdForm />
        {isFiltered ? (
          <Link to="/runs" search={{}} className="button button-plain">
            <Icon name="close" />
            {texts.runs.filter.clear}
          </Link>
        ) : null}
      </div>
      <details
        className="filter-more"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{texts.runs.filter.more}</summary>
        <div className="filter-fields">
          {finders.map((name) => (
            <span key={name} className="filter-text">
              <SearchField
                label={texts.runs.filter.finders[name]}
                value={filter[name] ?? ''}
                onChange={(value) => setFilter(name, value)}
              />
            </span>
          ))}
        </div>
      </details>
      {filter.path === undefined ? null : (
        <p className="filter-path">
          {texts.runs.filter.path}
          <Link to="/runs" search={{ ...filter, path: undefined }} className="button button-plain">
            <Icon name="close" />
            {texts.runs.filter.anyPath}
          </Link>
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  value: string | undefined;
  options: readonly { value: string; title: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, any, value, options, onChange }: ChoiceProps): ReactElement {
  return (
    <select
      className="select filter-select"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </select>
  );
}

/** Opens a run by its id. */
function RunIdForm(): ReactElement {
  const id = useId();
  const navigate = useNavigate();
  const [run, setRun] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (run.trim() !== '') void navigate({ to: '/runs/$run', params: { run: run.trim() } });
  };
  return (
    <form className="filter-id" onSubmit={submit}>
      <label className="unseen" htmlFor={id}>
        {texts.runs.filter.id}
      </label>
      <input
        id={id}
        className="input"
        placeholder={texts.runs.filter.id}
        autoComplete="off"
        spellCheck={false}
        value={run}
        onChange={({ target }) => setRun(target.value)}
      />
    </form>
  );
}
