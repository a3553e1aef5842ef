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
  const about = fault || field.description ? `${id}-about` : undefined;
  const label = (
    <>
      {field.title}
      {field.required && field.kind !== 'flag' ? (
        <span className="form-required"> {texts.form.required}</span>
      ) : null}
    </>
  );
  const note = about ? (
    <p id={about} className={fault ? 'form-fault' : 'form-hint'}>
      {fault ?? field.description}
    </p>
  ) : null;
  if (field.kind === 'choice' && field.choices.length <= maxRadios) {
    return (
      <fieldset className="form-choices" aria-describedby={about}>
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
    <div className="form-radios">
      {field.choices.map(({ title }, index) => (
        <label key={title} className="form-radio">
          <input
            type="radio"
            name={id}
            value={index}
            checked={value === String(index)}
            required={field.required}
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
    <label className="form-radio" htmlFor={id}>
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
  'date-time': 'datetime-local',
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
  const { kind, choices, required } = field;
  const maxLength = field.maxLength ?? undefined;
  const common = {
    id,
    value,
    required,
    'aria-invalid': fault !== undefined,
    'aria-describedby': about,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (kind) {
    case 'choice':
      return (
        <select className="select" {...common}>
          <option value="">{texts.form.choose}</option>
          {choices.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      );
    case 'long-text':
      return <textarea className="input form-text" rows={3} maxLength={maxLength} {...common} />;
    case 'json':
      return (
        <textarea
          className="input form-text code"
          rows={4}
          spellCheck={false}
          placeholder={texts.form.json}
          {...common}
        />
      );
    case 'number':
      return <input className="input form-short" type="text" inputMode="decimal" {...common} />;
    default: {
      const isShort = kind === 'date' || kind === 'date-time';
      return (
        <input
          className={isShort ? 'input form-short' : 'input'}
          type={inputTypes[kind] ?? 'text'}
          maxLength={isShort ? undefined : maxLength}
          {...common}
        />
      );
    }
  }
}
