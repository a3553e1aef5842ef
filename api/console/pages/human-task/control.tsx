import type { ReactElement } from 'react';
import { texts } from '../../texts/texts.js';
import type { FormField } from './form-fields.js';

interface ControlProps {
  id: string;
  field: FormField;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

/** Choices beyond these are a list that opens. */
const maxRadios = 5;

/** A field of a form with its label, its hint and its fault. */
export function Control(props: ControlProps): ReactElement {
  const { id, field, fault } = props;
  const about = fault || field.hint ? `${id}-about` : undefined;
  const label = (
    <>
      {field.title}
      {field.isRequired && field.kind !== 'flag' ? (
        <span className="task-required"> {texts.humanTask.required}</span>
      ) : null}
    </>
  );
  const note = about ? (
    <p id={about} className={fault ? 'task-fault' : 'task-hint'}>
      {fault ?? field.hint}
    </p>
  ) : null;
  if (field.kind === 'choice' && field.choices.length <= maxRadios) {
    return (
      <fieldset className="task-choices" aria-describedby={about}>
        <legend>{label}</legend>
        <Radios {...props} />
        {note}
      </fieldset>
    );
  }
  if (field.kind === 'flag') {
    return (
      <div className="field">
        <Flag {...props} about={about} />
        {note}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Entry {...props} about={about} />
      {note}
    </div>
  );
}

function Radios({ id, field, value, onChange }: ControlProps): ReactElement {
  return (
    <div className="task-radios">
      {field.choices.map(({ title }, index) => (
        <label key={title} className="task-radio">
          <input
            type="radio"
            name={id}
            value={index}
            checked={value === String(index)}
            required={field.isRequired}
            onChange={() => onChange(String(index))}
          />
          {title}
        </label>
      ))}
    </div>
  );
}

function Flag({
  id,
  field,
  value,
  about,
  onChange,
}: ControlProps & { about: string | undefined }): ReactElement {
  return (
    <label className="task-radio" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={value !== ''}
        aria-describedby={about}
        onChange={({ target }) => onChange(target.checked ? 'on' : '')}
      />
      {field.title}
    </label>
  );
}

const inputTypes: Partial<Record<FormField['kind'], string>> = {
  date: 'date',
  moment: 'datetime-local',
  email: 'email',
  uri: 'url',
};

function Entry({
  id,
  field,
  value,
  fault,
  about,
  onChange,
}: ControlProps & { about: string | undefined }): ReactElement {
  const { kind, choices, isRequired, maxLength } = field;
  const common = {
    id,
    value,
    required: isRequired,
    'aria-invalid': fault !== undefined,
    'aria-describedby': about,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (kind) {
    case 'choice':
      return (
        <select className="select" {...common}>
          <option value="">{texts.humanTask.choose}</option>
          {choices.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      );
    case 'long-text':
      return <textarea className="input task-text" rows={3} maxLength={maxLength} {...common} />;
    case 'json':
      return (
        <textarea
          className="input task-text code"
          rows={4}
          spellCheck={false}
          placeholder={texts.humanTask.json}
          {...common}
        />
      );
    case 'number':
      return <input className="input task-short" type="text" inputMode="decimal" {...common} />;
    default: {
      const isShort = kind === 'date' || kind === 'moment';
      return (
        <input
          className={isShort ? 'input task-short' : 'input'}
          type={inputTypes[kind] ?? 'text'}
          maxLength={isShort ? undefined : maxLength}
          {...common}
        />
      );
    }
  }
}
